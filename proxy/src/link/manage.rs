//! Commands: links made, changed and removed; verbs carried out; mirrors deleted.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use kagami_policies::mirror::{Asked, Decided, Verdict};

use tokio::sync::oneshot;

use super::{
    command::{Command, MirrorOutcome, Outcome, Refusal, Selection, Verb},
    coordinator,
    create::{self, Wish},
    cutover,
    engine::{Engine, now_ms, refused},
    handle::Inbox,
    mandate,
    mirror::Mirror,
    pen::NOT_COORDINATOR,
    record::{LINK, LinkRecord, MIRROR},
    report,
    settings::{reach, setting_warnings},
    stop, verify,
};
use crate::{
    config::names,
    properties::HIDDEN,
    shutdown::{OnCancel, OnFailure, Signal, Tasks},
    source::{self, Source},
};

/// How long a new link's source may take to answer.
const FIRST_ANSWER: Duration = Duration::from_secs(10);

/// Answers the admin server until shutdown starts. Commands run beside each other; those about one mirror in turn.
pub async fn serve(engine: Arc<Engine>, mut inbox: Inbox, signal: Signal) {
    loop {
        tokio::select! {
            biased;
            () = signal.started() => return,
            command = inbox.commands.recv() => {
                let Some((command, reply)) = command else { return };
                let owner = Arc::clone(&engine);
                engine.tasks.spawn("command", OnCancel::Drain, OnFailure::StopNothing, async move {
                    let outcome = Box::pin(coordinator::execute(&owner, command)).await;
                    // What was decided shows in the picture before the answer is there.
                    owner.snapshot.send_replace(Arc::new(report::snapshot(&owner)));
                    // Whoever asked may have gone; the command was carried out all the same.
                    let _ = reply.send(outcome);
                });
            }
            picture = inbox.pictures.recv() => {
                let Some(((), reply)) = picture else { return };
                let owner = Arc::clone(&engine);
                engine.tasks.spawn("picture", OnCancel::Abort, OnFailure::StopNothing, async move {
                    let _ = reply.send(Ok(report::everywhere(&owner, &[]).await));
                });
            }
            request = inbox.verifications.recv() => {
                let Some((request, mut reply)) = request else { return };
                let owner = Arc::clone(&engine);
                engine.tasks.spawn("verification", OnCancel::Abort, OnFailure::StopNothing, async move {
                    tokio::select! {
                        () = reply.closed() => {}
                        report = verify::verify(&owner, request) => { let _ = reply.send(report); }
                    }
                });
            }
        }
    }
}

/// Carries a command out for another sidecar, in a task: whoever asked may go, and a command is never left half-way.
///
/// # Errors
/// As [`carry_out`].
pub(super) async fn apart(engine: &Arc<Engine>, command: Command) -> Result<Outcome, Refusal> {
    let (reply, outcome) = oneshot::channel();
    let owner = Arc::clone(engine);
    engine.tasks.spawn("command of another sidecar", OnCancel::Drain, OnFailure::StopNothing, async move {
        let _ = reply.send(carry_out(&owner, command).await);
    });
    let stopping = || Refusal::new(503, NOT_COORDINATOR, "the sidecar that decides is stopping");
    outcome.await.unwrap_or_else(|_| Err(stopping()))
}

/// Carries a command out, as the coordinator.
///
/// # Errors
/// What is wrong with the command or in its way.
pub(super) async fn carry_out(engine: &Arc<Engine>, command: Command) -> Result<Outcome, Refusal> {
    mandate::under(engine, Box::pin(decide(engine, command))).await
}

async fn decide(engine: &Arc<Engine>, command: Command) -> Result<Outcome, Refusal> {
    engine.must_decide()?;
    match command {
        Command::CreateLink { link, source_cluster_id, configs, validate_only } => {
            create_link(engine, &link, source_cluster_id.as_deref(), configs, validate_only).await
        }
        Command::AlterLink { link, configs, validate_only } => {
            alter_link(engine, &link, configs, validate_only).await
        }
        Command::DeleteLink { link, force, validate_only } => {
            delete_link(engine, &link, force, validate_only).await
        }
        Command::CreateMirror { link, topics, replication_factor, configs, validate_only } => {
            let prefix = engine.link(&link)?.setting("cluster.link.prefix").unwrap_or_default();
            let said = topics.said().to_owned();
            let (source_topic, mirror_topic) = topics.resolved(&prefix);
            let renamed = (mirror_topic != said).then(|| {
                format!("link {link} has cluster.link.prefix={prefix}: {mirror_topic} mirrors {source_topic}")
            });
            let wish = Wish { link, source_topic, mirror_topic, replication_factor, configs, validate_only };
            let mut outcome = create::create(engine, wish).await?;
            outcome.warnings.splice(0..0, renamed);
            Ok(outcome)
        }
        Command::DeleteMirror { link, mirror_topic, delete_topic, validate_only } => {
            delete_mirror(engine, link.as_deref(), &mirror_topic, delete_topic, validate_only).await
        }
        Command::Apply { verb, link, selection, validate_only } => {
            apply(engine, verb, link.as_deref(), &selection, validate_only).await
        }
        Command::Cutover(wish) => Box::pin(cutover::carry_out(engine, wish)).await,
    }
}

async fn create_link(
    engine: &Arc<Engine>,
    name: &str,
    expected: Option<&str>,
    configs: BTreeMap<String, String>,
    validate_only: bool,
) -> Result<Outcome, Refusal> {
    if !names::is_link(name) {
        return Err(Refusal::new(
            400,
            "INVALID_REQUEST_ERROR",
            format!("{name:?} is not a link name: use letters, digits, '.', '_' and '-'"),
        )
        .at("link_name"));
    }
    if let Ok(link) = engine.link(name) {
        check_source_id(expected, link.record.lock().source_cluster_id.as_deref())?;
        let same = engine.seal.open(&link.record.lock().configs)? == configs;
        return if same {
            Ok(Outcome {
                warnings: vec![format!("link {name} exists already, with the same settings")],
                ..Default::default()
            })
        } else {
            Err(Refusal::new(409, "INVALID_REQUEST_ERROR", format!("link {name} exists already, with other settings: change it with `kagami link update`, or use another name")).at("link_name"))
        };
    }
    let settings = engine.source_settings(name, &configs)?;
    let sealed = engine.seal.seal(&configs)?;
    let source_cluster_id = first_answer(engine, settings.clone()).await?;
    check_source_id(expected, source_cluster_id.as_deref())?;
    if source_cluster_id.as_deref() == Some(engine.cluster.cluster_id()) {
        return Err(Refusal::new(
            400,
            "MISCONFIGURATION_ERROR",
            format!("bootstrap.servers leads to this destination itself (cluster id {}): name the brokers of the source", engine.cluster.cluster_id()),
        )
        .at("bootstrap.servers"));
    }
    let outcome = Outcome { warnings: setting_warnings(&configs), ..Default::default() };
    if validate_only {
        return Ok(outcome);
    }
    let record =
        LinkRecord { configs: sealed, source_cluster_id, created_ms: now_ms(), unknown: BTreeMap::new() };
    engine.put(&format!("{LINK}{name}"), &record).await?;
    engine.add_link(name, record, settings);
    Ok(outcome)
}

/// Whether the source is the cluster that the operator takes it for.
fn check_source_id(expected: Option<&str>, found: Option<&str>) -> Result<(), Refusal> {
    match expected {
        Some(expected) if found != Some(expected) => Err(Refusal::new(
            400,
            "MISCONFIGURATION_ERROR",
            format!(
                "the cluster id {expected} was given, but the source that bootstrap.servers leads to has the id {}: \
                 correct one of the two, or leave the id out",
                found.unwrap_or("unknown")
            ),
        )
        .at("source_cluster_id")),
        Some(_) | None => Ok(()),
    }
}

/// Asks a source who it is, with the settings of a link that does not exist yet.
async fn first_answer(engine: &Arc<Engine>, settings: source::Settings) -> Result<Option<String>, Refusal> {
    let (events, _none) = tokio::sync::mpsc::channel(1);
    let tasks: Tasks = engine.tasks.child("first look at a source");
    // What is found out here is no trouble of the link that runs.
    let link = format!("{} as it is wished for", settings.link);
    let probe =
        Source::start(source::Settings { link, ..settings }, Arc::clone(&engine.leader), tasks, events);
    let until = tokio::time::Instant::now() + FIRST_ANSWER;
    let answer = loop {
        probe.refresh(Duration::from_millis(500)).await;
        let metadata = probe.metadata();
        if metadata.generation > 0 {
            break Ok(metadata.cluster_id.clone());
        }
        if let Some(trouble) = probe.health().trouble
            && (trouble.needs_operator || trouble.code != "TIMEOUT_ERROR")
        {
            break Err(Refusal::new(
                if trouble.needs_operator { 401 } else { 503 },
                trouble.code,
                trouble.message,
            )
            .at("bootstrap.servers"));
        }
        if tokio::time::Instant::now() >= until {
            break Err(Refusal::new(
                503,
                "TIMEOUT_ERROR",
                format!("the source did not answer within {} s", FIRST_ANSWER.as_secs()),
            )
            .at("bootstrap.servers"));
        }
    };
    probe.stop().await;
    answer
}

/// Settings that cannot change while a link exists.
const FIXED: &[&str] = &["cluster.link.prefix", "link.mode", "connection.mode"];

async fn alter_link(
    engine: &Arc<Engine>,
    name: &str,
    changes: BTreeMap<String, Option<String>>,
    validate_only: bool,
) -> Result<Outcome, Refusal> {
    let link = engine.link(name)?;
    let mut plain = engine.seal.open(&link.record.lock().configs)?;
    let before = plain.clone();
    for (key, value) in changes {
        match value {
            Some(value) if value == HIDDEN => {}
            Some(value) => {
                plain.insert(key, value);
            }
            None => {
                plain.remove(&key);
            }
        }
    }
    if let Some(fixed) = FIXED.iter().find(|key| plain.get(**key) != before.get(**key)) {
        return Err(Refusal::new(
            400,
            "INVALID_REQUEST_ERROR",
            format!("{fixed} cannot be changed: make another link"),
        )
        .at(fixed));
    }
    let settings = engine.source_settings(name, &plain)?;
    let sealed = engine.seal.seal(&plain)?;
    if reach(&plain) != reach(&before) {
        let id = first_answer(engine, settings.clone()).await?;
        let known = link.record.lock().source_cluster_id.clone();
        if id != known && known.is_some() {
            return Err(Refusal::new(400, "MISCONFIGURATION_ERROR", format!("bootstrap.servers leads to another cluster ({}) than before ({}): make another link for it", id.unwrap_or_default(), known.unwrap_or_default())).at("bootstrap.servers"));
        }
    }
    let outcome = Outcome { warnings: setting_warnings(&plain), ..Default::default() };
    if validate_only {
        return Ok(outcome);
    }
    let mut record = link.record.lock().clone();
    record.configs = sealed;
    engine.put(&format!("{LINK}{name}"), &record).await?;
    engine.change_link(&link, record, settings);
    Ok(outcome)
}

async fn delete_link(
    engine: &Arc<Engine>,
    name: &str,
    force: bool,
    validate_only: bool,
) -> Result<Outcome, Refusal> {
    engine.link(name)?;
    let mirrors = engine.mirrors_of(name);
    let running: Vec<&Arc<Mirror>> = mirrors.iter().filter(|m| m.decided() != Decided::Stopped).collect();
    if !running.is_empty() && !force {
        let names = running.iter().map(|m| m.topic.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Refusal::new(
            409,
            "INVALID_REQUEST_ERROR",
            format!("link {name} still has mirrors: {names}. Promote or delete them first, or use --force, which fails them over"),
        )
        .at("link_name"));
    }
    let mut outcome = Outcome::default();
    for mirror in running {
        outcome.mirrors.push(stop::stop(engine, mirror, Verb::Failover, validate_only).await);
    }
    if validate_only || outcome.mirrors.iter().any(|m| m.error.is_some()) {
        return Ok(outcome);
    }
    let mut changes: Vec<(String, Option<String>)> =
        mirrors.iter().map(|m| (format!("{MIRROR}{}", m.topic), None)).collect();
    changes.push((format!("{LINK}{name}"), None));
    engine.write(&changes).await?;
    {
        let mut all = engine.mirrors.lock();
        mirrors.iter().for_each(|m| {
            all.remove(&m.topic);
        });
    }
    engine.forget_link(name);
    engine.look.notify_one();
    Ok(outcome)
}

fn mirror_of(engine: &Engine, link: Option<&str>, topic: &str) -> Result<Arc<Mirror>, Refusal> {
    engine.mirror(topic).filter(|m| link.is_none_or(|l| m.record().link == l)).ok_or_else(|| {
        let place = link.map_or_else(String::new, |l| format!(" on link {l}"));
        Refusal::new(
            404,
            "REMOTE_MIRROR_NOT_FOUND_ERROR",
            format!("no mirror topic {topic}{place}; `kagami mirror list` shows those there are"),
        )
        .at("mirror_topic_name")
    })
}

async fn delete_mirror(
    engine: &Arc<Engine>,
    link: Option<&str>,
    topic: &str,
    delete_topic: bool,
    validate_only: bool,
) -> Result<Outcome, Refusal> {
    let mirror = mirror_of(engine, link, topic)?;
    let _verb = mirror.verb.lock().await;
    let mut outcome = Outcome {
        mirrors: vec![MirrorOutcome {
            mirror_topic: topic.to_owned(),
            partitions: stop::partitions(engine, &mirror).await,
            ..Default::default()
        }],
        ..Default::default()
    };
    if validate_only {
        return Ok(outcome);
    }
    engine.must_decide()?;
    let _given_up = mirror.give_up();
    let record = mirror.record();
    let exists = engine
        .cluster
        .with_image(|i| i.topic(topic).is_some_and(|t| t.id.to_string() == record.mirror_topic_id));
    if exists && delete_topic {
        engine.cluster.delete_topic(topic).await.map_err(|e| refused("the topic was not deleted", &e))?;
    } else if exists && record.decided() != Decided::Stopped {
        stop::hand_over(engine, &mirror).await?;
        outcome.warnings.push(format!(
            "topic {topic} stays on the destination, read-only by max.message.bytes=0: delete that config to write to it"
        ));
    }
    engine.remove(format!("{MIRROR}{topic}")).await?;
    engine.mirrors.lock().remove(topic);
    engine.look.notify_one();
    Ok(outcome)
}

async fn apply(
    engine: &Arc<Engine>,
    verb: Verb,
    link: Option<&str>,
    selection: &Selection,
    dry_run: bool,
) -> Result<Outcome, Refusal> {
    if let Some(link) = link {
        engine.link(link)?;
    }
    let mut outcome = Outcome::default();
    let mut found: Vec<Arc<Mirror>> = Vec::new();
    match selection {
        Selection::Names(names) => {
            for name in names {
                match mirror_of(engine, link, name) {
                    Ok(mirror) => found.push(mirror),
                    Err(refusal) => outcome.mirrors.push(MirrorOutcome {
                        mirror_topic: name.clone(),
                        error: Some(refusal),
                        ..Default::default()
                    }),
                }
            }
        }
        Selection::Pattern(pattern) => {
            let regex = regex::Regex::new(&format!("^(?:{pattern})$")).map_err(|error| {
                Refusal::new(
                    400,
                    "INVALID_REQUEST_ERROR",
                    format!("{pattern:?} is not a regular expression: {error}"),
                )
                .at("mirror_topic_name_pattern")
            })?;
            found.extend(
                engine
                    .all_mirrors()
                    .into_iter()
                    .filter(|m| regex.is_match(&m.topic) && link.is_none_or(|l| m.record().link == l)),
            );
            if found.is_empty() {
                return Err(Refusal::new(
                    404,
                    "REMOTE_MIRROR_NOT_FOUND_ERROR",
                    format!("no mirror topic matches {pattern:?}"),
                )
                .at("mirror_topic_name_pattern"));
            }
        }
    }
    let each = found.iter().map(|mirror| async move {
        match verb {
            Verb::Promote | Verb::Failover => stop::stop(engine, mirror, verb, dry_run).await,
            Verb::Pause => hold(engine, mirror, Asked::Pause, &Decided::Paused, dry_run).await,
            Verb::Resume => hold(engine, mirror, Asked::Resume, &Decided::Active, dry_run).await,
        }
    });
    outcome.mirrors.extend(futures_util::future::join_all(each).await);
    Ok(outcome)
}

async fn hold(
    engine: &Arc<Engine>,
    mirror: &Arc<Mirror>,
    asked: Asked,
    to: &Decided,
    dry_run: bool,
) -> MirrorOutcome {
    let _verb = mirror.verb.lock().await;
    let mut outcome = MirrorOutcome {
        mirror_topic: mirror.topic.clone(),
        partitions: stop::partitions(engine, mirror).await,
        ..Default::default()
    };
    let decided = mirror.decided();
    let has_failures = !mirror.record().failed_partitions.is_empty();
    let mut verdict = decided.judge(asked);
    if verdict == Verdict::AlreadySo && asked == Asked::Resume && has_failures {
        // Resuming is how an operator says that a failed partition may be tried again.
        verdict = Verdict::Go;
    }
    outcome.error = match verdict {
        Verdict::AlreadySo => {
            outcome.notes.push(format!("it was {} already", decided.name()));
            None
        }
        Verdict::Refused => Some(Refusal::new(
            409,
            "ILLEGAL_STATE",
            format!("mirror {} is {}, so it cannot be paused or resumed", mirror.topic, decided.name()),
        )),
        Verdict::Go if dry_run => None,
        Verdict::Go => engine
            .update(mirror, |record| {
                record.decide(to, now_ms());
                if asked == Asked::Resume {
                    record.failed_partitions.clear();
                }
            })
            .await
            .err(),
    };
    outcome
}
