//! Did you mean: the known word that is spelled most like an unknown one.

/// The candidate that is spelled most like `word`, when one is close enough to be meant: one edit for a short word,
/// two from eight letters on. A transposition counts as one edit. Of two as close, the first is given.
///
/// ```
/// use skills_authoring::nearest;
///
/// assert_eq!(nearest("exlcude", ["exclude", "include"]), Some("exclude"));
/// assert_eq!(nearest("exclude", ["prefix", "scheme"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().collect();
    let allowed = if word.len() < 8 { 1 } else { 2 };
    candidates
        .into_iter()
        .filter_map(|candidate| Some((edits(&word, candidate, allowed)?, candidate)))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// The number of edits that make `b` of `a`, up to `most`: insertions, deletions, replacements and swaps of neighbours.
pub(crate) fn edits(a: &[char], b: &str, most: usize) -> Option<usize> {
    if b.len() < a.len().saturating_sub(most) {
        return None;
    }
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // Three rows of the table are alive: cell `j` of a row is the distance from a prefix of `a` to `b[..j]`.
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX - 1);
    let mut two_above: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut last_from = None;
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        let mut last_to = None;
        for (j, &to) in b.iter().enumerate() {
            let replaced = at(&above, j) + usize::from(from != to);
            let mut best = replaced.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            if j > 0 && last_to == Some(from) && last_from == Some(to) {
                best = best.min(at(&two_above, j - 1) + 1);
            }
            row.push(best);
            last_to = Some(to);
        }
        last_from = Some(from);
        two_above = core::mem::replace(&mut above, row);
        // No later row gets below the smallest of two neighbours.
        if above.iter().chain(&two_above).all(|distance| *distance > most) {
            return None;
        }
    }
    Some(at(&above, b.len())).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (a, b, count) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("ba", "ab", 1),
            ("abc", "abcd", 1),
            ("abc", "bc", 1),
            ("abc", "xbc", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            let a: Vec<char> = a.chars().collect();
            assert_eq!(edits(&a, b, count), Some(count), "{a:?} {b}");
            assert_eq!(count.checked_sub(1).and_then(|fewer| edits(&a, b, fewer)), None, "{a:?} {b}");
        }
    }

    #[test]
    fn only_what_is_close_is_suggested() {
        assert_eq!(nearest("crlf", ["clrf", "fence"]), Some("clrf"));
        assert_eq!(nearest("descriptoin_length", ["description_length"]), Some("description_length"));
        assert_eq!(nearest("desription_lenth", ["name", "description_length"]), Some("description_length"));
        assert_eq!(nearest("name", ["date", "mine"]), None);
        assert_eq!(nearest("warm", ["allow", "deny", "warn"]), Some("warn"));
        assert_eq!(nearest("x", []), None);
    }
}
