//! What a TCP connection is told before its first byte.

use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;

/// A peer that went without a word is noticed after `IDLE + INTERVAL * RETRIES`, two minutes, whoever waits for whom: clients
/// let long polls wait for minutes, and middle boxes forget connections that are silent for longer.
const IDLE: Duration = Duration::from_secs(60);
const INTERVAL: Duration = Duration::from_secs(15);
const RETRIES: u32 = 4;

/// Sends small writes at once, because a request is small and waited for, and asks a silent peer whether it is still there.
pub fn prepare(tcp: &TcpStream) {
    let keepalive = TcpKeepalive::new().with_time(IDLE).with_interval(INTERVAL).with_retries(RETRIES);
    // A socket that refuses an option is about to fail anyway; the first bytes tell.
    let _ = tcp.set_nodelay(true);
    let _ = SockRef::from(tcp).set_tcp_keepalive(&keepalive);
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_silent_peer_is_asked_whether_it_is_there() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (dialled, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        for tcp in [dialled.unwrap(), accepted.unwrap().0] {
            assert!(!SockRef::from(&tcp).keepalive().unwrap());
            prepare(&tcp);
            let socket = SockRef::from(&tcp);
            assert!(socket.keepalive().unwrap() && tcp.nodelay().unwrap());
            assert_eq!(socket.tcp_keepalive_time().unwrap(), IDLE);
            assert_eq!(socket.tcp_keepalive_interval().unwrap(), INTERVAL);
            assert_eq!(socket.tcp_keepalive_retries().unwrap(), RETRIES);
        }
    }
}
