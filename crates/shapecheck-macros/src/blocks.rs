//! `blocks![[a, b], [0, I]]`: a matrix of blocks, where a 0 and an I get their sizes from the blocks next to them.

use proc_macro::{Ident, Span, TokenStream, TokenTree};

use crate::Complaint;
use crate::tokens::{Add, List, quote};

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
                rows.push(blocks.list::<Vec<_>>());
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
    fn height(&self, row: usize) -> Option<TokenStream> {
        if let Some(column) = self.tensor_in_row(row) {
            return Some(size("rows", row, column));
        }
        (0..self.columns())
            .filter(|&column| matches!(self.rows[row][column], Block::Identity))
            .find_map(|column| Some(size("columns", self.tensor_in_column(column)?, column)))
    }

    fn width(&self, column: usize) -> Option<TokenStream> {
        if let Some(row) = self.tensor_in_column(column) {
            return Some(size("columns", row, column));
        }
        (0..self.rows.len())
            .filter(|&row| matches!(self.rows[row][column], Block::Identity))
            .find_map(|row| Some(size("rows", row, self.tensor_in_row(row)?)))
    }

    /// `let b0_1 = &zeros(height, width);` for each block that is not a tensor, and
    /// `let row0 = b0_0.along::<-1>().concat(b0_1);`
    fn joined(&self, row: usize) -> Result<TokenStream, Complaint> {
        let here = Span::call_site();
        let (mut made, mut joined) = (TokenStream::new(), TokenStream::new());
        for (column, block) in self.rows[row].iter().enumerate() {
            let name = name(row, column);
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
                let maker = Ident::new(maker, here);
                made.add(quote!(here, [name, maker, height, width]
                    let #name = &shapecheck_blocks::#maker(#height, #width);
                ));
            }
            joined = match column {
                0 => quote!(here, [name] #name),
                _ => quote!(here, [joined, name] #joined.along::<-1>().concat(#name)),
            };
        }
        let whole = row_name(row);
        Ok(quote!(here, [made, whole, joined] #made let #whole = #joined;))
    }

    /// The operands, `&(a), &(b),`, and their names.
    fn tensors(&self) -> (TokenStream, TokenStream) {
        let here = Span::call_site();
        let (mut tensors, mut names) = (TokenStream::new(), TokenStream::new());
        for (row, blocks) in self.rows.iter().enumerate() {
            for (column, block) in blocks.iter().enumerate() {
                let Block::Tensor(tensor) = block else {
                    continue;
                };
                let name = name(row, column);
                names.add(quote!(here, [name] #name,));
                tensors.add(quote!(here, [tensor] &(#tensor),));
            }
        }
        (tensors, names)
    }
}

/// The local of a block.
fn name(row: usize, column: usize) -> Ident {
    Ident::new(&format!("b{row}_{column}"), Span::call_site())
}

/// The local of the blocks of a row, joined.
fn row_name(row: usize) -> Ident {
    Ident::new(&format!("row{row}"), Span::call_site())
}

/// How many rows, or columns, a block has.
fn size(of: &str, row: usize, column: usize) -> TokenStream {
    let here = Span::call_site();
    let (of, name) = (Ident::new(of, here), name(row, column));
    quote!(here, [of, name] shapecheck_blocks::#of(#name))
}

pub(crate) fn blocks(root: &TokenStream, tokens: Vec<TokenTree>) -> Result<TokenStream, Complaint> {
    let here = Span::call_site();
    let rows = Rows::of(tokens)?;
    let count = rows.rows.len();
    let joined = (0..count).map(|row| rows.joined(row));
    let joined: TokenStream = joined.list::<Result<Vec<_>, _>>()?.into_iter().list();
    let first = row_name(0);
    let whole = (1..count).fold(quote!(here, [first] #first), |whole, row| {
        let row = row_name(row);
        match rows.columns() {
            // A row of one block is a reference.
            1 => quote!(here, [whole, row] #whole.along::<-2>().concat(#row)),
            _ => quote!(here, [whole, row] #whole.along::<-2>().concat(&#row)),
        }
    });
    let whole = match rows.columns() * count {
        1 => quote!(here, [whole] #whole.to_tensor()),
        _ => whole,
    };
    let (tensors, names) = rows.tensors();
    // In a `match`, what the operands borrow lives until its end.
    Ok(quote!(here, [root, tensors, names, joined, whole]
        match (#tensors) {
            (#names) => {
                use #root::tensor::block as shapecheck_blocks;
                #joined
                #whole
            }
        }
    ))
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
