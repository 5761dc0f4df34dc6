//! A client that shows a certificate and asks whatever it is told to: the frames are ours, the TLS is openssl's.

use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kagami_codec::Request;

use crate::Certificates;
use crate::raw::{exchange, framed};

/// A connection on which one request follows the answer to the one before.
#[derive(Debug)]
pub struct Certified {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Certified {
    /// Connects to `address` (host and port) as `user`.
    #[must_use]
    pub fn connect(address: &str, certificates: &Certificates, user: &str) -> Self {
        let mut process = Command::new("openssl")
            .args(["s_client", "-quiet", "-verify_return_error", "-connect", address])
            .arg("-CAfile")
            .arg(certificates.file("ca.pem"))
            .arg("-cert")
            .arg(certificates.file(&format!("{user}.crt")))
            .arg("-key")
            .arg(certificates.file(&format!("{user}.key")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("openssl is installed (bash deploy/setup java)");
        let input = process.stdin.take().expect("it is piped");
        let output = process.stdout.take().expect("it is piped");
        Self { process, input, output }
    }

    /// Sends a frame that is no request, as the oldest SASL exchange has them, and reads the answer.
    ///
    /// # Errors
    /// The connection ended.
    pub fn token(&mut self, token: &[u8]) -> std::io::Result<Vec<u8>> {
        framed((&mut self.input, &mut self.output), token)
    }

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// The connection ended, as it does on whoever asks what it may not, or the answer cannot be read.
    pub fn ask<R: Request>(&mut self, version: i16, request: &R) -> std::io::Result<R::Response> {
        exchange((&mut self.input, &mut self.output), version, request)
    }
}

impl Drop for Certified {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _ended_already = self.process.wait();
    }
}
