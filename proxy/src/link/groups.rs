//! Consumer groups of a link: their committed offsets go from its source to the destination, with the same numbers.
//!
//! All coordinators are asked at the same time and for many groups at once, because a cutover holds its clients
//! meanwhile. Promises that an offset is never put beyond the end of its mirror, and that members of a group at the
//! destination keep what they have. Refuses to begin when a group could be missed. Repeating it writes what differs.

mod at;
mod coordinators;
mod list;
mod live;
mod offsets;
mod outcome;
mod patience;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use kagami_codec::types::ErrorCode;
use kagami_policies::sync::{self, Image, Offsets};

use self::{
    at::{At, Why, is_denied},
    coordinators::{Answers, Coordinated},
    list::Listed,
    offsets::Open,
    outcome::Refused,
};
use super::{
    command::{CutoverGroup, Refusal},
    engine::{Engine, Link},
};

/// Copies the committed offsets of the source's groups for `topics` (source topic name -> mirror topic name) to the
/// destination, the same numbers; `ends` tells where each source partition ends. Groups that have committed nothing for
/// these topics are left out of the answer.
///
/// # Errors
/// When the source's groups cannot all be read, when a right is missing on either side, or when we no longer decide.
pub(super) async fn copy(
    engine: &Arc<Engine>,
    link: &Link,
    topics: &BTreeMap<String, String>,
    ends: &BTreeMap<(String, i32), i64>,
) -> Result<Vec<CutoverGroup>, Refusal> {
    let source = link.source();
    let images = images(At::Source { link: &link.name, source: &source }, topics, ends).await?;
    let at = At::Destination(&engine.cluster);
    let (wanted, mut refused) = missing(at, &images).await?;
    engine.must_decide()?;
    let answers = offsets::commit(engine, &wanted).await;
    // Whoever was replaced in between has not tried the rest.
    engine.must_decide()?;
    for (group, answer) in answers {
        let said = match answer {
            Ok(said) => said,
            Err(why) => {
                let code = for_good(at, &group, &why)?;
                wanted.get(&group).into_iter().flat_map(Offsets::keys).map(|p| (p.clone(), code)).collect()
            }
        };
        for (_, code) in said.iter().filter(|(_, code)| is_denied(*code)) {
            for_good(at, &group, &Why::Refused(*code))?;
        }
        refused.insert(group, said);
    }
    let report = |(group, image): (String, Image)| {
        let refused = refused.remove(&group).unwrap_or_default();
        outcome::report(group, &image, &refused)
    };
    Ok(images.into_iter().map(report).collect())
}

/// Does all of [`copy`] but the writing: what would stand in its way is found before anybody waits for it, and all that
/// has to be dialled is dialled. Answers with how many groups have something to bring.
///
/// # Errors
/// As [`copy`].
pub(super) async fn rehearse(
    engine: &Arc<Engine>,
    link: &Link,
    topics: &BTreeMap<String, String>,
    ends: &BTreeMap<(String, i32), i64>,
) -> Result<usize, Refusal> {
    let source = link.source();
    let images = images(At::Source { link: &link.name, source: &source }, topics, ends).await?;
    missing(At::Destination(&engine.cluster), &images).await?;
    Ok(images.len())
}

/// Groups with live members on the destination that have anything to do with these mirror topics (they would stand in
/// the way of a cutover): they have committed offsets for one, subscribe to one or have partitions of one.
///
/// # Errors
/// When the destination's groups cannot all be looked at.
pub(super) async fn live_at_destination(
    engine: &Arc<Engine>,
    mirror_topics: &BTreeSet<String>,
) -> Result<Vec<String>, Refusal> {
    let at = At::Destination(&engine.cluster);
    let live: Vec<Listed> = list::list(at).await?.into_iter().filter(|group| group.is_live).collect();
    let names: BTreeSet<&str> = mirror_topics.iter().map(String::as_str).collect();
    let (committed, read) =
        tokio::join!(offsets::fetch(at, coordinated(&live), &names, Open::Ignore), live::topics(at, &live));
    let mut committed = all(at, committed)?;
    committed.retain(|_, offsets| !offsets.is_empty());
    Ok(live::concerned(&live, &committed, &all(at, read)?, mirror_topics))
}

/// Groups with live members at the source that read some of `topics` and have committed nothing for them, with those topics.
/// They have no place to go on from at the destination: they begin where their own settings say.
///
/// # Errors
/// When the source's groups cannot all be looked at.
pub(super) async fn without_offsets(
    link: &Link,
    topics: &BTreeSet<String>,
) -> Result<BTreeMap<String, BTreeSet<String>>, Refusal> {
    let source = link.source();
    let at = At::Source { link: &link.name, source: &source };
    let live: Vec<Listed> = list::list(at).await?.into_iter().filter(|group| group.is_live).collect();
    let names: BTreeSet<&str> = topics.iter().map(String::as_str).collect();
    let (committed, read) =
        tokio::join!(offsets::fetch(at, coordinated(&live), &names, Open::Ignore), live::topics(at, &live));
    Ok(live::uncommitted(all(at, read)?, &all(at, committed)?, topics))
}

/// Offsets of all groups of the source that have some for `topics`, as they are to be at the destination.
async fn images(
    at: At<'_>,
    topics: &BTreeMap<String, String>,
    ends: &BTreeMap<(String, i32), i64>,
) -> Result<BTreeMap<String, Image>, Refusal> {
    let groups = list::list(at).await?;
    let names: BTreeSet<&str> = topics.keys().map(String::as_str).collect();
    let committed = all(at, offsets::fetch(at, coordinated(&groups), &names, Open::Await).await)?;
    let mut images = BTreeMap::new();
    for (group, committed) in committed {
        let image = sync::image(&committed, topics, ends);
        for ((topic, partition), beyond) in &image.beyond {
            tracing::warn!(
                group,
                topic,
                partition,
                source_offset = beyond.committed,
                source_end = beyond.end,
                "a committed offset lies beyond the end of its partition; at the destination it is the end"
            );
        }
        if image != Image::default() {
            images.insert(group, image);
        }
    }
    Ok(images)
}

/// What the destination lacks of each image, and the groups that it can never have, with all of their partitions.
async fn missing(
    at: At<'_>,
    images: &BTreeMap<String, Image>,
) -> Result<(BTreeMap<String, Offsets>, BTreeMap<String, Refused>), Refusal> {
    let groups = images.keys().map(|group| (group.clone(), None)).collect();
    let mirrors = images.values().flat_map(|image| image.offsets.keys());
    let mirrors: BTreeSet<&str> = mirrors.map(|(topic, _)| topic.as_str()).collect();
    let (mut wanted, mut refused) = (BTreeMap::new(), BTreeMap::new());
    for (group, there) in offsets::fetch(at, groups, &mirrors, Open::Ignore).await {
        let Some(image) = images.get(&group) else { continue };
        match there {
            Ok(there) => {
                let offsets = sync::missing(&image.offsets, &there);
                tell_backwards(&group, &offsets, &there);
                if !offsets.is_empty() {
                    wanted.insert(group, offsets);
                }
            }
            Err(why) => {
                let code = for_good(at, &group, &why)?;
                refused.insert(group, image.offsets.keys().map(|p| (p.clone(), code)).collect());
            }
        }
    }
    Ok((wanted, refused))
}

/// The source's word holds also where somebody came further at the destination: what its consumers want to read again
/// would be lost otherwise.
fn tell_backwards(group: &str, wanted: &Offsets, there: &Offsets) {
    for (partition, wanted) in wanted {
        if let Some(there) = there.get(partition).filter(|there| there.offset > wanted.offset) {
            tracing::info!(
                group,
                topic = partition.0,
                partition = partition.1,
                source_offset = wanted.offset,
                destination_offset = there.offset,
                "a committed offset goes back to what the source has"
            );
        }
    }
}

fn coordinated(groups: &[Listed]) -> Coordinated {
    groups.iter().map(|group| (group.name.clone(), Some(group.coordinator))).collect()
}

/// Answers about every group, or the refusal of the first without one. A group that has gone meanwhile needs none.
fn all<T>(at: At<'_>, answers: Answers<T>) -> Result<BTreeMap<String, T>, Refusal> {
    let mut all = BTreeMap::new();
    for (group, answer) in answers {
        match answer {
            Ok(answer) => {
                all.insert(group, answer);
            }
            Err(Why::Refused(ErrorCode::GROUP_ID_NOT_FOUND)) => {}
            Err(why) => return Err(at.refusal(&format!("group {group} cannot be read"), &why)),
        }
    }
    Ok(all)
}

/// Why this group alone cannot have its offsets at the destination.
///
/// # Errors
/// When the reason is not the group's: then it can be had once the operator has done something.
fn for_good(at: At<'_>, group: &str, why: &Why) -> Result<ErrorCode, Refusal> {
    match why {
        Why::Refused(code) if !why.passes() && !is_denied(*code) => Ok(*code),
        Why::Refused(_) | Why::Unreached(_) | Why::Unfit(_) => {
            Err(at.refusal(&format!("the offsets of group {group} cannot be committed"), why))
        }
    }
}
