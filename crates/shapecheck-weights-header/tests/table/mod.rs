//! Files made by hand to do harm, for all that read headers: each with what has to be said of it.

/// A file that says it has a header of `length` bytes.
fn claiming(length: u64, header: &[u8], elements: &[u8]) -> Vec<u8> {
    [&length.to_le_bytes(), header, elements].concat()
}

/// A file with this header, and this many zeros after it.
pub fn file(header: &[u8], elements: usize) -> Vec<u8> {
    claiming(header.len() as u64, header, &vec![0; elements])
}

/// A header of one tensor `x`.
pub fn one(sizes: &str, offsets: &str) -> String {
    format!(r#"{{"x":{{"dtype":"F32","shape":{sizes},"data_offsets":{offsets}}}}}"#)
}

/// A header of two tensors `x` and `y` of one element each.
fn two(first: &str, second: &str) -> String {
    let (x, y) = (one("[1]", first), one("[1]", second).replace('x', "y"));
    format!("{},{}", &x[..x.len() - 1], &y[1..])
}

/// Files whose headers are refused, whatever follows them.
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub fn headers() -> Vec<(Vec<u8>, &'static str)> {
    let x = one("[1]", "[0,4]");
    let x = x.as_bytes();
    let nested = |front: &str, back: &str| {
        [front.repeat(100_000), back.repeat(100_000)]
            .concat()
            .into_bytes()
    };
    let json = "its header is not the JSON that it should be: ";
    let mut all = vec![
        // Lengths: none, cut off, beyond the file, and so that they overflow.
        (vec![], "it has no header"),
        (vec![0; 7], "it has no header"),
        (claiming(0, b"", b""), json),
        (
            claiming(54 + 5, x, &[0; 4]),
            "its header has 59 bytes, and 58 are there",
        ),
        (
            claiming(100_000_000, x, &[0; 4]),
            "its header has 100000000 bytes, and 58 are there",
        ),
        (
            claiming(1 << 40, x, &[0; 4]),
            "its header would have 1099511627776 bytes",
        ),
        (
            claiming(u64::MAX, x, &[0; 4]),
            "its header would have 18446744073709551615 bytes",
        ),
        (
            claiming(u64::MAX - 7, x, &[0; 4]),
            "its header would have 18446744073709551608 bytes",
        ),
        // Texts: cut off, followed by another, none, nested deep, and with bytes that are not letters.
        (claiming(53, x, &[0; 4]), json),
        (file(&[x, x].concat(), 4), json),
        (file(b"null", 0), json),
        (file(b"[]", 0), json),
        (file(b"{", 0), json),
        (file(&nested("[", "]"), 0), json),
        (file(&nested("{\"x\":", "}"), 0), json),
        (file(b"{\"\xff\":1", 0), json),
        (file(&[b"{\"\xff\":", &x[5..]].concat(), 4), json),
        (file(&[&x[..52], b",\"\xff\":1}}"].concat(), 4), json),
    ];
    let max = u64::MAX;
    let of_tensors = [
        // Names that come twice: another program might read the other tensor.
        (
            r#"{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#.into(),
            8,
            "`x` is there twice",
        ),
        (r#"{"__metadata__":{},"__metadata__":{}}"#.into(), 0, json),
        (one("[1]", "[0,4]").replace("\"shape\"", "\"shape\":[2],\"shape\""), 4, json),
        // Offsets: reversed, of other lengths, at numbers that overflow, with a hole, overlapping, twice the same.
        (one("[1]", "[4,0]"), 4, "`x` has 4 bytes, and its data is from 4 to 0"),
        (one("[1]", "[0,8]"), 4, "`x` has 4 bytes, and its data is from 0 to 8"),
        (one("[1]", &format!("[{},{max}]", max - 4)), 4, "`x` has its data from"),
        (one("[1]", &format!("[{max},3]")), 4, "`x` has 4 bytes, and its data is from"),
        (one("[1]", "[4,8]"), 8, "`x` has its data from 4, and that before it ends at 0"),
        (two("[0,4]", "[8,12]"), 12, "`y` has its data from 8, and that before it ends at 4"),
        (two("[0,4]", "[2,6]"), 6, "`y` has its data from 2, and that before it ends at 4"),
        (two("[0,4]", "[0,4]"), 4, "`y` has its data from 0, and that before it ends at 4"),
        (two("[4,8]", "[4,8]"), 8, "`x` has its data from 4, and that before it ends at 0"),
        (two("[0,4]", "null"), 8, "`y` has no `data_offsets`"),
        (one("[1]", "[0]"), 4, json),
        // Sizes: another number of bytes, and products that overflow, to 0 or to what is there.
        (one("[2]", "[0,4]"), 4, "`x` has 8 bytes, and its data is from 0 to 4"),
        (one("[]", "[0,0]"), 0, "`x` has 4 bytes, and its data is from 0 to 0"),
        (one("[0]", "[0,4]"), 4, "`x` has 0 bytes, and its data is from 0 to 4"),
        (one("[4294967296,4294967296]", "[0,0]"), 0, "`x` is none: overflow"),
        (one("[4294967296,4294967296,0]", "[0,0]"), 0, "`x` is none: overflow"),
        (one("[4611686018427387905]", "[0,4]"), 4, "`x` is none: overflow"),
        (one("[18446744073709551615,18446744073709551615]", "[0,4]"), 4, "`x` is none: overflow"),
        (one("[18446744073709551616]", "[0,4]"), 4, json),
        (one("[1.5]", "[0,4]"), 4, json),
        (one("[-1]", "[0,4]"), 4, json),
        (one("null", "[0,4]"), 4, json),
        // Elements that are none, and half a byte of them.
        (one("[1]", "[0,4]").replace("F32", "F33"), 4, "unknown variant `F33`"),
        (one("[1]", "[0,4]").replace("\"F32\"", "null"), 4, json),
        (one("[1]", "[0,1]").replace("F32", "F4"), 1, "`x` is none: "),
        (r#"{"x":null}"#.into(), 0, json),
        (r#"{"x":{}}"#.into(), 0, json),
        (r#"{"__metadata__":{"x":{}}}"#.into(), 0, json),
        (one("[2]", "[0,4]").replace("\"x\"", r#""\u001b[2J""#), 4, r"`\u{1b}[2J` has 8 bytes"),
    ];
    let of_tensors = of_tensors.into_iter();
    all.extend(of_tensors.map(|(header, bytes, told)| (file(header.as_bytes(), bytes), told)));
    all
}

/// Files with sound headers whose data is cut off or has more after it: for those who read it.
pub fn lengths() -> Vec<(Vec<u8>, &'static str)> {
    let header = one("[1]", "[0,4]");
    let huge = one("[1099511627776]", "[0,4398046511104]");
    vec![
        (
            file(header.as_bytes(), 3),
            "it has 65 bytes, and 66 by its header",
        ),
        (
            file(header.as_bytes(), 5),
            "it has 67 bytes, and 66 by its header",
        ),
        (
            file(huge.as_bytes(), 4),
            "it has 90 bytes, and 4398046511190 by its header",
        ),
    ]
}
