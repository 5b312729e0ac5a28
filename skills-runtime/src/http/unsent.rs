//! How much the kernel takes of an answer before it has sent it. Not how long a client may leave it there (`patience`).

use tokio::net::TcpStream;

/// Bytes.
#[cfg(any(target_os = "android", target_os = "linux"))]
const UNSENT: u32 = 128 * 1024;

/// Has the kernel take little of what a client does not read: it would take megabytes from each such connection, and the
/// time to write them from the others.
#[cfg(any(target_os = "android", target_os = "linux"))]
pub(super) fn limit(stream: &TcpStream) {
    let _ = socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT);
}

/// Other systems have no such limit.
#[cfg(not(any(target_os = "android", target_os = "linux")))]
pub(super) const fn limit(_: &TcpStream) {}

#[cfg(all(test, any(target_os = "android", target_os = "linux")))]
mod tests {
    use core::time::Duration;

    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn the_kernel_takes_little_of_what_is_not_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        limit(&stream);
        let mut taken = 0;
        let write = async {
            loop {
                stream.writable().await.unwrap();
                taken += stream.try_write(&[0; 16 * 1024]).unwrap_or(0);
            }
        };
        // Until nothing has been taken for a while.
        let _: Result<(), _> = timeout(Duration::from_millis(500), write).await;
        let buffer = socket2::SockRef::from(&client).recv_buffer_size().unwrap();
        assert!(taken <= UNSENT as usize + 16 * 1024 + 4 * buffer, "{taken} bytes, {buffer} for the client");
    }
}
