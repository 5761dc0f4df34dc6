//! Which sidecar leads which mirror partition.
//!
//! A partition costs a fixed part, for what each one needs, and a part by the bytes that it gets: over all partitions both
//! parts weigh the same. What has no live sidecar gets one at once; what has one moves only where that evens out more than
//! it disturbs.

/// A live sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sidecar {
    /// Id of its virtual broker.
    pub id: i32,
    /// The real broker that it stands next to.
    pub companion: Option<i32>,
}

/// A mirror partition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The live sidecar that leads it or is about to; `None` when there is none.
    pub at: Option<i32>,
    /// Real brokers with a replica.
    pub replicas: Vec<i32>,
    /// Bytes that it gets in a second.
    pub bytes: u64,
}

/// A partition's index in the list and the sidecar that is to lead it.
pub type Move = (usize, i32);

/// Bytes of an average partition weigh as much as its being there.
const SCALE: u64 = 1_000;
/// Bytes that an average partition must get before they weigh that much: a trickle is no work.
const BUSY: u64 = 64 * 1024;
/// Sidecars may differ by this part (a quarter) of what each would have on average before anything moves: traffic comes and
/// goes, and each move is a short pause for readers.
const UNEVEN: u64 = 4;

/// A sidecar for each partition that has none, the heaviest first.
#[must_use]
pub fn homes(sidecars: &[Sidecar], partitions: &[Share]) -> Vec<Move> {
    let costs = costs(partitions);
    let mut loads = loads(sidecars, partitions, &costs);
    let mut homeless: Vec<usize> =
        partitions.iter().enumerate().filter(|(_, p)| p.at.is_none()).map(|(index, _)| index).collect();
    homeless.sort_by_key(|index| std::cmp::Reverse(cost(&costs, *index)));
    let mut moves = Vec::new();
    for index in homeless {
        let Some(partition) = partitions.get(index) else { continue };
        let cost = cost(&costs, index);
        let Some(least) = loads.iter().map(|(_, load)| *load).min() else { break };
        // Next to a replica if that costs no more than one partition's worth of evenness.
        let near = |s: &Sidecar| s.companion.is_some_and(|c| partition.replicas.contains(&c));
        let fits = |load: u64| load <= least.saturating_add(cost);
        let best = loads.iter_mut().min_by_key(|(sidecar, load)| (!(near(sidecar) && fits(*load)), *load));
        if let Some((sidecar, load)) = best {
            *load = load.saturating_add(cost);
            moves.push((index, sidecar.id));
        }
    }
    moves
}

/// At most `max` partitions that should change their sidecar so that all have about the same to do.
#[must_use]
pub fn moves(sidecars: &[Sidecar], partitions: &[Share], max: usize) -> Vec<Move> {
    let costs = costs(partitions);
    let mut loads = loads(sidecars, partitions, &costs);
    let mut at: Vec<Option<i32>> = partitions.iter().map(|p| p.at).collect();
    let total: u64 = loads.iter().map(|(_, load)| *load).sum();
    let average = total.checked_div(loads.len() as u64).unwrap_or(0);
    let mut moves = Vec::new();
    while moves.len() < max {
        let Some((most, heavy)) = loads.iter().max_by_key(|(_, load)| *load).copied() else { break };
        let Some((least, light)) = loads.iter().min_by_key(|(_, load)| *load).copied() else { break };
        let gap = heavy.saturating_sub(light);
        if gap <= average / UNEVEN {
            break;
        }
        // The heaviest that still makes the two more alike; among equals one with a replica next to its new sidecar.
        let near = |p: &Share| least.companion.is_some_and(|c| p.replicas.contains(&c));
        let best = partitions
            .iter()
            .enumerate()
            .filter(|(index, _)| at.get(*index).copied().flatten() == Some(most.id))
            .map(|(index, p)| (cost(&costs, index), near(p), index))
            .filter(|(cost, ..)| cost.saturating_mul(2) <= gap)
            .max_by_key(|(cost, near, index)| (*cost, *near, std::cmp::Reverse(*index)));
        let Some((cost, _, index)) = best else { break };
        moves.push((index, least.id));
        if let Some(place) = at.get_mut(index) {
            *place = Some(least.id);
        }
        for (sidecar, load) in &mut loads {
            if sidecar.id == most.id {
                *load = load.saturating_sub(cost);
            } else if sidecar.id == least.id {
                *load = load.saturating_add(cost);
            }
        }
    }
    moves
}

fn costs(partitions: &[Share]) -> Vec<u64> {
    let bytes: u64 = partitions.iter().map(|p| p.bytes).fold(0, u64::saturating_add);
    let average = bytes.checked_div(partitions.len() as u64).unwrap_or(0).max(BUSY);
    partitions.iter().map(|p| SCALE.saturating_add(p.bytes.saturating_mul(SCALE) / average)).collect()
}

fn cost(costs: &[u64], index: usize) -> u64 {
    costs.get(index).copied().unwrap_or(SCALE)
}

fn loads(sidecars: &[Sidecar], partitions: &[Share], costs: &[u64]) -> Vec<(Sidecar, u64)> {
    let load = |sidecar: &Sidecar| {
        let mine = partitions.iter().zip(costs).filter(|(p, _)| p.at == Some(sidecar.id));
        mine.map(|(_, cost)| *cost).fold(0, u64::saturating_add)
    };
    sidecars.iter().map(|sidecar| (*sidecar, load(sidecar))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: [Sidecar; 3] = [
        Sidecar { id: 1001, companion: Some(1) },
        Sidecar { id: 1002, companion: Some(2) },
        Sidecar { id: 1003, companion: Some(3) },
    ];

    fn share(at: Option<i32>, bytes: u64) -> Share {
        Share { at, replicas: vec![1, 2, 3], bytes }
    }

    fn apply(partitions: &mut [Share], moves: &[Move]) {
        for (index, id) in moves {
            partitions[*index].at = Some(*id);
        }
    }

    fn counts(partitions: &[Share]) -> Vec<usize> {
        THREE.iter().map(|s| partitions.iter().filter(|p| p.at == Some(s.id)).count()).collect()
    }

    #[test]
    fn new_partitions_are_spread_by_count_while_nothing_flows() {
        let mut partitions = vec![share(None, 0); 30];
        let found = homes(&THREE, &partitions);
        apply(&mut partitions, &found);
        assert_eq!(counts(&partitions), [10, 10, 10]);
        assert_eq!(moves(&THREE, &partitions, 100), []);
    }

    #[test]
    fn a_busy_partition_counts_for_many() {
        let mut partitions = vec![share(None, 0); 20];
        partitions[7].bytes = 100_000_000;
        let found = homes(&THREE, &partitions);
        apply(&mut partitions, &found);
        let with_it = partitions[7].at;
        assert_eq!(partitions.iter().filter(|p| p.at == with_it).count(), 1, "{:?}", counts(&partitions));
    }

    #[test]
    fn a_trickle_moves_nothing() {
        let mut partitions: Vec<_> = (0..12).map(|i| share(Some(1001 + i % 3), 0)).collect();
        partitions[0].bytes = 2_000;
        partitions[3].bytes = 1_000;
        assert_eq!(moves(&THREE, &partitions, 100), []);
    }

    #[test]
    fn what_a_dead_sidecar_led_goes_to_the_others_and_nothing_else_moves() {
        let mut partitions: Vec<_> = (0..30).map(|i| share(Some(1001 + i % 3), 0)).collect();
        let two = [THREE[0], THREE[2]];
        for p in partitions.iter_mut().filter(|p| p.at == Some(1002)) {
            p.at = None;
        }
        let found = homes(&two, &partitions);
        assert_eq!(found.len(), 10);
        apply(&mut partitions, &found);
        assert_eq!(counts(&partitions), [15, 0, 15]);
    }

    #[test]
    fn a_sidecar_that_returns_gets_its_part_in_small_portions() {
        let mut partitions: Vec<_> = (0..30).map(|i| share(Some(if i % 2 == 0 { 1001 } else { 1003 }), 0)).collect();
        let mut moved = 0;
        loop {
            let found = moves(&THREE, &partitions, 4);
            assert!(found.len() <= 4);
            if found.is_empty() {
                break;
            }
            assert!(found.iter().all(|(_, to)| *to == 1002));
            moved += found.len();
            apply(&mut partitions, &found);
        }
        let counts = counts(&partitions);
        assert!(counts.iter().all(|n| (9..=11).contains(n)), "{counts:?}");
        assert_eq!(moved, counts[1], "nothing moved twice");
    }

    #[test]
    fn the_sidecar_next_to_a_replica_is_preferred_where_it_is_not_busier() {
        let mut partitions = vec![Share { at: None, replicas: vec![2], bytes: 0 }, share(Some(1001), 0)];
        assert_eq!(homes(&THREE, &partitions), [(0, 1002)]);
        partitions.extend(vec![share(Some(1002), 0); 5]);
        assert_eq!(homes(&THREE, &partitions), [(0, 1003)], "too busy already");
    }

    #[test]
    fn without_sidecars_or_partitions_there_is_nothing_to_do() {
        assert_eq!(homes(&[], &[share(None, 1)]), []);
        assert_eq!(moves(&[], &[], 5), []);
        assert_eq!(moves(&THREE, &[share(Some(1001), 9)], 5), []);
    }
}
