//! Which real brokers hold the replicas of a mirror partition.

/// A real broker that may hold replicas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub id: i32,
    pub rack: Option<String>,
    /// Replicas that it holds of the topic being placed, or any other measure of load.
    pub load: usize,
}

/// Replicas for partition number `index`: the companion first, so that a consumer's fetch can be handed to the broker
/// next door, then the others, racks apart where possible, the least loaded first.
///
/// Returns fewer than `factor` ids when there are not that many candidates; the caller decides whether that is enough.
#[must_use]
pub fn replicas(index: i32, factor: usize, companion: Option<i32>, candidates: &[Candidate]) -> Vec<i32> {
    let mut chosen: Vec<&Candidate> =
        candidates.iter().filter(|c| Some(c.id) == companion).take(factor).collect();
    let mut rest: Vec<&Candidate> = candidates.iter().filter(|c| Some(c.id) != companion).collect();
    // Turning by the partition number spreads equal candidates.
    if !rest.is_empty() {
        let turn = usize::try_from(index).unwrap_or(0) % rest.len();
        rest.rotate_left(turn);
        rest.sort_by_key(|c| c.load);
    }
    while chosen.len() < factor && !rest.is_empty() {
        let fresh = rest
            .iter()
            .position(|c| c.rack.is_none() || chosen.iter().all(|k| k.rack != c.rack))
            .unwrap_or(0);
        chosen.push(rest.remove(fresh));
    }
    chosen.into_iter().map(|c| c.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broker(id: i32, rack: &str) -> Candidate {
        Candidate { id, rack: (!rack.is_empty()).then(|| rack.to_owned()), load: 0 }
    }

    #[test]
    fn the_companion_comes_first_and_the_others_take_turns() {
        let all = [broker(1, ""), broker(2, ""), broker(3, "")];
        assert_eq!(replicas(0, 2, Some(2), &all), vec![2, 1]);
        assert_eq!(replicas(1, 2, Some(2), &all), vec![2, 3]);
    }

    #[test]
    fn racks_are_kept_apart_while_there_are_enough() {
        let all = [broker(1, "a"), broker(2, "a"), broker(3, "b")];
        assert_eq!(replicas(0, 2, Some(1), &all), vec![1, 3]);
        assert_eq!(replicas(0, 3, Some(1), &all), vec![1, 3, 2]);
    }

    #[test]
    fn too_few_brokers_give_fewer_replicas() {
        assert_eq!(replicas(0, 3, None, &[broker(1, "")]), vec![1]);
        assert_eq!(replicas(0, 3, None, &[]), Vec::<i32>::new());
    }
}
