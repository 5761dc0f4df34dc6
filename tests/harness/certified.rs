//! A client that shows a certificate and asks whatever it is told to: the frames are ours, the TLS is openssl's.

use std::io::{Error, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use bytes::Bytes;
use kagami_codec::Request;
use kagami_codec::frame::{decode_response, request_frame};

use crate::Certificates;

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

    /// Sends a request and reads the answer.
    ///
    /// # Errors
    /// The connection ended, as it does on whoever asks what it may not, or the answer cannot be read.
    pub fn ask<R: Request>(&mut self, version: i16, request: &R) -> std::io::Result<R::Response> {
        let parts = request_frame(7, "certified", request, version).map_err(Error::other)?;
        for part in parts {
            self.input.write_all(&part)?;
        }
        self.input.flush()?;
        let mut length = [0; 4];
        self.output.read_exact(&mut length)?;
        let mut answer = vec![0; usize::try_from(u32::from_be_bytes(length)).expect("32 bits fit")];
        self.output.read_exact(&mut answer)?;
        let (header, answer) =
            decode_response::<R::Response>(Bytes::from(answer), version).map_err(Error::other)?;
        assert_eq!(header.correlation_id, 7, "the answer to another request");
        Ok(answer)
    }
}

impl Drop for Certified {
    fn drop(&mut self) {
        let _ended_already = self.process.kill();
        let _ended_already = self.process.wait();
    }
}
