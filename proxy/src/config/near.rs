//! What the operator may have meant by a word that we do not know.

/// Words longer than this are not compared: the comparison costs the product of the lengths.
const LENGTH_MAX: usize = 200;

/// The known word nearest to `word`, when it is near enough to be a slip of the fingers: at most a third of its letters
/// differ, and at most three.
#[must_use]
pub fn near_miss<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LENGTH_MAX {
        return None;
    }
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    let distances = known.into_iter().map(|candidate| (distance(word, candidate), candidate));
    distances.filter(|(distance, _)| *distance <= allowed).min().map(|(_, candidate)| candidate)
}

/// ` (did you mean x?)`, or nothing.
#[must_use]
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    near_miss(word, known).map(|near| format!("; did you mean {near}?")).unwrap_or_default()
}

/// Edits (insert, remove, replace a letter, swap two neighbours) that make `b` of `a`, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.to_lowercase().replace(['_', '-'], ".").chars().collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(a[i] != b[j]);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_through_slips_and_other_separators() {
        let known = ["security.protocol", "sasl.mechanism", "bootstrap.servers"];
        for (word, meant) in [
            ("security.protocl", Some("security.protocol")),
            ("sasl_mechanism", Some("sasl.mechanism")),
            ("bootstrap.server", Some("bootstrap.servers")),
            ("bootstrap.sevrers", Some("bootstrap.servers")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(near_miss(word, known), meant, "{word}");
        }
    }

    #[test]
    fn distances_count_single_edits() {
        for (a, b, edits) in [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }
}
