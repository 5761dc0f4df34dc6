use std::sync::atomic::AtomicUsize;

use tokio::sync::{mpsc, oneshot};

use super::*;

fn break_down(offset: i64) {
    panic!("offset {offset} fell");
}

const GRACE: Duration = Duration::from_secs(10);

#[tokio::test(start_paused = true)]
async fn a_stop_waits_for_draining_tasks_and_then_says_that_all_ended() {
    let tasks = Tasks::new();
    let signal = tasks.signal();
    let (done, drained) = oneshot::channel();
    tasks.spawn("writer", OnCancel::Drain, OnFailure::StopOwner, async move {
        signal.started().await;
        tokio::time::sleep(GRACE / 2).await;
        done.send(()).unwrap();
    });
    assert_eq!(tasks.shutdown(GRACE).await, Vec::<String>::new());
    drained.await.expect("the task must have ended by itself");
}

#[tokio::test(start_paused = true)]
async fn what_outlives_the_grace_is_aborted_and_named_with_its_scope() {
    let tasks = Tasks::new();
    let link = tasks.child("link src");
    tasks.spawn("b", OnCancel::Drain, OnFailure::StopOwner, std::future::pending::<()>());
    link.spawn("a", OnCancel::Drain, OnFailure::StopOwner, std::future::pending::<()>());
    let began = Instant::now();
    assert_eq!(tasks.shutdown(GRACE).await, ["process/b", "process/link src/a"]);
    assert_eq!(began.elapsed(), GRACE);
    tasks.idle().await;
}

#[tokio::test(start_paused = true)]
async fn an_aborting_task_ends_at_once_when_the_stop_begins() {
    let tasks = Tasks::new();
    tasks.spawn("sleeper", OnCancel::Abort, OnFailure::StopOwner, std::future::pending::<()>());
    let began = Instant::now();
    assert_eq!(tasks.shutdown(GRACE).await, Vec::<String>::new());
    assert_eq!(began.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_panic_stops_its_scope_and_not_the_neighbour() {
    let tasks = Tasks::new();
    let (broken, healthy) = (tasks.child("link a"), tasks.child("link b"));
    healthy.spawn("fetcher", OnCancel::Drain, OnFailure::StopOwner, std::future::pending::<()>());
    broken.spawn("fetcher", OnCancel::Drain, OnFailure::StopOwner, async { break_down(7) });
    let failure = broken.stopping().await.expect("the panic is the reason");
    assert_eq!(failure.to_string(), "task process/link a/fetcher panicked: offset 7 fell");
    assert!(!healthy.signal().is_started());
    assert!(!tasks.signal().is_started());
}

#[tokio::test(start_paused = true)]
async fn work_that_stops_nothing_leaves_its_scope_and_those_inside_it_running() {
    let tasks = Tasks::new();
    let links = tasks.child("links");
    let source = links.child("link src");
    links.spawn("command", OnCancel::Drain, OnFailure::StopNothing, async { break_down(7) });
    links.idle().await;
    assert!(!links.signal().is_started() && !source.signal().is_started());
    assert_eq!(links.failure(), None);
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_stops_the_process_reaches_the_root_and_every_scope() {
    let tasks = Tasks::new();
    let (first, second) = (tasks.child("first"), tasks.child("second"));
    first.spawn("heartbeat", OnCancel::Drain, OnFailure::StopProcess, async { Err::<(), _>("id is taken") });
    second.signal().started().await;
    assert_eq!(tasks.failure().unwrap().to_string(), "task process/first/heartbeat failed: id is taken");
    assert!(first.signal().is_started());
}

#[tokio::test(start_paused = true)]
async fn a_failed_task_is_made_again_after_growing_pauses() {
    let tasks = Tasks::new();
    let lives = Arc::new(AtomicUsize::new(0));
    let (report, mut ends) = mpsc::channel(8);
    tasks.spawn_restarting("fetcher", OnCancel::Drain, move || {
        let (life, report) = (lives.fetch_add(1, Ordering::SeqCst), report.clone());
        async move {
            report.send(Instant::now()).await.unwrap();
            match life {
                0 => Err("no route"),
                1 => panic!("worse"),
                _ => Ok::<(), &str>(()),
            }
        }
    });
    tasks.idle().await;
    let mut times = Vec::new();
    while let Some(time) = ends.recv().await {
        times.push(time);
    }
    let pauses: Vec<_> = times.windows(2).map(|pair| (pair[1] - pair[0]).as_millis()).collect();
    assert_eq!(pauses, [100, 200]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_restarted_after_the_stop_began() {
    let tasks = Tasks::new();
    let lives = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&lives);
    tasks.spawn_restarting("fetcher", OnCancel::Drain, move || {
        counted.fetch_add(1, Ordering::SeqCst);
        async { Err::<(), _>("no route") }
    });
    tokio::task::yield_now().await;
    assert_eq!(tasks.shutdown(GRACE).await, Vec::<String>::new());
    assert_eq!(lives.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn dropping_a_scope_ends_its_tasks() {
    let tasks = Tasks::new();
    let connection = tasks.child("connection");
    let (alive, mut gone) = oneshot::channel::<()>();
    connection.spawn("reader", OnCancel::Drain, OnFailure::StopOwner, async move {
        let _alive = alive;
        std::future::pending::<()>().await;
    });
    tokio::task::yield_now().await;
    assert!(gone.try_recv().is_err_and(|error| error == oneshot::error::TryRecvError::Empty));
    drop(connection);
    assert!(gone.await.is_err(), "the task's end drops the sender");
    tasks.idle().await;
}

#[tokio::test(start_paused = true)]
async fn a_scope_made_while_stopping_is_stopping_too() {
    let tasks = Tasks::new();
    tasks.start_shutdown();
    assert!(tasks.child("late").signal().is_started());
}

#[tokio::test(start_paused = true)]
async fn a_detached_task_ends_with_its_handle() {
    let (alive, gone) = oneshot::channel::<()>();
    let handle = detached("reader", async move {
        let _alive = alive;
        std::future::pending::<()>().await;
    });
    drop(handle);
    assert!(gone.await.is_err(), "the task's end drops the sender");
}

#[tokio::test(start_paused = true)]
async fn a_detached_task_gives_its_result_or_its_panic() {
    assert_eq!(detached("sum", async { 1 + 1 }).await, Ok(2));
    let failure = detached("sum", async { panic!("overflow") }).await.map(|(): ()| ()).unwrap_err();
    assert_eq!(failure.to_string(), "task sum panicked: overflow");
}
