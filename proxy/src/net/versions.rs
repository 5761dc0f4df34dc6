//! What a broker says that it can do (ApiVersions).

use std::collections::BTreeMap;

/// Version ranges by API key, as the broker sent them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiVersions {
    ranges: BTreeMap<i16, (i16, i16)>,
    features: BTreeMap<String, (i16, i16)>,
}

/// Nothing is known: before negotiation.
pub(super) static NONE: ApiVersions = ApiVersions { ranges: BTreeMap::new(), features: BTreeMap::new() };

impl ApiVersions {
    /// The lowest and highest version of an API that the broker knows.
    pub fn range(&self, api_key: i16) -> Option<(i16, i16)> {
        self.ranges.get(&api_key).copied()
    }

    /// The highest version from `min` to `max` that the broker knows as well.
    pub fn highest(&self, api_key: i16, min: i16, max: i16) -> Option<i16> {
        let (their_min, their_max) = self.range(api_key)?;
        let version = max.min(their_max);
        (version >= min && version >= their_min).then_some(version)
    }

    /// The ranges of the features that the broker supports, by name.
    pub fn features(&self) -> &BTreeMap<String, (i16, i16)> {
        &self.features
    }

    /// The same versions with these features.
    pub(super) fn with_features(self, features: impl IntoIterator<Item = (String, (i16, i16))>) -> Self {
        Self { features: features.into_iter().collect(), ..self }
    }

    /// All ranges by API key, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i16, (i16, i16))> + '_ {
        self.ranges.iter().map(|(key, range)| (*key, *range))
    }
}

impl FromIterator<(i16, (i16, i16))> for ApiVersions {
    fn from_iter<T: IntoIterator<Item = (i16, (i16, i16))>>(ranges: T) -> Self {
        Self { ranges: ranges.into_iter().collect(), features: BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_version_that_both_know_is_chosen() {
        let theirs: ApiVersions = [(1, (4, 11)), (2, (5, 6))].into_iter().collect();
        assert_eq!(theirs.highest(1, 0, 17), Some(11));
        assert_eq!(theirs.highest(1, 0, 7), Some(7));
        assert_eq!(theirs.highest(1, 12, 17), None);
        assert_eq!(theirs.highest(2, 0, 4), None);
        assert_eq!(theirs.highest(3, 0, 4), None);
    }
}
