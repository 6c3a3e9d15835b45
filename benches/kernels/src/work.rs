//! The pieces of work that are measured, and the numbers they work on.

/// One line of the table.
#[derive(Clone, Copy)]
pub enum Work {
    AddRow,
    AddOuter,
    MultiplyMiddle,
    DivideByColumn,
    AddInline,
    AddChannel,
    ExpandRow,
    ExpandColumn,
    AddRowInPlace,
    NormalizeByOperators,
    NormalizeFused,
    SumLast,
    MaxLast,
    SumFirst,
    MaxFirst,
    MatmulSquare,
    MatmulBatch,
    AddRowDynamic,
    DivideByColumnDynamic,
    NormalizeByOperatorsDynamic,
    NormalizeFusedDynamic,
    AddSmall,
    AddSmallDynamic,
    AddNarrow,
    AddPairs,
    MultiplyNarrow,
    SumNarrowLast,
    SumNarrowFirst,
    MaxNarrowLast,
    SumLongFirst,
    ArgmaxFirst,
    ArgmaxLast,
    SumTransposed,
    SumSides,
    SumPlanes,
    SumAlternate,
    CopyTransposed,
    AddTransposed,
    AddTransposes,
    UpdateTransposed,
    ScaleDynamic,
    ExpEach,
    LnEach,
    TanhEach,
    SigmoidEach,
    ErfEach,
    GeluEach,
    SqrtEach,
    SinEach,
    CosEach,
    Softmax,
    TakeSlice,
    SumSlice,
    UpdateSlice,
}

impl Work {
    pub const ALL: [Self; 54] = [
        Self::AddRow,
        Self::AddOuter,
        Self::MultiplyMiddle,
        Self::DivideByColumn,
        Self::AddInline,
        Self::AddChannel,
        Self::ExpandRow,
        Self::ExpandColumn,
        Self::AddRowInPlace,
        Self::NormalizeByOperators,
        Self::NormalizeFused,
        Self::SumLast,
        Self::MaxLast,
        Self::SumFirst,
        Self::MaxFirst,
        Self::MatmulSquare,
        Self::MatmulBatch,
        Self::AddRowDynamic,
        Self::DivideByColumnDynamic,
        Self::NormalizeByOperatorsDynamic,
        Self::NormalizeFusedDynamic,
        Self::AddSmall,
        Self::AddSmallDynamic,
        Self::AddNarrow,
        Self::AddPairs,
        Self::MultiplyNarrow,
        Self::SumNarrowLast,
        Self::SumNarrowFirst,
        Self::MaxNarrowLast,
        Self::SumLongFirst,
        Self::ArgmaxFirst,
        Self::ArgmaxLast,
        Self::SumTransposed,
        Self::SumSides,
        Self::SumPlanes,
        Self::SumAlternate,
        Self::CopyTransposed,
        Self::AddTransposed,
        Self::AddTransposes,
        Self::UpdateTransposed,
        Self::ScaleDynamic,
        Self::ExpEach,
        Self::LnEach,
        Self::TanhEach,
        Self::SigmoidEach,
        Self::ErfEach,
        Self::GeluEach,
        Self::SqrtEach,
        Self::SinEach,
        Self::CosEach,
        Self::Softmax,
        Self::TakeSlice,
        Self::SumSlice,
        Self::UpdateSlice,
    ];

    pub fn row(self) -> &'static str {
        match self {
            Self::AddRow => "R1",
            Self::AddOuter => "R2",
            Self::MultiplyMiddle => "R3",
            Self::DivideByColumn => "R4",
            Self::AddInline => "R5",
            Self::AddChannel => "R6",
            Self::ExpandRow | Self::ExpandColumn => "R7",
            Self::AddRowInPlace => "R8",
            Self::NormalizeByOperators | Self::NormalizeFused => "R9",
            Self::SumLast | Self::MaxLast | Self::SumFirst | Self::MaxFirst => "R10",
            Self::MatmulSquare | Self::MatmulBatch => "R11",
            Self::AddRowDynamic
            | Self::DivideByColumnDynamic
            | Self::NormalizeByOperatorsDynamic
            | Self::NormalizeFusedDynamic => "R12",
            Self::AddSmall => "R13",
            Self::AddSmallDynamic => "R14",
            Self::AddNarrow | Self::AddPairs | Self::MultiplyNarrow => "R20",
            Self::SumNarrowLast
            | Self::SumNarrowFirst
            | Self::MaxNarrowLast
            | Self::SumLongFirst => "R21",
            Self::ArgmaxFirst | Self::ArgmaxLast => "R22",
            Self::SumTransposed | Self::SumSides | Self::SumPlanes | Self::SumAlternate => "R23",
            Self::CopyTransposed
            | Self::AddTransposed
            | Self::AddTransposes
            | Self::UpdateTransposed => "R24",
            Self::ScaleDynamic => "R25",
            Self::ExpEach
            | Self::LnEach
            | Self::TanhEach
            | Self::SigmoidEach
            | Self::ErfEach
            | Self::GeluEach
            | Self::SqrtEach
            | Self::SinEach
            | Self::CosEach
            | Self::Softmax => "R26",
            Self::TakeSlice | Self::SumSlice | Self::UpdateSlice => "R27",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::AddRow => "[1024,768] + [768]",
            Self::AddOuter => "[512,1] + [1,512]",
            Self::MultiplyMiddle => "[64,1,256] * [1,128,256]",
            Self::DivideByColumn => "[1024,768] / [1024,1]",
            Self::AddInline => "[4,4] + [4] inline",
            Self::AddChannel => "[8,64,56,56] + [64,1,1]",
            Self::ExpandRow => "[1,768] to [512,768]",
            Self::ExpandColumn => "[1024,1] to [1024,1024]",
            Self::AddRowInPlace => "[1024,768] += [768]",
            Self::NormalizeByOperators => "(x - m) / s * g + b, operators",
            Self::NormalizeFused => "(x - m) / s * g + b, fused",
            Self::SumLast => "sum of [1024,768] over the last axis",
            Self::MaxLast => "max of [1024,768] over the last axis",
            Self::SumFirst => "sum of [1024,768] over the first axis",
            Self::MaxFirst => "max of [1024,768] over the first axis",
            Self::MatmulSquare => "[256,256] by [256,256]",
            Self::MatmulBatch => "[16,64,64] by [64,64]",
            Self::AddRowDynamic => "[_,768] + [768]",
            Self::DivideByColumnDynamic => "[_,768] / [_,1]",
            Self::NormalizeByOperatorsDynamic => "(x - m) / s * g + b, operators, [_,768]",
            Self::NormalizeFusedDynamic => "(x - m) / s * g + b, fused, [_,768]",
            Self::AddSmall => "[4,4] + [4]",
            Self::AddSmallDynamic => "[_,4] + [4]",
            Self::AddNarrow => "[100000,3] + [3]",
            Self::AddPairs => "[100000,2] + [2]",
            Self::MultiplyNarrow => "[100000,3] * [100000,1]",
            Self::SumNarrowLast => "sum of [100000,3] over the last axis",
            Self::SumNarrowFirst => "sum of [100000,3] over the first axis",
            Self::MaxNarrowLast => "max of [100000,10] over the last axis",
            Self::SumLongFirst => "sum of [2048,100] over the first axis",
            Self::ArgmaxFirst => "argmax of [1024,768] over the first axis",
            Self::ArgmaxLast => "argmax of [1024,768] over the last axis",
            Self::SumTransposed => "sum of all of [1024,768] transposed",
            Self::SumSides => "sum of [64,128,96] over the first and the last axis",
            Self::SumPlanes => "sum of [8,64,56,56] over all but the second axis",
            Self::SumAlternate => "sum of [16,24,32,96] over the first and the third axis",
            Self::CopyTransposed => "[1024,1024] transposed, made contiguous",
            Self::AddTransposed => "[1024,1024] + [1024,1024] transposed",
            Self::AddTransposes => "both of [1024,1024] + [1024,1024] transposed",
            Self::UpdateTransposed => "[1024,1024] transposed += [1024]",
            Self::ScaleDynamic => "x * s + y of three [_,_], s of one column, fused",
            Self::ExpEach => "exp of [512,768]",
            Self::LnEach => "ln of [512,768]",
            Self::TanhEach => "tanh of [512,768]",
            Self::SigmoidEach => "sigmoid of [512,768]",
            Self::ErfEach => "erf of [512,768]",
            Self::GeluEach => "gelu of [512,768]",
            Self::SqrtEach => "sqrt of [512,768]",
            Self::SinEach => "sin of [512,768]",
            Self::CosEach => "cos of [512,768]",
            Self::Softmax => "softmax of [512,768] over the last axis",
            Self::TakeSlice => "a view [1:5,:,::2] of [8,3,9], and its last element",
            Self::SumSlice => "sum of [1:1001,::2] of [1024,768]",
            Self::UpdateSlice => "[1:1001,::2] of [1024,768] += [384]",
        }
    }
}

/// `count` numbers from 0.5 up to 1.5, the same for the same `operand`: far from zero, so that nothing
/// overflows, nothing divides by zero and nothing is subnormal, which processors are slow at.
pub fn input(operand: u64, count: usize) -> Vec<f32> {
    let mut state = operand.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (0..count)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            0.5 + (state >> 40) as f32 / (1_u64 << 24) as f32
        })
        .collect()
}
