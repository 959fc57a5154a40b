//! As much of HTTP/1.1 as the playground's page needs: a request a connection, with limits on everything that comes from outside.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Bytes of a request's first line and headers.
const HEAD: usize = 16 << 10;
/// Bytes of a body: a program is shorter.
pub const BODY: usize = 1 << 20;
/// For a request to come, and for an answer to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Request {
    pub method: String,
    pub path: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A status and what it is called.
pub type Status = (u16, &'static str);

pub const OK: Status = (200, "OK");
pub const BAD: Status = (400, "Bad Request");
pub const FORBIDDEN: Status = (403, "Forbidden");
pub const NOT_FOUND: Status = (404, "Not Found");
pub const NOT_ALLOWED: Status = (405, "Method Not Allowed");
pub const BUSY: Status = (409, "Conflict");
pub const TOO_LARGE: Status = (413, "Content Too Large");
pub const WRONG_TYPE: Status = (415, "Unsupported Media Type");

pub struct Answer {
    pub status: Status,
    pub kind: &'static str,
    pub body: Vec<u8>,
    /// What the page may load and do.
    pub policy: &'static str,
}

/// Everything comes from this server, and no other page may show it.
const STRICT: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'none'";
/// A page with its script in it, which may load nothing; the playground shows it in a frame.
pub const ALONE: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; \
                         form-action 'none'; sandbox allow-scripts";

impl Answer {
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: OK, kind, body: body.into(), policy: STRICT }
    }

    pub fn json(value: &serde_json::Value) -> Answer {
        Answer::new("application/json", value.to_string())
    }

    /// A refusal, with the reason.
    pub fn refused(status: Status, why: &str) -> Answer {
        Answer { status, ..Answer::json(&serde_json::json!({ "refused": why })) }
    }
}

impl Request {
    /// None where the header is missing or is there more than once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(n, _)| n == name).map(|(_, value)| value.as_str());
        found.next().filter(|_| found.next().is_none())
    }

    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(n, _)| n == name)
    }

    /// Reads a request; an answer where it is none, or too large.
    ///
    /// # Errors
    /// Where the connection ends or is too slow.
    pub fn read(stream: &mut TcpStream) -> io::Result<Result<Request, Answer>> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut bytes = Vec::new();
        let mut part = [0; 4096];
        let end = loop {
            let end = bytes.windows(4).position(|w| w == b"\r\n\r\n");
            if let Some(end) = end.filter(|end| *end <= HEAD) {
                break end;
            }
            if bytes.len() > HEAD {
                return Ok(Err(Answer::refused(TOO_LARGE, "the head of the request is too long")));
            }
            match stream.read(&mut part)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => bytes.extend(&part[..n]),
            }
        };
        let mut request = match Request::head(&bytes[..end]) {
            Some(request) => request,
            None => return Ok(Err(Answer::refused(BAD, "this is no request of HTTP/1.1"))),
        };
        let length = match request.header("content-length").map(str::parse::<usize>) {
            None if !request.has("content-length") && !request.has("transfer-encoding") => 0,
            Some(Ok(n)) if n <= BODY && !request.has("transfer-encoding") => n,
            Some(Ok(_)) => return Ok(Err(Answer::refused(TOO_LARGE, "the program is longer than a megabyte"))),
            _ => return Ok(Err(Answer::refused(BAD, "the length of the body is not said"))),
        };
        request.body = bytes.split_off(end + 4);
        while request.body.len() < length {
            match stream.read(&mut part)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => request.body.extend(&part[..n]),
            }
        }
        request.body.truncate(length);
        Ok(Ok(request))
    }

    fn head(bytes: &[u8]) -> Option<Request> {
        let text = std::str::from_utf8(bytes).ok()?;
        let mut lines = text.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, path, version) = (first.next()?, first.next()?, first.next()?);
        if !version.starts_with("HTTP/1.") || first.next().is_some() || !path.starts_with('/') {
            return None;
        }
        let headers = lines
            .map(|line| line.split_once(':').map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_string())))
            .collect::<Option<Vec<_>>>()?;
        Some(Request { method: method.into(), path: path.into(), headers, body: Vec::new() })
    }
}

/// Sends an answer and closes the connection.
///
/// # Errors
/// Where nobody takes it.
pub fn answer(stream: &mut TcpStream, answer: &Answer) -> io::Result<()> {
    let (code, name) = answer.status;
    let head = format!(
        "HTTP/1.1 {code} {name}\r\nContent-Type: {}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: {}\r\n\r\n",
        answer.kind,
        answer.body.len(),
        answer.policy
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&answer.body)?;
    stream.shutdown(std::net::Shutdown::Write)?;
    // What was sent in vain is read: to close before would take the answer back.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let (mut rest, mut part) = (4 * BODY, [0; 8192]);
    while let Ok(n @ 1..) = stream.read(&mut part) {
        rest = rest.saturating_sub(n);
        if rest == 0 {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Request;

    #[test]
    fn heads_are_read_as_they_must_be() {
        let head = Request::head(b"GET /x HTTP/1.1\r\nHost: a\r\nhost: b\r\nOrigin: c").expect("well formed");
        assert_eq!((head.method.as_str(), head.path.as_str(), head.header("origin")), ("GET", "/x", Some("c")));
        assert_eq!((head.header("host"), head.has("host")), (None, true));
        let wrong =
            ["", "GET /x", "GET x HTTP/1.1", "GET /x HTTP/2", "GET /x HTTP/1.1 y", "GET /x HTTP/1.1\r\nno colon"];
        assert!(wrong.iter().all(|w| Request::head(w.as_bytes()).is_none()));
    }
}
