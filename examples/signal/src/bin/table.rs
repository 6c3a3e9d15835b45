use shapecheck::{Tensor, dims, shape};

dims! { Rows }

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "time,x,y\n0.0,1.0,-1.0\n0.5,2.0,-4.0\n1.0,6.0,-10.0\n";
    let mut reader = csv::Reader::from_reader(text.as_bytes()); // `from_path("table.csv")?` reads a file
    // By serde; a line of another length, or one that is not a number, is an error with its number.
    let lines: Vec<[f64; 3]> = reader.deserialize().collect::<Result<_, _>>()?;
    let shape = <shape![Rows, 3]>::of([lines.len()]);
    let table = Tensor::from_vec_with(shape, lines.into_flattened())?; // without a copy
    println!("{}", table.mean_axis::<-2>());

    let mut writer = csv::Writer::from_path("centred.csv")?;
    writer.write_record(reader.headers()?)?;
    for row in (&table - table.mean_axis::<-2>()).rows() {
        writer.serialize(row.to_vec())?;
    }
    Ok(writer.flush()?)
}
