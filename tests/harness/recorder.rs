//! Listens in between and remembers what a server says.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Passes connections on, and keeps every byte that comes back. Ends with the test.
#[derive(Debug)]
pub struct Recorder {
    said: Arc<Mutex<Vec<u8>>>,
    connections: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
}

impl Recorder {
    /// Each pair is where to listen and where to pass connections on to.
    #[must_use]
    pub fn start(ways: &[(SocketAddr, SocketAddr)]) -> Self {
        let recorder = Self { said: Arc::default(), connections: Arc::default(), over: Arc::default() };
        for (near, far) in ways {
            let listener = TcpListener::bind(near).unwrap_or_else(|error| panic!("{near}: {error}"));
            let (far, said, connections, over) = (
                *far,
                Arc::clone(&recorder.said),
                Arc::clone(&recorder.connections),
                Arc::clone(&recorder.over),
            );
            std::thread::spawn(move || {
                for client in listener.incoming().flatten() {
                    if over.load(Ordering::Relaxed) {
                        return;
                    }
                    connections.fetch_add(1, Ordering::Relaxed);
                    // Who cannot be reached is told by a closed connection.
                    if let Ok(server) = TcpStream::connect(far) {
                        join(client, server, Arc::clone(&said));
                    }
                }
            });
        }
        recorder
    }

    /// Connections that were passed on.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }

    /// Bytes that came back so far.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.lock().len()
    }

    /// How often a text stands in what came back.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        self.lock().windows(text.len()).filter(|window| *window == text.as_bytes()).count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<u8>> {
        self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn join(client: TcpStream, server: TcpStream, said: Arc<Mutex<Vec<u8>>>) {
    let (near, far) = (client.try_clone().expect("a socket"), server.try_clone().expect("a socket"));
    std::thread::spawn(move || copy(near, far, |_| {}));
    std::thread::spawn(move || {
        copy(server, client, |bytes| {
            said.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend_from_slice(bytes);
        });
    });
}

fn copy(mut from: TcpStream, mut to: TcpStream, mut see: impl FnMut(&[u8])) {
    let mut buffer = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        see(&buffer[..count]);
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    // Whichever side ended, the other learns it.
    let _already_closed = to.shutdown(Shutdown::Both);
    let _already_closed = from.shutdown(Shutdown::Both);
}
