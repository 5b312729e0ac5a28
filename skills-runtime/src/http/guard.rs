//! Who may call: the `Host` and the `Origin` of a request, against DNS rebinding. Not authentication.

use alloc::string::String;
use core::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Uri, header};

use crate::Server;

/// Why a request was refused.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Host,
    Origin,
}

/// Lets a request in that is meant for this server and does not come from a foreign page; the `Origin`, if it has one.
pub(super) fn admit<'r>(
    server: &Server,
    uri: &Uri,
    headers: &'r HeaderMap,
) -> Result<Option<&'r HeaderValue>, Refusal> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next(), uri.authority()) {
        (Some(host), None, _) => host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()),
        (None, _, Some(target)) => Some(target.clone()),
        _ => None,
    };
    // A request line may name the host as well, and then that is the one that counts.
    let named = [host.as_ref().ok_or(Refusal::Host)?].into_iter().chain(uri.authority());
    if !named.into_iter().all(|host| is_allowed_host(host, server.hosts())) {
        return Err(Refusal::Host);
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    match (origins.next(), origins.next()) {
        (None, _) => Ok(None),
        (Some(origin), None) if is_allowed_origin(origin, server.origins()) => Ok(Some(origin)),
        _ => Err(Refusal::Origin),
    }
}

fn is_allowed_host(host: &Authority, allowed: &[String]) -> bool {
    let is = |name: &str| allowed.iter().any(|entry| entry.eq_ignore_ascii_case(name));
    is_host_and_port(host) && (is_loopback(host) || is("*") || is(host.as_str()) || is(host.host()))
}

fn is_allowed_origin(origin: &HeaderValue, allowed: &[String]) -> bool {
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|entry| entry == "*" || entry.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.and_then(|host| host.parse().ok()).is_some_and(|host| is_host_and_port(&host) && is_loopback(&host))
}

/// Whether it is a host with at most a port: `Authority` takes user information and any text after the colon as well.
fn is_host_and_port(host: &Authority) -> bool {
    let after = host.as_str().strip_prefix(host.host());
    let port = after.and_then(|after| if after.is_empty() { Some(after) } else { after.strip_prefix(':') });
    port.is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A name that no other computer can have, with any port.
fn is_loopback(host: &Authority) -> bool {
    let name = host.host();
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost")
        || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;

    static NONE: Catalog = Catalog::EMPTY;

    fn judge(server: &Server, uri: &str, hosts: &[&[u8]], origins: &[&[u8]]) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, HeaderValue::from_bytes(host).unwrap());
        }
        for origin in origins {
            headers.append(header::ORIGIN, HeaderValue::from_bytes(origin).unwrap());
        }
        admit(server, &uri.parse().unwrap(), &headers).map(drop)
    }

    #[test]
    fn only_names_of_this_computer_are_hosts_unless_more_are_allowed() {
        let closed = Server::new(&NONE);
        let open =
            Server::new(&NONE).allowed_hosts(["skills.example.com", "other.example:8443", "[2001:db8::1]"]);
        let any = Server::new(&NONE).allowed_hosts(["*"]);
        let local: [&[u8]; 9] = [
            b"localhost",
            b"localhost:",
            b"localhost:8000",
            b"LOCALHOST:1",
            b"127.0.0.1",
            b"127.0.0.1:8000",
            b"127.3.2.1",
            b"[::1]",
            b"[::1]:8000",
        ];
        for host in local {
            assert_eq!(judge(&closed, "/mcp", &[host], &[]), Ok(()), "{host:?}");
            assert_eq!(judge(&open, "/mcp", &[host], &[]), Ok(()), "{host:?}");
        }
        let allowed: [&[u8]; 5] = [
            b"skills.example.com",
            b"skills.example.com:80",
            b"Skills.Example.com:444",
            b"other.example:8443",
            b"[2001:db8::1]:80",
        ];
        for host in allowed {
            assert_eq!(judge(&closed, "/mcp", &[host], &[]), Err(Refusal::Host), "{host:?}");
            assert_eq!(judge(&open, "/mcp", &[host], &[]), Ok(()), "{host:?}");
            assert_eq!(judge(&any, "/mcp", &[host], &[]), Ok(()), "{host:?}");
        }
        let foreign: [&[u8]; 11] = [
            b"evil.example.com",
            b"evil@skills.example.com",
            b"localhost.evil.example",
            b"127.0.0.1.evil.example",
            b"evil@localhost",
            b"localhost@evil.example",
            b"10.0.0.1",
            b"[::2]",
            b"other.example",
            b"other.example:443",
            b"a.skills.example.com",
        ];
        for host in foreign {
            assert_eq!(judge(&closed, "/mcp", &[host], &[]), Err(Refusal::Host), "{host:?}");
            assert_eq!(judge(&open, "/mcp", &[host], &[]), Err(Refusal::Host), "{host:?}");
        }
        let broken: [&[u8]; 13] = [
            b"",
            b"a b",
            b"localhost/x",
            b"\xff",
            b"[::1",
            b"evil@localhost",
            b"skills.example.com:x",
            b"localhost:evil.example",
            b"[::1]:+80",
            b"[::1]x",
            b"[::1]80",
            b"localhost@localhost",
            b"localhost:80@localhost:80",
        ];
        for host in broken {
            assert_eq!(judge(&any, "/mcp", &[host], &[]), Err(Refusal::Host), "{host:?}");
        }
        assert_eq!(judge(&any, "/mcp", &[], &[]), Err(Refusal::Host));
        assert_eq!(judge(&closed, "/mcp", &[b"localhost", b"localhost"], &[]), Err(Refusal::Host));
        // The request line says so as well, or instead.
        assert_eq!(judge(&closed, "http://localhost/mcp", &[], &[]), Ok(()));
        assert_eq!(judge(&closed, "http://evil.example/mcp", &[], &[]), Err(Refusal::Host));
        assert_eq!(judge(&closed, "http://evil.example/mcp", &[b"localhost"], &[]), Err(Refusal::Host));
        assert_eq!(judge(&closed, "http://localhost/mcp", &[b"evil.example"], &[]), Err(Refusal::Host));
    }

    #[test]
    fn only_pages_of_this_computer_are_origins_unless_more_are_allowed() {
        let closed = Server::new(&NONE);
        let open = Server::new(&NONE).allowed_origins(["https://app.example.com", "vscode-webview://x"]);
        let any = Server::new(&NONE).allowed_origins(["*"]);
        let host: &[&[u8]] = &[b"localhost"];
        let local: [&[u8]; 4] =
            [b"http://localhost", b"https://localhost:6274", b"http://127.0.0.1:80", b"http://[::1]:3"];
        for origin in local {
            assert_eq!(judge(&closed, "/mcp", host, &[origin]), Ok(()), "{origin:?}");
        }
        for origin in [&b"https://app.example.com"[..], b"HTTPS://app.example.com", b"vscode-webview://x"] {
            assert_eq!(judge(&closed, "/mcp", host, &[origin]), Err(Refusal::Origin), "{origin:?}");
            assert_eq!(judge(&open, "/mcp", host, &[origin]), Ok(()), "{origin:?}");
            assert_eq!(judge(&any, "/mcp", host, &[origin]), Ok(()), "{origin:?}");
        }
        let foreign: [&[u8]; 12] = [
            b"http://localhost:evil.example",
            b"http://evil.example",
            b"null",
            b"",
            b"http://app.example.com",
            b"https://app.example.com:8443",
            b"http://localhost.evil.example",
            b"http://evil@localhost",
            b"file://localhost",
            b"localhost",
            b"http://localhost/path",
            b"\xff",
        ];
        for origin in foreign {
            assert_eq!(judge(&closed, "/mcp", host, &[origin]), Err(Refusal::Origin), "{origin:?}");
            assert_eq!(judge(&open, "/mcp", host, &[origin]), Err(Refusal::Origin), "{origin:?}");
        }
        let two: &[&[u8]] = &[b"http://localhost", b"http://localhost"];
        assert_eq!(judge(&closed, "/mcp", host, two), Err(Refusal::Origin));
        assert_eq!(judge(&any, "/mcp", host, &[]), Ok(()));
    }
}
