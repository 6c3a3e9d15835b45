//! Numbers come back as they were, text stays, and nothing is lost of what is cut off.

use std::time::{Duration, Instant};

use cargo_shapecheck::message::ansi::Styled;
use cargo_shapecheck::message::rendered::{self, Changes};
use cargo_shapecheck::message::rewrite_line;
use cargo_shapecheck::types::code;
use cargo_shapecheck::types::{Evidence, LONGEST, find, rewrite, rewrite_with};
use cargo_shapecheck::wrapper;
use proptest::collection::vec;
use proptest::prelude::*;

/// A number as rustc prints its type.
fn unsigned(value: u128) -> String {
    match value {
        0 => "UTerm".to_owned(),
        _ => format!("UInt<{}, B{}>", unsigned(value >> 1), value & 1),
    }
}

fn signed(value: i128) -> String {
    match value {
        0 => "Z0".to_owned(),
        1.. => format!("PInt<{}>", unsigned(value.unsigned_abs())),
        _ => format!("NInt<{}>", unsigned(value.unsigned_abs())),
    }
}

/// A message that has all of the names in structures.
fn everything() -> Evidence {
    Evidence::of("shapecheck:: NInt<UInt<UInt<UTerm, B1>, B0>> Axes<Scalar, Dyn>")
}

/// A type as rustc prints it where its name alone would not say which it is.
fn with_paths(printed: &str) -> String {
    let mut text = printed.to_owned();
    for name in ["UInt<", "UTerm", "B0", "B1"] {
        text = text.replace(name, &format!("generic_array::typenum::{name}"));
    }
    text
}

/// The entries of a shape: sizes, dynamic axes and parameters.
fn axes() -> impl Strategy<Value = Vec<(String, String)>> {
    let size = (0_u128..100_000).prop_map(|size| (unsigned(size), size.to_string()));
    let entry = prop_oneof![
        6 => size,
        1 => Just(("Dyn".to_owned(), "_".to_owned())),
        1 => Just(("N".to_owned(), "N".to_owned())),
    ];
    vec(entry, 1..12)
}

fn printed_shape(base: &str, axes: &[(String, String)]) -> String {
    axes.iter().fold(base.to_owned(), |lead, (last, _)| {
        format!("Axes<{lead}, {last}>")
    })
}

fn written_shape(prefix: &str, axes: &[(String, String)]) -> String {
    let axes: Vec<&str> = axes.iter().map(|(_, axis)| axis.as_str()).collect();
    format!("[{prefix}{}]", axes.join(", "))
}

/// The words that mean something to the tool, in any order: much that looks like types, and is none.
fn rubble() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "UInt<",
        "UTerm",
        "B0",
        "B1",
        ", ",
        ">",
        "<",
        "PInt<",
        "NInt<",
        "Z0",
        "Axes<",
        "Scalar",
        "DynShape",
        "Dyn",
        "TensorOn<",
        "Host",
        "Inline",
        "Borrowed<'a, ",
        "Shape2<",
        "Then1<",
        "AxisList<(",
        "Axis<-1>",
        "00_000_000_000_000_000_012",
        "add a bound ",
        "where ",
        "shape![",
        "shapecheck::",
        "typenum::consts::U7",
        "...",
        "…",
        "_",
        "`",
        "&",
        "(",
        ")",
        "[",
        "]",
        "f32",
        "\u{1b}[1m",
        "\u{1b}[0m",
        "\u{1b}",
        "é",
        "\n",
        " ",
        "->",
        "= note: ",
        "error[E0308]: ",
        "7 | ",
        "expected `",
        "`, found `",
        "..",
        "-1",
        "::",
    ]);
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

#[test]
fn what_is_no_size_is_rewritten_as_it_would_be_afterwards() {
    let text = "shape![Shape2<Z0, add a bound typenum::consts::U7>";
    assert_eq!(rewrite(text), "shape![[Z0, add a bound 7]");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn an_unsigned_number_is_its_decimal(value: u128) {
        prop_assert_eq!(rewrite(&unsigned(value)), value.to_string());
        prop_assert_eq!(rewrite(&with_paths(&unsigned(value))), value.to_string());
        let array = format!("expected `GenericArray<f32, {}>`", unsigned(value));
        prop_assert_eq!(rewrite(&array), format!("expected `GenericArray<f32, {value}>`"));
    }

    #[test]
    fn a_signed_number_is_its_decimal(value: i128) {
        let text = rewrite_with(&signed(value), everything());
        prop_assert_eq!(text.parse::<i128>().unwrap(), value);
        // A positive number is never taken for an unsigned one.
        prop_assert_eq!(text.starts_with('+'), value > 0);
    }

    #[test]
    fn a_number_longer_than_any_integer(low: u128, high in 1_u128..1000) {
        let bits = unsigned(low | 1 << 127);
        let printed = (0..7).rev().fold(bits, |lead, bit| format!("UInt<{lead}, B{}>", high >> bit & 1));
        let text = rewrite(&printed);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() >= 40, "{}", text);
    }

    #[test]
    fn a_shape_is_a_list(axes in axes()) {
        let evidence = everything();
        for (base, prefix) in [("Scalar", ""), ("DynShape", "..DynShape, "), ("S", "..S, ")] {
            let printed = format!("Tensor<f32, {}>", printed_shape(base, &axes));
            let written = format!("Tensor<f32, {}>", written_shape(prefix, &axes));
            prop_assert_eq!(&rewrite_with(&printed, evidence), &written);
            // What is written that way stays that way.
            prop_assert_eq!(&rewrite_with(&written, evidence), &written);
        }
    }

    #[test]
    fn other_text_stays(text in "\\PC*") {
        let names = ["UInt", "UTerm", "Axes", "Scalar", "TensorOn", "Int<", "Z0", "B0", "B1", "Shape", "Then"];
        prop_assume!(names.iter().all(|name| !text.contains(name)));
        prop_assert_eq!(&rewrite(&text), &text);
    }

    #[test]
    fn what_is_rewritten_stays(text in rubble()) {
        let evidence = Evidence::of(&text);
        let once = rewrite_with(&text, evidence);
        prop_assert_eq!(&rewrite_with(&once, evidence), &once);
    }

    /// What stands between the types is there afterwards, in order.
    #[test]
    fn nothing_but_types_is_replaced(text in rubble()) {
        let found = find(&text, everything());
        let mut position = 0;
        for replacement in &found {
            prop_assert!(replacement.range.start >= position);
            prop_assert!(text.get(replacement.range.clone()).is_some());
            // Only whole words, and brackets that close, are replaced.
            let old = &text[replacement.range.clone()];
            let depth = old.matches('<').count() as i64 - old.replace("->", "").matches('>').count() as i64;
            prop_assert_eq!(depth, 0, "{}", old);
            position = replacement.range.end;
        }
    }

    /// However a type is cut, every parameter in it is still there.
    #[test]
    fn a_cut_type_keeps_its_text(axes in axes(), cut in 0..400_usize) {
        let printed = format!("note: `Tensor<Element, {}>`", printed_shape("Prefix", &axes));
        let cut = printed.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(printed.len());
        let text = &printed[..cut];
        let new = rewrite(text);
        for name in ["Element", "Prefix"] {
            prop_assert_eq!(new.matches(name).count(), text.matches(name).count());
        }
        // As long as nothing closes, nothing is a type yet.
        if !text.contains('>') {
            prop_assert_eq!(new, text);
        }
    }

    #[test]
    fn colours_change_no_text(text in rubble()) {
        let styled = Styled::new(&text);
        prop_assert_eq!(styled.apply(&[]), text.clone());
        // A lone escape character would make a sequence of the bracket that a shape begins with.
        if !styled.plain.contains('\u{1b}') {
            let found = find(&styled.plain, Evidence::of(&styled.plain));
            let coloured = Styled::new(&styled.apply(&found)).plain;
            prop_assert_eq!(coloured, rewrite(&styled.plain));
        }
    }

    #[test]
    fn a_message_of_anything_is_valid(message in rubble(), label in rubble(), note in rubble(), rendered in rubble()) {
        let line = serde_json::json!({
            "$message_type": "diagnostic",
            "message": message,
            "code": {"code": "E0308", "explanation": null},
            "level": "error",
            "spans": [{"is_primary": true, "label": label, "expansion": null}],
            "children": [{"message": note, "spans": [], "children": []}],
            "rendered": rendered,
        }).to_string();
        if let Some(new) = rewrite_line(&line) {
            let value: serde_json::Value = serde_json::from_str(&new).unwrap();
            prop_assert_eq!(value["rendered"].as_str().unwrap().lines().count() <= rendered.lines().count() + 1, true);
        }
    }

    #[test]
    fn a_line_of_anything_is_left_or_valid(line in rubble()) {
        prop_assert_eq!(rewrite_line(&line), None);
    }
}

/// typenum's own aliases, as `type_name` prints them.
#[test]
fn numbers_of_typenum() {
    use typenum::{N5, P7, U0, U1, U12, U1024, U9223372036854775808, Z0};
    // A path alone is that of an item, as in a `use`.
    assert_eq!(rewrite("typenum::uint::UTerm"), "typenum::uint::UTerm");
    let evidence = everything();
    let name = |name: &str| rewrite_with(name, evidence);
    assert_eq!(name(std::any::type_name::<U0>()), "0");
    assert_eq!(name(std::any::type_name::<U1>()), "1");
    assert_eq!(name(std::any::type_name::<U12>()), "12");
    assert_eq!(name(std::any::type_name::<U1024>()), "1024");
    assert_eq!(
        name(std::any::type_name::<U9223372036854775808>()),
        "9223372036854775808"
    );
    assert_eq!(name(std::any::type_name::<P7>()), "+7");
    assert_eq!(name(std::any::type_name::<N5>()), "-5");
    assert_eq!(name(std::any::type_name::<Z0>()), "0");
}

#[test]
fn types_one_by_one() {
    for (printed, written) in [
        ("UInt<N, B1>", "2*N + 1"),
        ("UInt<UInt<N, B1>, B0>", "4*N + 2"),
        ("UInt<UInt<..., ...>, ...>", "UInt<UInt<..., ...>, ...>"),
        ("UInt<_, B1>", "UInt<_, B1>"),
        ("UInt<UTerm, B0>", "UInt<UTerm, B0>"),
        (
            "<UInt<UTerm, B1> as IsEqual<UTerm>>::Output == B1",
            "<1 as IsEqual<0>>::Output == True",
        ),
        ("typenum::UInt<typenum::UTerm, typenum::B1>", "1"),
        ("Axes<Axes<..., ...>, ...>", "Axes<Axes<..., ...>, ...>"),
        ("Axes<_, UInt<UTerm, B1>>", "Axes<_, 1>"),
        (
            "shape![_] and Axes<_, UInt<UTerm, B1>>",
            "shape![_] and [..?, 1]",
        ),
        ("Axes<Axes<Scalar, _>, UInt<UTerm, B1>>", "[?, 1]"),
        (
            "shapecheck::Axes<_, UInt<_, B1>>",
            "shapecheck::Axes<_, UInt<_, B1>>",
        ),
        ("Axes<'a, X, Y>", "Axes<'a, X, Y>"),
        ("shape::Axes<shape::Scalar, Dyn>", "[_]"),
        ("Axes<X, Y>", "Axes<X, Y>"),
        ("Axes<Axes<Scalar, Dyn>, UInt<UTerm, B1>>", "[_, 1]"),
        ("Axes<DynShape, N>", "[..DynShape, N]"),
        (
            "TensorOn<f32, Axes<<A as Broadcast<B>>::Output, UTerm>, Host>",
            "Tensor<f32, [..<A as Broadcast<B>>::Output, 0]>",
        ),
        (
            "TensorOn<f32, Axes<<Axes<Scalar, UTerm> as Broadcast<B>>::Output, UTerm>, Host>",
            "Tensor<f32, [..<[0] as Broadcast<B>>::Output, 0]>",
        ),
        ("shapecheck::Axes<shapecheck::Scalar, N>", "[N]"),
        ("Tensor<f32, shapecheck::Scalar>", "Tensor<f32, []>"),
        ("impl<S: Scalar> Matrix<S>", "impl<S: Scalar> Matrix<S>"),
        (
            "shapecheck::__macro::Shape2<shapecheck::typenum::consts::U3, shapecheck::Dyn>",
            "[3, _]",
        ),
        (
            "shapecheck::__macro::Then1<S, shapecheck::typenum::consts::U3>",
            "[..S, 3]",
        ),
        ("&TensorOn<f32, Axes<Scalar, UTerm>>", "&Tensor<f32, [0]>"),
        (
            "(TensorOn<f32, Axes<Scalar, Dyn>>, TensorOn<f32, S>)",
            "(Tensor<f32, [_]>, Tensor<f32, S>)",
        ),
        ("TensorOn<f32, Scalar>", "Tensor<f32, []>"),
        ("TensorOn<f32, DynShape, Host>", "Tensor<f32, DynShape>"),
        ("TensorOn<f32, S, Inline>", "InlineTensor<f32, S>"),
        (
            "TensorOn<f32, Axes<Scalar, Dyn>, shapecheck::host::Borrowed<'a>> and more",
            "View<'a, f32, [_]> and more",
        ),
        ("TensorOn<_, _, Borrowed<'_>>", "View<'_, _, _>"),
        ("TensorOn<f32, S, BorrowedMut<'_>>", "ViewMut<'_, f32, S>"),
        (
            "TensorOn<f32, Axes<Axes<Scalar, B>, UTerm>, Candle>",
            "TensorOn<f32, [B, 0], Candle>",
        ),
        ("TensorOn<f32, Axes<S, N>, E>", "TensorOn<f32, [..S, N], E>"),
        (
            "TensorOn<u8, Scalar, mine::Host>",
            "TensorOn<u8, [], mine::Host>",
        ),
        (
            "TensorOn<<E as Binary<shapecheck::engine::ops::Add, f32>>::Element, S, E>",
            "TensorOn<<E as Binary<ops::Add, f32>>::Element, S, E>",
        ),
        (
            "`Inline` cannot compute `shapecheck::engine::ops::Add` of elements `bool`",
            "`Inline` cannot compute `ops::Add` of elements `bool`",
        ),
        (
            "`shapecheck::host::Borrowed<'_>` does not implement `MovesAxes<f32>`",
            "`Borrowed<'_>` does not implement `MovesAxes<f32>`",
        ),
        (
            "Permute<AxisList<(Axis<-1>, Axis<-3>), (Axis<-3>, Axis<-1>)>>",
            "Permute<axes![-1, -3]>",
        ),
        ("AxisList<(Axis<-1>,), (Axis<-1>,)>", "axes![-1]"),
        ("AxisList<(X, Y), Z>", "AxisList<(X, Y), Z>"),
        (
            "Axes<Scalar, Dyn> size 00_000_000_004_294_967_311 at",
            "[_] size 4294967311 at",
        ),
        (
            "size 00_000_000_004_294_967_311 at",
            "size 00_000_000_004_294_967_311 at",
        ),
        ("18_446_744_073_709_551_615", "18_446_744_073_709_551_615"),
        (
            "(TensorOn<TensorOn<u8, A>, B, Inline>, UTerm, UInt<UTerm, B1>)",
            "(InlineTensor<Tensor<u8, A>, B>, 0, 1)",
        ),
        (
            "&shapecheck::Tensor<f32, shapecheck::Axes<S, N>>",
            "&Tensor<f32, [..S, N]>",
        ),
        ("use shapecheck::Tensor;", "use shapecheck::Tensor;"),
        ("pub struct Axes<Lead, Last>", "pub struct Axes<Lead, Last>"),
        ("the size `Dyn` is not known", "the size `Dyn` is not known"),
        ("MyUInt<UTermination, B1>", "MyUInt<UTermination, B1>"),
    ] {
        assert_eq!(rewrite(printed), written, "{printed}");
    }
}

/// Names that somebody else has as well, where nothing says that they are the crate's or typenum's.
#[test]
fn names_of_others() {
    for text in [
        "struct `UTerm` is never constructed",
        "expected `UTerm`, found `B0`",
        "expected `Vec<UTerm>`, found `Z0`",
        "expected `UTerm`, found `UInt<typenum::UTerm, typenum::B0>`",
        "unused imports: `typenum::UTerm`, `typenum::consts::U7` and `shapecheck::Scalar`",
        "mine::UInt<mine::UTerm, mine::B1>",
        "UInt<mine::UTerm, B1>",
        "Axes<Host, Dyn>",
        "TensorOn<u8, u16>",
        "unused import: `shapecheck::engine::ops::Add`",
        "Axes<Scalar, B0>",
        "Axes<mine::Scalar, Dyn>",
        "mine::Axes<Scalar, Dyn>",
        "fn f<S: Scalar>() -> Scalar",
        "ticket 00_042",
    ] {
        assert_eq!(rewrite(text), text);
    }
    for (printed, written) in [
        // rustc leaves the path out where there is but one type of the name.
        (
            "expected `UTerm`, found `UInt<typenum::UTerm, B1>`",
            "expected `UTerm`, found `1`",
        ),
        (
            "expected `typenum::UTerm`, found `UInt<typenum::UTerm, B1>`",
            "expected `0`, found `1`",
        ),
        (
            "(Axes<u8, u16>, TensorOn<f32, shapecheck::Axes<Scalar, Dyn>>)",
            "(Axes<u8, u16>, Tensor<f32, [_]>)",
        ),
        (
            "Axes<u8, u16> and shapecheck::Axes<S, N>",
            "Axes<u8, u16> and [..S, N]",
        ),
        (
            "(Scalar, TensorOn<f32, shapecheck::Scalar>)",
            "(Scalar, Tensor<f32, []>)",
        ),
        ("(Scalar, TensorOn<f32, Scalar>)", "([], Tensor<f32, []>)"),
        (
            "(TensorOn<u8, u16>, shapecheck::TensorOn<f32, S>)",
            "(TensorOn<u8, u16>, Tensor<f32, S>)",
        ),
        (
            "(TensorOn<f32, S, Host>, TensorOn<f32, S, shapecheck::Host>)",
            "(TensorOn<f32, S, Host>, Tensor<f32, S>)",
        ),
    ] {
        assert_eq!(rewrite(printed), written, "{printed}");
    }
}

/// Neither the stack nor the clock is the limit.
#[test]
fn texts_made_to_be_hard() {
    for piece in [
        "UInt<",
        "Axes<",
        "Axes<(",
        "PInt<",
        "TensorOn<f32, ",
        "Axes<S, F<",
        "Then1<",
        "Axes<Scalar, ",
    ] {
        let text = piece.repeat(20_000);
        assert_eq!(rewrite_with(&text, Evidence::default()), text);
        let closed = text + &", B1>".repeat(100);
        rewrite_with(&closed, everything());
    }
    let deep = format!("{}UTerm{}", "UInt<".repeat(5_000), ", B1>".repeat(5_000));
    assert!(rewrite(&deep).len() > 1_500);
}

/// Each of these is read a few times, however long it is: with colours and without, and as code.
#[test]
fn long_texts_take_no_longer_than_their_length() {
    const MANY: usize = 20_000;
    let chain = |head: &str, base: &str, tail: &str| head.repeat(MANY) + base + &tail.repeat(MANY);
    let texts = [
        chain("UInt<", "UTerm", ", B1>"),
        chain("(B1, ", "", ")"),
        chain("Axes<", "Scalar", ", Dyn>"),
        chain("Axes<", "S", ", N>"),
        chain("Axes<S, ", "Dyn", ">"),
        chain("Axes<F<", "S", ">, N>"),
        chain("Then1<", "S", ", N>"),
        chain("shapecheck::Then1<", "S", ", U3>"),
        chain("shapecheck::Shape1<", "N", ">"),
        chain("TensorOn<", "f32", ", S, Host>"),
        chain("TensorOn<f32, Axes<", "S", ", Dyn>>"),
        chain("TensorOn<f32, S, ", "E", ">"),
        chain("AxisList<(", "Axis<-1>", "), X>"),
        chain("typenum::", "UTerm", ""),
        chain("", "add a bound `", "Axes<S, N>, "),
        chain("", "", "\u{1b}]8;; UTerm"),
        chain("", "", "\u{1b}[1mUInt<UTerm, \u{1b}[35mB1>, "),
        chain("\u{1b}[35mAxes<\u{1b}[0m", "Scalar", ", Dyn>"),
        chain("", "", "  = note: UInt<UTerm, B1>\n"),
        chain("Axes<Scalar, <", "N", " as Extent>::Plus<M>>"),
        format!("Axes<Scalar, {}>", chain("<", "N", " as Extent>::Plus<M>")),
        chain("Axes<Scalar, <F<", "N", "> as Extent>::Times<M>>"),
    ];
    let evidence = everything();
    for text in texts {
        let start = Instant::now();
        rewrite(&text);
        rendered::rewrite(&text, &Changes::default(), evidence);
        code::rewrite(&text, evidence, &|name| Some(name.to_owned()));
        let what = &text[..60];
        // A second without optimization; the square of the length would take half a minute.
        assert!(
            start.elapsed() < Duration::from_secs(12),
            "{what:?}: {:?}",
            start.elapsed()
        );
    }
}

/// What nobody could read passes as it is, and that is said.
#[test]
fn a_text_beyond_the_bound_passes_as_it_is() {
    let text = "UInt<UTerm, B1> ".repeat(LONGEST / 16);
    assert_eq!(rewrite(&text).len(), LONGEST / 8);
    let text = text + "UInt<UTerm, B1>";
    assert_eq!(rewrite(&text), text);
    let message = |text: &str| {
        let span = serde_json::json!({"is_primary": true, "label": null, "expansion": null});
        let code = serde_json::json!({"code": "E0277", "explanation": null});
        let message = serde_json::json!({
            "$message_type": "diagnostic", "message": text, "code": code, "level": "error",
            "spans": [span], "children": [], "rendered": format!("error: {text}\n"),
        });
        format!("{message}\n")
    };
    let (long, short) = (message(&text), message("expected `UInt<UTerm, B1>`"));
    let mut told = Vec::new();
    wrapper::copy(format!("{long}{short}").as_bytes(), &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    let rest = told.strip_prefix(&long).unwrap();
    let said = format!(
        "cargo-shapecheck: the message above has {} bytes, more than {LONGEST}, and is passed on as it is\n",
        long.len()
    );
    assert!(rest.strip_prefix(&said).unwrap().contains("expected `1`"));
    // What has nothing to rewrite is none of the tool's business.
    let other = message(&"words ".repeat(LONGEST));
    let mut told = Vec::new();
    wrapper::copy(other.as_bytes(), &mut told).unwrap();
    assert!(told == other.as_bytes());
}

/// Each error is compared with those before it, though not with all of them, and not by reading the file anew.
#[test]
fn many_errors_take_no_longer_than_their_number() {
    const MANY: usize = 3000;
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("many");
    std::fs::create_dir_all(&folder).unwrap();
    let function = "fn f() { x.add(y); }\n";
    std::fs::write(folder.join("lib.rs"), function.repeat(MANY)).unwrap();
    let mut errors = String::new();
    for line in 0..MANY {
        let start = line * function.len() + 9;
        let span = serde_json::json!({
            "is_primary": true, "label": null, "expansion": null, "file_name": "lib.rs",
            "line_start": line + 1, "line_end": line + 1, "byte_start": start, "byte_end": start + 8,
        });
        let message = serde_json::json!({
            "$message_type": "diagnostic", "level": "error", "code": {"code": "E0277", "explanation": null},
            "message": format!("cannot broadcast {line}: `TensorOn<f32, Axes<Scalar, UInt<UTerm, B1>>>`"),
            "spans": [span], "children": [], "rendered": format!("error: cannot broadcast {line}\n"),
        });
        errors += &format!("{message}\n");
    }
    let start = Instant::now();
    let mut told = Vec::new();
    wrapper::copy_from(&folder, errors.as_bytes(), &mut told).unwrap();
    assert_eq!(String::from_utf8(told).unwrap().lines().count(), MANY);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn sizes_with_names_are_written_as_in_a_shape() {
    let two = "UInt<UInt<UTerm, B1>, B0>";
    for (printed, written) in [
        (
            "Axes<Axes<Scalar, NamedDim<Batch>>, NamedDim<Seq>>".to_owned(),
            "[Batch, Seq]",
        ),
        (
            "TensorOn<f32, Axes<Axes<Scalar, NamedDim<words::dims_batch::Batch>>, Dyn>, Host>"
                .to_owned(),
            "Tensor<f32, [words::Batch, _]>",
        ),
        (
            "Axes<Scalar, NamedDim<SumOf<Past, Seq>>>".to_owned(),
            "[Past + Seq]",
        ),
        (
            format!("Axes<Scalar, NamedDim<ProductOf<Heads, ProductOf<NumberOf<{two}>, Pairs>>>>"),
            "[Heads * (2 * Pairs)]",
        ),
        (
            format!(
                "Axes<Axes<Scalar, NamedDim<Rgb, {two}>>, NamedDim<ProductOf<SumOf<A, B>, C>>>"
            ),
            "[Rgb, (A + B) * C]",
        ),
        (
            "of `Axes<Scalar, Dyn>` size `dims_seq::Source`, not `words::dims_seq::Seq`".to_owned(),
            "of `[_]` size `Source`, not `words::Seq`",
        ),
        (
            "no axis has the size `SumOf<A, SumOf<B, C>>`".to_owned(),
            "no axis has the size `A + (B + C)`",
        ),
        (
            "size `Heads * Count<2>` does not match size `Count<2> * ProductOf<Count<3>, Head>`"
                .to_owned(),
            "size `Heads * 2` does not match size `2 * (3 * Head)`",
        ),
        // What is cut off is not said, and other types of these names are left as they are.
        ("NamedDim<...>".to_owned(), "NamedDim<...>"),
        (
            "Count<2>, mine::NamedDim<A>".to_owned(),
            "Count<2>, mine::NamedDim<A>",
        ),
    ] {
        assert_eq!(rewrite(&printed), written);
    }
}
