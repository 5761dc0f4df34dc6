//! A byte stream to a peer: plain TCP, or TLS over it at either end.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::net::TcpStream;

/// A connected stream. Writes on plain TCP pass vectored to the kernel; TLS gathers them into records.
#[derive(Debug)]
pub enum Stream {
    /// TCP without encryption.
    Plain(TcpStream),
    /// TLS, we dialled.
    TlsClient(Box<tokio_rustls::client::TlsStream<TcpStream>>),
    /// TLS, we accepted.
    TlsServer(Box<tokio_rustls::server::TlsStream<TcpStream>>),
    /// A pipe inside this process, for peers that are scripted.
    Memory(DuplexStream),
}

impl Stream {
    /// Name in the certificate that the other end showed, as Kafka prints it; `None` without one.
    pub fn peer_principal(&self) -> Option<String> {
        let shown = match self {
            Self::TlsClient(stream) => stream.get_ref().1.peer_certificates(),
            Self::TlsServer(stream) => stream.get_ref().1.peer_certificates(),
            Self::Plain(_) | Self::Memory(_) => None,
        };
        super::tls::principal(shown?.first()?)
    }

    /// Whether the bytes are encrypted on the wire.
    pub fn is_tls(&self) -> bool {
        matches!(self, Self::TlsClient(_) | Self::TlsServer(_))
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Self::TlsClient(stream) => Pin::new(stream.as_mut()).poll_read(cx, buf),
            Self::TlsServer(stream) => Pin::new(stream.as_mut()).poll_read(cx, buf),
            Self::Memory(stream) => Pin::new(stream).poll_read(cx, buf),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(cx, buf),
            Self::TlsClient(stream) => Pin::new(stream.as_mut()).poll_write(cx, buf),
            Self::TlsServer(stream) => Pin::new(stream.as_mut()).poll_write(cx, buf),
            Self::Memory(stream) => Pin::new(stream).poll_write(cx, buf),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, bufs),
            Self::TlsClient(stream) => Pin::new(stream.as_mut()).poll_write_vectored(cx, bufs),
            Self::TlsServer(stream) => Pin::new(stream.as_mut()).poll_write_vectored(cx, bufs),
            Self::Memory(stream) => Pin::new(stream).poll_write_vectored(cx, bufs),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(stream) => stream.is_write_vectored(),
            Self::TlsClient(stream) => stream.is_write_vectored(),
            Self::TlsServer(stream) => stream.is_write_vectored(),
            Self::Memory(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Self::TlsClient(stream) => Pin::new(stream.as_mut()).poll_flush(cx),
            Self::TlsServer(stream) => Pin::new(stream.as_mut()).poll_flush(cx),
            Self::Memory(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Self::TlsClient(stream) => Pin::new(stream.as_mut()).poll_shutdown(cx),
            Self::TlsServer(stream) => Pin::new(stream.as_mut()).poll_shutdown(cx),
            Self::Memory(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
