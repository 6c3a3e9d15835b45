//! `blocks![[a, b], [0, I]]`: a matrix of blocks, where a 0 and an I get their sizes from the blocks beside them.

use std::fmt::Write;

use proc_macro::{Delimiter, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::tokens::{group, parsed};

/// A block as it is written.
enum Block {
    Tensor(TokenStream),
    Zeros,
    Identity,
}

/// The expansion of rows of blocks, each an expression in one token or one group.
pub(crate) fn blocks(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let (mut rows, mut spans) = (Vec::new(), Vec::new());
    for token in tokens {
        if let TokenTree::Group(row) = token {
            spans.push(row.span());
            rows.push(
                row.stream()
                    .into_iter()
                    .filter_map(block)
                    .collect::<Vec<_>>(),
            );
        }
    }
    let columns = rows[0].len();
    for (row, span) in rows.iter().zip(&spans) {
        if row.len() != columns {
            let text = format!(
                "`blocks!` takes as many blocks in each row: {columns} in the first, {} here",
                row.len()
            );
            return Err(Complaint::new(*span, text));
        }
    }
    let is_tensor = |row: usize, column: usize| matches!(rows[row][column], Block::Tensor(_));
    let tensor_in_row = |row: usize| (0..columns).find(|&column| is_tensor(row, column));
    let tensor_in_column = |column: usize| (0..rows.len()).find(|&row| is_tensor(row, column));
    // An I is square: its row is as high as its column is wide, and the other way round.
    let height = |row: usize| match tensor_in_row(row) {
        Some(column) => Some(format!("shapecheck_blocks::rows(b{row}_{column})")),
        None => (0..columns)
            .filter(|&column| matches!(rows[row][column], Block::Identity))
            .find_map(|column| Some((tensor_in_column(column)?, column)))
            .map(|(row, column)| format!("shapecheck_blocks::columns(b{row}_{column})")),
    };
    let width = |column: usize| match tensor_in_column(column) {
        Some(row) => Some(format!("shapecheck_blocks::columns(b{row}_{column})")),
        None => (0..rows.len())
            .filter(|&row| matches!(rows[row][column], Block::Identity))
            .find_map(|row| Some((row, tensor_in_row(row)?)))
            .map(|(row, column)| format!("shapecheck_blocks::rows(b{row}_{column})")),
    };
    let (mut tensors, mut names, mut body) = (TokenStream::new(), String::new(), String::new());
    for (row, blocks) in rows.iter().enumerate() {
        let mut joined = String::new();
        for (column, block) in blocks.iter().enumerate() {
            let maker = match block {
                Block::Tensor(tensor) => {
                    let _ = write!(names, "b{row}_{column}, ");
                    tensors.extend(parsed("&"));
                    tensors.extend([group(
                        Delimiter::Parenthesis,
                        tensor.clone(),
                        Span::call_site(),
                    )]);
                    tensors.extend(parsed(","));
                    None
                }
                Block::Zeros => Some("zeros"),
                Block::Identity => Some("identity"),
            };
            if let Some(maker) = maker {
                let (Some(height), Some(width)) = (height(row), width(column)) else {
                    let text = "the size of this row or of a column of it is not known: a 0 or an I needs a tensor in its \
                                row and one in its column, or a square I beside it";
                    return Err(Complaint::new(spans[row], text));
                };
                let _ = write!(
                    body,
                    "let b{row}_{column} = &shapecheck_blocks::{maker}({height}, {width});"
                );
            }
            match column {
                0 => joined = format!("b{row}_0"),
                _ => joined = format!("{joined}.along::<-1>().concat(b{row}_{column})"),
            }
        }
        let _ = write!(body, "let row{row} = {joined};");
    }
    // A row of one block is a reference.
    let own = if columns == 1 { "" } else { "&" };
    let whole = (1..rows.len()).fold("row0".to_owned(), |whole, row| {
        format!("{whole}.along::<-2>().concat({own}row{row})")
    });
    let copy = if columns * rows.len() == 1 {
        ".to_tensor()"
    } else {
        ""
    };
    let _ = write!(body, "{whole}{copy}");
    let here = Span::call_site();
    let mut arm = parsed("use");
    arm.extend(root.clone());
    arm.extend(parsed("::tensor::block as shapecheck_blocks;"));
    arm.extend(parsed(&body));
    // Of a `match`, what the operands borrow lives until its end.
    let mut arms = parsed(&format!("({names}) =>"));
    arms.extend([group(Delimiter::Brace, arm, here)]);
    let mut all = parsed("match");
    all.extend([group(Delimiter::Parenthesis, tensors, here)]);
    all.extend([group(Delimiter::Brace, arms, here)]);
    Ok(all)
}

/// A block; `None` of a comma.
fn block(token: TokenTree) -> Option<Block> {
    match token.to_string().trim() {
        "," => None,
        "0" => Some(Block::Zeros),
        "I" => Some(Block::Identity),
        _ => Some(Block::Tensor(token.into())),
    }
}
