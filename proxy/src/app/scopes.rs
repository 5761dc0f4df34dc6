//! The scopes of the sidecar and the order in which they stop, within one grace period.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use crate::shutdown::Tasks;

/// What each scope has at least, when those before it have used up the grace: enough to answer what is in flight and to
/// close, so that an abort in front does not turn into aborts everywhere.
const STEP_MIN: Duration = Duration::from_millis(500);

/// The scopes of the sidecar, in the order in which they stop.
pub(super) struct Scopes {
    pub root: Tasks,
    /// Commands, links, fetchers, elections.
    pub work: Arc<Tasks>,
    /// Registration at the destination.
    pub membership: Tasks,
    /// Followers and clients, and what their answers need.
    pub ports: Tasks,
    pub metadata: Tasks,
    pub admin: Tasks,
}

impl Scopes {
    pub(super) fn new() -> Self {
        let root = Tasks::new();
        Self {
            work: Arc::new(root.child("work")),
            membership: root.child("membership"),
            ports: root.child("ports"),
            metadata: root.child("metadata"),
            admin: root.child("admin"),
            root,
        }
    }

    /// Stops one scope after the other. Each has what is left of `grace`, `work` no more than half of it, so that there
    /// is time to hand over leadership when a command hangs. Each has at least [`STEP_MIN`] unless `grace` itself is
    /// shorter, so all of them take at most `grace` and five such steps.
    pub(super) async fn stop(self, grace: Duration) {
        let until = Instant::now() + grace;
        let step_min = STEP_MIN.min(grace);
        self.work.shutdown((grace / 2).max(step_min)).await;
        for scope in [&self.membership, &self.ports, &self.metadata, &self.admin, &self.root] {
            let left = until.saturating_duration_since(Instant::now());
            scope.shutdown(left.max(step_min)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shutdown::{OnCancel, OnFailure};

    const GRACE: Duration = Duration::from_secs(10);

    fn hang(scope: &Tasks) {
        scope.spawn("hanging", OnCancel::Drain, OnFailure::StopOwner, std::future::pending::<()>());
    }

    /// How long a stop takes when `work` drains for so long and every other scope hangs.
    async fn check(grace: Duration, work: Duration, expected: Duration) {
        let scopes = Scopes::new();
        let signal = scopes.work.signal();
        scopes.work.spawn("draining", OnCancel::Drain, OnFailure::StopOwner, async move {
            signal.started().await;
            tokio::time::sleep(work).await;
        });
        for scope in [&scopes.membership, &scopes.ports, &scopes.metadata, &scopes.admin] {
            hang(scope);
        }
        let began = Instant::now();
        scopes.stop(grace).await;
        assert_eq!(began.elapsed(), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_takes_the_grace_once_and_a_moment_for_each_scope_that_comes_too_late() {
        check(GRACE, Duration::from_secs(4), GRACE + 3 * STEP_MIN).await;
        check(GRACE, 2 * GRACE, GRACE + 3 * STEP_MIN).await;
    }

    #[tokio::test(start_paused = true)]
    async fn there_is_half_of_the_grace_to_leave_the_cluster_when_work_hangs() {
        let scopes = Scopes::new();
        hang(&scopes.work);
        let (signal, (left, leaving)) = (scopes.membership.signal(), tokio::sync::oneshot::channel());
        scopes.membership.spawn("leaving", OnCancel::Drain, OnFailure::StopOwner, async move {
            signal.started().await;
            tokio::time::sleep(GRACE / 2 - STEP_MIN).await;
            left.send(()).unwrap();
        });
        let began = Instant::now();
        scopes.stop(GRACE).await;
        leaving.await.expect("it left in order");
        assert_eq!(began.elapsed(), GRACE - STEP_MIN);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_grace_nothing_is_waited_for() {
        check(Duration::ZERO, GRACE, Duration::ZERO).await;
    }

    #[tokio::test(start_paused = true)]
    async fn ports_are_open_until_what_stops_before_them_has_ended() {
        let scopes = Scopes::new();
        hang(&scopes.work);
        let (ports, admin) = (scopes.ports.signal(), scopes.admin.signal());
        let stop = scopes.stop(GRACE);
        tokio::pin!(stop);
        assert!(tokio::time::timeout(GRACE / 4, &mut stop).await.is_err());
        assert!(!ports.is_started() && !admin.is_started());
        stop.await;
        assert!(ports.is_started() && admin.is_started());
    }
}
