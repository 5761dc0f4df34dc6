//! How many sockets and files the process may have open.

use crate::config::Config;

/// What is open besides clients' connections and what leads on from them: links, logs, the cluster's own connections.
const OTHERS: u64 = 512;

/// Raises the soft limit to the hard one, as the limits in the configuration are meant to be reached, and says so when even
/// that is too little for them. Shells and service managers start processes with a soft limit of 1,024.
pub(super) fn raise(config: &Config) {
    let wanted = wanted(config);
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(allowed) if allowed < wanted => tracing::info!(
            allowed,
            wanted,
            "the system allows fewer open files than limits.connections of all listeners and views can take; raise \
             `ulimit -Hn` (LimitNOFILE= of a systemd unit), or lower limits.connections"
        ),
        Ok(allowed) => tracing::debug!(allowed, "open files"),
        Err(error) => tracing::warn!(%error, "the limit of open files stays as it was"),
    }
}

/// A client's connection to a view or a listener has one more behind it, to a broker.
fn wanted(config: &Config) -> u64 {
    let ports = config.listeners.len() + config.views.len();
    let clients = ports.saturating_mul(config.limits.connections).saturating_mul(2);
    u64::try_from(clients.saturating_add(config.limits.admin_connections))
        .unwrap_or(u64::MAX)
        .saturating_add(OTHERS)
}
