//! Questions that only a group's coordinator answers: who it is, and asking again while it moves.

use std::{
    collections::{BTreeMap, HashMap},
    future::Future,
};

use futures_util::{
    future::join_all,
    stream::{self, StreamExt as _, TryStreamExt as _},
};
use kagami_codec::{Request, message::FindCoordinatorRequest, types::ErrorCode};

use super::{
    at::{At, Why},
    patience::Patience,
};
use crate::net::{self, Connection};

/// Requests on their way over one connection. The broker takes them one by one, so this saves the way and nothing else.
pub(super) const AT_ONCE: usize = 32;
/// Groups in one request: the answer is then some megabytes at most even where each group reads a thousand partitions.
pub(super) const GROUPS_MAX: usize = 100;
/// From this version on a request for coordinators names many groups.
const MANY: i16 = 4;

/// Groups, each with the broker that is likely to be its coordinator.
pub(super) type Coordinated = BTreeMap<String, Option<i32>>;
/// What was said about each group.
pub(super) type Answers<T> = BTreeMap<String, Result<T, Why>>;
/// As a broker says it.
pub(super) type Said<T> = Vec<(String, Result<T, ErrorCode>)>;

/// Asks the coordinator of each group, all coordinators at the same time. `request` gets a coordinator, a connection to
/// it and its groups, and must be one that can be repeated: it is for the groups whose coordinator moves meanwhile.
pub(super) async fn ask<T, F>(
    at: At<'_>,
    mut groups: Coordinated,
    request: impl Fn(i32, Connection, Vec<String>) -> F,
) -> Answers<T>
where
    F: Future<Output = Result<Said<T>, Why>>,
{
    let mut patience = Patience::new();
    let mut answers = Answers::new();
    while !groups.is_empty() {
        let told = round(at, std::mem::take(&mut groups), &patience, &request).await;
        for (group, answer) in told {
            if answer.as_ref().is_err_and(Why::passes) {
                groups.insert(group.clone(), None);
            }
            answers.insert(group, answer);
        }
        if !groups.is_empty() && !patience.pause().await {
            break;
        }
    }
    answers
}

async fn round<T, F>(
    at: At<'_>,
    groups: Coordinated,
    patience: &Patience,
    request: &impl Fn(i32, Connection, Vec<String>) -> F,
) -> Vec<(String, Result<T, Why>)>
where
    F: Future<Output = Result<Said<T>, Why>>,
{
    let mut answers = Vec::new();
    let mut unknown = Vec::new();
    let mut by_coordinator: BTreeMap<i32, Vec<String>> = BTreeMap::new();
    for (group, coordinator) in groups {
        match coordinator {
            Some(id) => by_coordinator.entry(id).or_default().push(group),
            None => unknown.push(group),
        }
    }
    if !unknown.is_empty() {
        let found = patience.bound(async { Ok(find(&at.any().await?, &unknown).await?) }).await;
        for (group, coordinator) in for_each(unknown, found) {
            match coordinator {
                Ok(id) => by_coordinator.entry(id).or_default().push(group),
                Err(why) => answers.push((group, Err(why))),
            }
        }
    }
    let each = by_coordinator.into_iter().map(|(id, groups)| async move {
        let said = patience.bound(async { request(id, at.broker(id).await?, groups.clone()).await }).await;
        for_each(groups, said)
    });
    answers.extend(join_all(each).await.into_iter().flatten());
    answers
}

/// What was said of all `groups` at once, told of each of them.
fn for_each<T>(groups: Vec<String>, said: Result<Said<T>, Why>) -> Vec<(String, Result<T, Why>)> {
    match said {
        Ok(said) => {
            let mut said: HashMap<String, _> = said.into_iter().collect();
            let left_out = || Why::Unreached("the answer leaves it out".to_owned());
            let of = |group: String| {
                let answer = said.remove(&group).map(|answer| answer.map_err(Why::Refused));
                (group, answer.unwrap_or_else(|| Err(left_out())))
            };
            groups.into_iter().map(of).collect()
        }
        Err(why) => groups.into_iter().map(|group| (group, Err(why.clone()))).collect(),
    }
}

/// The coordinators of groups, as one broker tells them.
async fn find(connection: &Connection, groups: &[String]) -> Result<Said<i32>, net::Error> {
    let version = connection.version::<FindCoordinatorRequest>()?;
    let chunks: Vec<&[String]> = groups.chunks(if version >= MANY { GROUPS_MAX } else { 1 }).collect();
    let requests: Vec<_> = chunks.iter().map(|some| finding(version, some)).collect();
    let answers = each(connection, &requests, version).await?;
    let mut found = Vec::with_capacity(groups.len());
    for (asked, answer) in chunks.into_iter().zip(answers) {
        if version >= MANY {
            let told = answer.coordinators.into_iter();
            found.extend(told.map(|c| (c.key, coordinator(c.error_code, c.node_id))));
        } else {
            let told = coordinator(answer.error_code, answer.node_id);
            found.extend(asked.iter().map(|group| (group.clone(), told)));
        }
    }
    Ok(found)
}

fn finding(version: i16, groups: &[String]) -> FindCoordinatorRequest {
    if version >= MANY {
        FindCoordinatorRequest { coordinator_keys: groups.to_vec(), ..Default::default() }
    } else {
        FindCoordinatorRequest { key: groups.first().cloned().unwrap_or_default(), ..Default::default() }
    }
}

const fn coordinator(code: i16, id: i32) -> Result<i32, ErrorCode> {
    if ErrorCode(code).is_none() { Ok(id) } else { Err(ErrorCode(code)) }
}

/// The answers to `requests`, in their order; none waits for the answer to the one before it.
pub(super) async fn each<R: Request>(
    connection: &Connection,
    requests: &[R],
    version: i16,
) -> Result<Vec<R::Response>, net::Error> {
    let calls: Vec<_> = requests.iter().map(|request| connection.call_at(request, version)).collect();
    stream::iter(calls).buffered(AT_ONCE).try_collect().await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_request_for_coordinators_names_groups_as_its_version_does() {
        let one = finding(3, &names(&["a"]));
        assert_eq!((one.key.as_str(), one.coordinator_keys.len()), ("a", 0));
        let many = finding(4, &names(&["a", "b"]));
        assert_eq!((many.key.as_str(), many.coordinator_keys), ("", names(&["a", "b"])));
    }

    #[test]
    fn a_group_that_an_answer_leaves_out_is_asked_for_again() {
        let said = vec![("a".to_owned(), Ok(1)), ("stranger".to_owned(), Ok(2))];
        let told = for_each(names(&["a", "b"]), Ok(said));
        assert!(
            matches!(&told[..], [(a, Ok(1)), (b, Err(why))] if a == "a" && b == "b" && why.passes()),
            "{told:?}"
        );
    }

    #[test]
    fn a_broker_that_is_away_is_away_for_all_its_groups() {
        let told = for_each::<()>(names(&["a", "b"]), Err(Why::Unreached("gone".to_owned())));
        assert!(told.len() == 2 && told.iter().all(|(_, answer)| answer.is_err()), "{told:?}");
    }
}
