use incin::prelude::*;
use std::time::Instant;

fn main() -> Result<()> {
    let model = seq![
        Linear::<s![784, 128]>::build(())?,
        ReLU,
        Linear::<s![128, 10]>::build(())?
    ];
    let mut descent = SGD::<DefaultBackend>::from_module(&model, 0.01)?;
    let images = Cpu.randn(shape![64, 784])?;
    let labels: Vec<u32> = (0..64).map(|image| image * 7 % 10).collect();
    let labels = Tensor::<s![64], DefaultBackend, u32>::from_slice(&labels, ())?;
    let mut least = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        for _ in 0..20 {
            let loss = model.forward(images.clone())?.cross_entropy_loss(&labels)?;
            descent.step(&loss.backward()?)?;
        }
        least = least.min(start.elapsed().as_secs_f64() / 20.0);
    }
    println!("{:.0}", least * 1e6);
    Ok(())
}
