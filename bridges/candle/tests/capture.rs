//! What a dry run says without the command that it needs. The runs themselves are tests of the tool's, in
//! `crates/cargo-shapecheck/tests/dry`, because they need another build of candle.

use candle_core::{DType, Tensor};
use shapecheck_candle::candle_core;
use shapecheck_candle::capture::record;
use shapecheck_candle::dry::{dry, values};

#[test]
fn a_dry_run_is_skipped() {
    if std::env::var_os("SHAPECHECK_DRY").is_some() {
        return;
    }
    let report = dry(values(["Batch"]), |sizes| {
        record(|device| Tensor::zeros(sizes["Batch"], DType::F32, device))
    });
    assert!(report.is_skipped());
    assert_eq!(
        report.to_string(),
        "skipped: `cargo shapecheck dry` runs it"
    );
    report.gives("[Other]").check();
}
