//! Connections: accepted up to a limit, one request each, every step with a time limit.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

use super::limits::{
    ACCEPT_PAUSE, CLOSE_TIME, CONNECTIONS, DISCARDED_BYTES, HEAD_BYTES, HEAD_TIME, REPLY_TIME,
};
use super::server::{Reply, Server};

/// Accepts connections forever.
pub(super) async fn accept_all(listener: &TcpListener, server: &Arc<Server>) {
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let permit = Arc::clone(&free).acquire_owned().await.expect("the semaphore is never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let server = Arc::clone(server);
                tokio::spawn(async move {
                    // Errors are the client's: it has left, was too slow, or sent no request.
                    serve(stream, server).await.ok();
                    drop(permit);
                });
            }
            // Without descriptors the connection stays in the queue, and accepting it fails again at once.
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Answers one request and closes the connection.
async fn serve(stream: TcpStream, server: Arc<Server>) -> io::Result<()> {
    let replied = Arc::new(Notify::new());
    let answerer = Answerer { server, replied: Arc::clone(&replied) };
    let mut http = http1::Builder::new();
    http.keep_alive(false).max_buf_size(HEAD_BYTES).timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let exchange = http.serve_connection(TokioIo::new(stream), answerer).without_shutdown();
    // Computing an answer has no time limit; delivering it has one.
    let overdue = async {
        replied.notified().await;
        sleep(REPLY_TIME).await;
    };
    tokio::select! {
        parts = exchange => {
            let stream = parts.map_err(io::Error::other)?.io.into_inner();
            timeout(CLOSE_TIME, close(stream)).await?
        }
        () = overdue => Err(io::ErrorKind::TimedOut.into()),
    }
}

/// Closes a connection after its reply. Remaining input is discarded: closing with unread bytes would reset
/// the connection, and the client would lose the reply.
async fn close(mut stream: TcpStream) -> io::Result<()> {
    stream.shutdown().await?;
    let (mut buffer, mut remaining) = ([0; 4096], DISCARDED_BYTES);
    while remaining > 0 {
        match stream.read(&mut buffer).await? {
            0 => break,
            read => remaining = remaining.saturating_sub(read),
        }
    }
    Ok(())
}

/// Answers the requests of a connection.
struct Answerer {
    server: Arc<Server>,
    replied: Arc<Notify>,
}

impl Service<Request<Incoming>> for Answerer {
    type Response = Reply;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Reply, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let Answerer { server, replied } = self;
        let (server, replied) = (Arc::clone(server), Arc::clone(replied));
        Box::pin(async move {
            let reply: Response<_> = server.reply(request).await;
            replied.notify_one();
            Ok(reply)
        })
    }
}
