//! Messages on a stream: a header with `Content-Length`, and that many bytes of JSON.

use std::io::{self, BufRead, Write};

/// A longer header is an error.
const LONGEST_HEADER: usize = 1 << 16;

/// The next part of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// A whole message.
    Message {
        /// The header, with the empty line that ends it.
        header: Vec<u8>,
        /// The JSON.
        body: Vec<u8>,
    },
    /// The stream ended between two messages.
    End,
    /// Not a message, or an incomplete one.
    Broken {
        /// All bytes received.
        bytes: Vec<u8>,
        /// The error.
        reason: String,
    },
}

/// Reads the next message.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn read(reader: &mut impl BufRead) -> io::Result<Frame> {
    let mut header = Vec::new();
    let mut length = None;
    loop {
        let start = header.len();
        let mut limited = io::Read::take(&mut *reader, (LONGEST_HEADER - start) as u64);
        let count = limited.read_until(b'\n', &mut header)?;
        let line = &header[start..];
        if count == 0 && start == 0 {
            return Ok(Frame::End);
        }
        if !line.ends_with(b"\n") {
            let reason = match header.len() >= LONGEST_HEADER {
                true => "a header without an end",
                false => "the end in the middle of a header",
            };
            return Ok(broken(header, reason));
        }
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<usize>().ok();
                if length.is_none() {
                    let reason = format!("the length `{}`", value.trim());
                    return Ok(broken(header, &reason));
                }
            }
            Some(_) => {}
            None => {
                let reason = format!("the header line `{line}`");
                return Ok(broken(header, &reason));
            }
        }
    }
    let Some(length) = length else {
        return Ok(broken(header, "a header without `Content-Length`"));
    };
    let mut body = Vec::new();
    let count = io::Read::read_to_end(&mut io::Read::take(reader, length as u64), &mut body)?;
    if count < length {
        let mut bytes = header;
        bytes.extend(body);
        let reason = format!("the end after {count} of {length} bytes of a message");
        return Ok(broken(bytes, &reason));
    }
    Ok(Frame::Message { header, body })
}

fn broken(bytes: Vec<u8>, reason: &str) -> Frame {
    Frame::Broken {
        bytes,
        reason: reason.to_owned(),
    }
}

/// Writes a message.
///
/// # Errors
///
/// Returns an error if writing fails.
pub fn write(writer: &mut impl Write, body: &[u8]) -> io::Result<()> {
    write!(writer, "Content-Length: {}\r\n\r\n", body.len())?;
    writer.write_all(body)?;
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(stream: &[u8]) -> (Vec<u8>, String) {
        match read(&mut &stream[..]).unwrap() {
            Frame::Broken { bytes, reason } => (bytes, reason),
            frame => panic!("{frame:?}"),
        }
    }

    #[test]
    fn messages_one_after_another() {
        let stream = b"Content-Length: 2\r\n\r\n{}content-length:3\r\nX: y\r\n\r\n[1]";
        let mut reader = &stream[..];
        for expected in [&b"{}"[..], b"[1]"] {
            match read(&mut reader).unwrap() {
                Frame::Message { body, .. } => assert_eq!(body, expected),
                frame => panic!("{frame:?}"),
            }
        }
        assert_eq!(read(&mut reader).unwrap(), Frame::End);
    }

    #[test]
    fn all_that_came_is_handed_on() {
        for (stream, reason) in [
            (&b"Content-Length: 20\r\n\r\n{}"[..], "2 of 20 bytes"),
            (b"Content-Length: x\r\n\r\n", "the length `x`"),
            (b"hello\n", "the header line `hello`"),
            (b"Content-Le", "middle of a header"),
            (b"X: y\r\n\r\n", "without `Content-Length`"),
        ] {
            let (bytes, told) = reasons(stream);
            assert!(stream.starts_with(&bytes) && !bytes.is_empty());
            assert!(told.contains(reason), "{told}");
        }
        let (bytes, _) = reasons(b"Content-Length: 20\r\n\r\n{}");
        assert_eq!(bytes, b"Content-Length: 20\r\n\r\n{}");
    }

    #[test]
    fn a_stream_without_lines_is_given_up() {
        let stream = vec![b'x'; LONGEST_HEADER * 2];
        let (bytes, reason) = reasons(&stream);
        assert_eq!(bytes.len(), LONGEST_HEADER);
        assert_eq!(reason, "a header without an end");
    }
}
