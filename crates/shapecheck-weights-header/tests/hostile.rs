//! What is refused, and that the library of the format refuses it too.

mod table;

use safetensors::SafeTensors;
use shapecheck_weights_header::Header;

#[test]
fn files_that_do_harm_are_refused_with_these_words() {
    for (file, told) in [table::headers(), table::lengths()].concat() {
        let error = Header::read_whole(&file[..], file.len() as u64).unwrap_err();
        assert!(error.to_string().contains(told), "{error}, not: {told}");
        let is_by_library = SafeTensors::deserialize(&file).is_err();
        // Of two tensors of one name it takes the last.
        assert!(is_by_library || told.ends_with("twice"), "{error}");
    }
}

/// Each byte of a header replaced by each other: what one accepts, the other does.
#[test]
fn what_is_accepted_is_what_the_format_has() {
    let header = br#"{"__metadata__":{"a":"b"},"x":{"dtype":"F16","shape":[2,1],"data_offsets":[0,4]},"y":{"shape":[0],"data_offsets":[4,4],"dtype":"U8"}}"#;
    let good = table::file(header, 4);
    let mut accepted = 0;
    for place in 0..good.len() {
        for byte in 0..=255 {
            let mut file = good.clone();
            file[place] = byte;
            let found = Header::read_whole(&file[..], file.len() as u64);
            let by_library = SafeTensors::read_metadata(&file);
            match (&found, &by_library) {
                (Ok(found), Ok((_, wanted))) => {
                    let wanted = wanted.tensors();
                    accepted += 1;
                    assert_eq!(found.tensors.len(), wanted.len());
                    for (name, info) in &found.tensors {
                        assert_eq!(format!("{info:?}"), format!("{:?}", wanted[name]));
                    }
                }
                (Err(error), Ok(_)) => {
                    assert!(error.to_string().ends_with("is there twice"), "{error}");
                }
                _ => assert!(found.is_err(), "{}", String::from_utf8_lossy(&file)),
            }
        }
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn a_header_alone_may_leave_out_where_data_is() {
    let text = r#"{"b":{"dtype":"F32","shape":[2]},"a":{"dtype":"U8","shape":[3]}}"#;
    let header = Header::of_text(text.as_bytes()).unwrap();
    let offsets = header.tensors.values().map(|info| info.data_offsets);
    assert_eq!(offsets.collect::<Vec<_>>(), [(8, 11), (0, 8)]);
    assert!(Header::read(&table::file(text.as_bytes(), 11)[..]).is_err());
}
