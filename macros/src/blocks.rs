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

/// Blocks, row by row.
struct Rows {
    rows: Vec<Vec<Block>>,
    spans: Vec<Span>,
}

impl Rows {
    /// Rows of expressions, each in one token or one group.
    fn of(tokens: Vec<TokenTree>) -> Result<Self, Complaint> {
        let (mut rows, mut spans) = (Vec::new(), Vec::new());
        for token in tokens {
            if let TokenTree::Group(row) = token {
                spans.push(row.span());
                let blocks = row.stream().into_iter().filter_map(block);
                rows.push(blocks.collect::<Vec<_>>());
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
        Ok(Self { rows, spans })
    }

    fn columns(&self) -> usize {
        self.rows[0].len()
    }

    fn tensor_in_row(&self, row: usize) -> Option<usize> {
        let mut blocks = self.rows[row].iter();
        blocks.position(|block| matches!(block, Block::Tensor(_)))
    }

    fn tensor_in_column(&self, column: usize) -> Option<usize> {
        let mut rows = self.rows.iter();
        rows.position(|row| matches!(row[column], Block::Tensor(_)))
    }

    /// The height of a row. An I is square: its row is as high as its column is wide, and the other way round.
    fn height(&self, row: usize) -> Option<String> {
        if let Some(column) = self.tensor_in_row(row) {
            return Some(format!("shapecheck_blocks::rows(b{row}_{column})"));
        }
        (0..self.columns())
            .filter(|&column| matches!(self.rows[row][column], Block::Identity))
            .find_map(|column| Some((self.tensor_in_column(column)?, column)))
            .map(|(row, column)| format!("shapecheck_blocks::columns(b{row}_{column})"))
    }

    fn width(&self, column: usize) -> Option<String> {
        if let Some(row) = self.tensor_in_column(column) {
            return Some(format!("shapecheck_blocks::columns(b{row}_{column})"));
        }
        (0..self.rows.len())
            .filter(|&row| matches!(self.rows[row][column], Block::Identity))
            .find_map(|row| Some((row, self.tensor_in_row(row)?)))
            .map(|(row, column)| format!("shapecheck_blocks::rows(b{row}_{column})"))
    }

    /// `let b0_1 = &zeros(height, width);` for each block that is no tensor, and `let row0 = b0_0.along::<-1>().concat(b0_1);`
    fn joined(&self, row: usize) -> Result<String, Complaint> {
        let mut body = String::new();
        let mut joined = String::new();
        for (column, block) in self.rows[row].iter().enumerate() {
            let maker = match block {
                Block::Tensor(_) => None,
                Block::Zeros => Some("zeros"),
                Block::Identity => Some("identity"),
            };
            if let Some(maker) = maker {
                let (Some(height), Some(width)) = (self.height(row), self.width(column)) else {
                    let text = "the size of this row or of a column of it is not known: a 0 or an I needs a tensor in its \
                                row and one in its column, or a square I beside it";
                    return Err(Complaint::new(self.spans[row], text));
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
        Ok(body)
    }

    /// The operands, `&(a), &(b),`, and their names.
    fn tensors(&self) -> (TokenStream, String) {
        let (mut tensors, mut names) = (TokenStream::new(), String::new());
        for (row, blocks) in self.rows.iter().enumerate() {
            for (column, block) in blocks.iter().enumerate() {
                let Block::Tensor(tensor) = block else {
                    continue;
                };
                let _ = write!(names, "b{row}_{column}, ");
                let tensor = group(Delimiter::Parenthesis, tensor.clone(), Span::call_site());
                tensors.extend(parsed("&"));
                tensors.extend([tensor]);
                tensors.extend(parsed(","));
            }
        }
        (tensors, names)
    }
}

pub(crate) fn blocks(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let rows = Rows::of(tokens)?;
    let count = rows.rows.len();
    let body: Result<String, _> = (0..count).map(|row| rows.joined(row)).collect();
    // A row of one block is a reference.
    let own = if rows.columns() == 1 { "" } else { "&" };
    let whole = (1..count).fold("row0".to_owned(), |whole, row| {
        format!("{whole}.along::<-2>().concat({own}row{row})")
    });
    let copy = match rows.columns() * count {
        1 => ".to_tensor()",
        _ => "",
    };
    let here = Span::call_site();
    let mut arm = parsed("use");
    arm.extend(root.clone());
    arm.extend(parsed("::tensor::block as shapecheck_blocks;"));
    arm.extend(parsed(&format!("{}{whole}{copy}", body?)));
    let (tensors, names) = rows.tensors();
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
