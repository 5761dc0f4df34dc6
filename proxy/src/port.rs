//! A bound port: accepts connections, bounds their number, counts them and says why they ended.
//!
//! Knows nothing of what is spoken on them. Promises that a lack of file descriptors neither ends nor spins the loop, that a
//! stop refuses new clients at once while the old ones get their answers, and that strangers cannot fill the log.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use futures_util::{StreamExt, stream::FuturesUnordered};
use parking_lot::Mutex;
use tokio::{
    net::{TcpListener, TcpStream},
    time::Instant,
};

use crate::{
    metrics::{self, Closed},
    net::prepare,
    shutdown::{AbortOnDrop, Signal, detached},
};

/// Pause after an accept that failed, most likely because the process has no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Lines of the log about closed connections in a second.
const LINES_MAX: u32 = 10;

/// Why a connection ended.
pub trait Ended: std::fmt::Display + Send {
    /// The reason that is counted.
    fn closed(&self) -> Closed;
    /// Whether it is everyday life.
    fn is_quiet(&self) -> bool;
}

/// See the module.
#[derive(Debug)]
pub struct Port {
    tcp: TcpListener,
    name: Arc<str>,
    connections_max: usize,
    signal: Signal,
    lines: Arc<Lines>,
}

impl Port {
    /// Binds the port. Nobody is served before [`Port::run`]. `name` is how metrics and the log call it.
    ///
    /// # Errors
    /// What the system says about the address.
    pub async fn bind(
        name: &str,
        address: SocketAddr,
        connections_max: usize,
        signal: Signal,
    ) -> std::io::Result<Self> {
        let tcp = TcpListener::bind(address).await?;
        Ok(Self { tcp, name: name.into(), connections_max, signal, lines: Arc::default() })
    }

    /// Where the port is; tells the number when 0 was asked for.
    ///
    /// # Errors
    /// What the system says.
    pub fn local_addr(&self) -> std::io::Result<SocketAddr> {
        self.tcp.local_addr()
    }

    /// Serves until the signal starts, then lets what is in flight be answered and returns. Spawn it so that it may drain.
    pub async fn run<S, F, E>(self, serve: S)
    where
        S: Fn(TcpStream, SocketAddr) -> F,
        F: Future<Output = E> + Send + 'static,
        E: Ended + 'static,
    {
        let mut connections: FuturesUnordered<AbortOnDrop<()>> = FuturesUnordered::new();
        let mut not_before = Instant::now();
        loop {
            let accept = async {
                tokio::time::sleep_until(not_before).await;
                self.tcp.accept().await
            };
            tokio::select! {
                biased;
                () = self.signal.started() => break,
                Some(ended) = connections.next(), if !connections.is_empty() => log_panic(ended),
                accepted = accept => match accepted {
                    Ok((tcp, from)) => {
                        metrics::connection_accepted(&self.name);
                        if connections.len() >= self.connections_max {
                            tracing::warn!(listener = &*self.name, client = %from, "too many connections, one is closed unread");
                            metrics::connection_closed(&self.name, Closed::Limit);
                            continue;
                        }
                        prepare(&tcp);
                        let watched = self.watched(from, serve(tcp, from));
                        connections.push(detached("client connection", watched));
                    }
                    Err(error) => {
                        tracing::warn!(listener = &*self.name, %error, "cannot accept a connection");
                        not_before = Instant::now() + ACCEPT_PAUSE;
                    }
                },
            }
        }
        let Self { tcp, .. } = self;
        // New clients are refused from here on, while the old ones get their answers.
        drop(tcp);
        while let Some(ended) = connections.next().await {
            log_panic(ended);
        }
    }

    fn watched<F, E>(&self, from: SocketAddr, connection: F) -> impl Future<Output = ()> + Send + use<F, E>
    where
        F: Future<Output = E> + Send + 'static,
        E: Ended + 'static,
    {
        let (name, lines) = (Arc::clone(&self.name), Arc::clone(&self.lines));
        async move {
            let mut counted = Counted { listener: &name, reason: Closed::Failed };
            let ended = connection.await;
            counted.reason = ended.closed();
            if counted.reason == Closed::Malformed {
                metrics::malformed_frame(&name);
            }
            match if ended.is_quiet() { None } else { lines.next() } {
                Some(0) => {
                    tracing::info!(listener = &*name, client = %from, error = %ended, "client connection closed");
                }
                Some(untold) => {
                    tracing::info!(listener = &*name, client = %from, error = %ended, untold, "client connection closed");
                }
                None => {
                    tracing::debug!(listener = &*name, client = %from, error = %ended, "client connection closed");
                }
            }
        }
    }
}

fn log_panic<E: std::fmt::Display>(ended: Result<(), E>) {
    if let Err(error) = ended {
        tracing::error!(%error, "a client connection was lost");
    }
}

/// Lines of the log about connections that strangers may make as many of as they like: so many in a second, and how many
/// were left out, which are counted all the same.
#[derive(Debug, Default)]
struct Lines(Mutex<(Option<Instant>, u32, u64)>);

impl Lines {
    /// The number of lines that were left out before this one; `None` to leave this one out too.
    fn next(&self) -> Option<u64> {
        let (begun, said, untold) = &mut *self.0.lock();
        if begun.is_none_or(|begun| begun.elapsed() >= Duration::from_secs(1)) {
            (*begun, *said) = (Some(Instant::now()), 0);
        }
        if *said >= LINES_MAX {
            *untold += 1;
            return None;
        }
        *said += 1;
        Some(std::mem::take(untold))
    }
}

/// Counts the end of a connection however it ends.
struct Counted<'a> {
    listener: &'a str,
    reason: Closed,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        metrics::connection_closed(self.listener, self.reason);
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs::File, process::Command};

    use super::*;
    use crate::shutdown::Tasks;

    struct Over;

    impl std::fmt::Display for Over {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("it is over")
        }
    }

    impl Ended for Over {
        fn closed(&self) -> Closed {
            Closed::ByPeer
        }

        fn is_quiet(&self) -> bool {
            true
        }
    }

    /// With no file descriptor left nobody is let in; when there is one again, who has waited is. Shown in a process of its
    /// own, which may have few.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_lack_of_file_descriptors_does_not_end_a_port() {
        const FEW: &str = "KAGAMI_TEST_FEW_FILES";
        if env::var_os(FEW).is_none() {
            let ran = Command::new("sh")
                .args(["-c", "ulimit -n 64 && exec \"$0\" --exact --test-threads=1 \"$1\""])
                .arg(env::current_exe().expect("this is a file"))
                .arg("port::tests::a_lack_of_file_descriptors_does_not_end_a_port")
                .env(FEW, "1")
                .output()
                .expect("sh starts");
            let said = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let tasks = Tasks::new();
            let any = "127.0.0.1:0".parse().expect("an address");
            let port = Port::bind("port", any, 10, tasks.signal()).await.expect("it can be bound");
            let address = port.local_addr().expect("it is bound");
            let _client = std::net::TcpStream::connect(address).expect("the system takes it");
            let files: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
            let (served, mut seen) = tokio::sync::mpsc::channel(10);
            let running = detached(
                "port",
                port.run(move |tcp, _| {
                    let served = served.clone();
                    async move {
                        let _told = served.send(()).await;
                        drop(tcp);
                        Over
                    }
                }),
            );
            assert!(tokio::time::timeout(ACCEPT_PAUSE * 3, seen.recv()).await.is_err(), "there was one left");
            drop(files);
            tokio::time::timeout(ACCEPT_PAUSE * 20, seen.recv()).await.expect("it is let in").expect("it is");
            drop(running);
        });
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_writes_few_lines_and_tells_how_many_it_did_not() {
        let lines = Lines::default();
        let said = (0..1_000).filter_map(|_| lines.next()).collect::<Vec<_>>();
        assert_eq!(said, [0; 10]);
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!((lines.next(), lines.next()), (Some(990), Some(0)));
    }
}
