use shapecheck::window::{Conv, ConvTranspose, Pool, StridesOf};
use shapecheck::{Dim, Dyn, Tensor, checked, dim, shape};

/// `[B, I, 2 * H, 2 * W]` to `[B, O, H, W]`.
struct Encoder<I: Dim, O: Dim> {
    kernels: Tensor<f64, shape![O, I, 3, 3]>,
}

impl<I: Dim, O: Dim> Encoder<I, O> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f64, shape![B, I, 2 * H, 2 * W]>,
    ) -> Tensor<f64, shape![B, O, H, W]> {
        x.conv2d(&self.kernels, Conv::new().stride::<2>().padding::<1>())
    }

    fn pooled<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f64, shape![B, I, 2 * H, 2 * W]>,
    ) -> Tensor<f64, shape![B, I, H, W]> {
        x.max_pool2d(Pool::of::<2>())
    }
}

/// `[B, I, H, W]` to `[B, O, 2 * H, 2 * W]`.
struct Decoder<I: Dim, O: Dim> {
    kernels: Tensor<f64, shape![I, O, 4, 4]>,
}

impl<I: Dim, O: Dim> Decoder<I, O> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f64, shape![B, I, H, W]>,
    ) -> Tensor<f64, shape![B, O, 2 * H, 2 * W]> {
        x.conv_transpose2d(
            &self.kernels,
            ConvTranspose::new().stride::<2>().padding::<1>(),
        )
    }
}

/// The same with numbers of channels and sides.
#[checked]
struct CheckedEncoder<const I: usize, const O: usize, const H: usize, const W: usize> {
    kernels: Tensor<f64, shape![O, I, 4, 4]>,
    bias: Tensor<f64, shape![O, H, W]>,
}

#[checked]
impl<const I: usize, const O: usize, const H: usize, const W: usize> CheckedEncoder<I, O, H, W> {
    fn forward<B: Dim>(
        &self,
        x: &Tensor<f64, shape![B, I, 2 * H, 2 * W]>,
    ) -> Tensor<f64, shape![B, O, H, W]>
    where
        dim!(H): StridesOf<dim!(2)>,
        dim!(W): StridesOf<dim!(2)>,
    {
        let settings = Conv::new().stride::<2>().padding::<1>();
        x.conv2d(&self.kernels, settings) + &self.bias
    }
}

#[checked]
struct CheckedDecoder<const I: usize, const O: usize> {
    kernels: Tensor<f64, shape![I, O, 3, 3]>,
}

#[checked]
impl<const I: usize, const O: usize> CheckedDecoder<I, O> {
    fn forward<B: Dim, H: StridesOf<dim!(2)>, W: StridesOf<dim!(2)>>(
        &self,
        x: &Tensor<f64, shape![B, I, H, W]>,
    ) -> Tensor<f64, shape![B, O, 2 * H, 2 * W]> {
        let settings = ConvTranspose::new().stride::<2>().padding::<1>();
        x.conv_transpose2d(&self.kernels, settings.output_padding::<1>())
    }
}

macro_rules! layers {
    ($batch:literal $channels:literal $features:literal $rows:literal $columns:literal) => {{
        const ROWS: usize = 2 * $rows;
        const COLUMNS: usize = 2 * $columns;
        type Images = Tensor<f64, shape![$batch, $channels, { ROWS }, { COLUMNS }]>;
        type Maps = Tensor<f64, shape![$batch, $features, $rows, $columns]>;
        let images = Images::from_fn(|[b, c, h, w]| (b + 3 * c) as f64 - (h * w % 7) as f64);

        // By types: H and W are not inferred from `2 * H` and `2 * W`, but from the result or from what is said.
        let kernels = Tensor::from_fn(|[o, i, k, l]| (o + 2 * i + 3 * k) as f64 - l as f64);
        let encoder = Encoder::<dim!($channels), dim!($features)> { kernels };
        let maps: Maps = encoder.forward(&images);
        let halved = Conv::new().stride::<2>().padding::<1>();
        assert_eq!(maps, images.conv2d(&encoder.kernels, halved));
        assert_eq!(
            maps,
            encoder.forward::<_, dim!($rows), dim!($columns)>(&images)
        );
        assert_eq!(
            encoder.pooled::<_, dim!($rows), dim!($columns)>(&images),
            images.max_pool2d(Pool::of::<2>())
        );

        let kernels = Tensor::from_fn(|[i, o, k, l]| (i + 2 * o + 3 * k) as f64 - l as f64);
        let decoder = Decoder::<dim!($features), dim!($channels)> { kernels };
        let back: Images = decoder.forward(&maps);
        let doubled = ConvTranspose::new().stride::<2>().padding::<1>();
        assert_eq!(back, maps.conv_transpose2d(&decoder.kernels, doubled));

        // Images of any size.
        let any = Tensor::from_fn_with(<shape![$batch, $channels, _, _]>::of([ROWS, COLUMNS]), |place| {
            images[place]
        });
        let any = encoder.forward::<_, Dyn, Dyn>(&any);
        assert_eq!(any.dims(), maps.dims());
        assert_eq!(any.sum(), maps.sum());

        // By numbers.
        let encoder = CheckedEncoder::<$channels, $features, $rows, $columns> {
            kernels: Tensor::from_fn(|[o, i, k, l]| (o + 2 * i + 3 * k) as f64 - l as f64),
            bias: Tensor::from_fn(|[o, h, w]| (o + h * w) as f64),
        };
        let maps: Maps = encoder.forward(&images);
        let halved = Conv::new().stride::<2>().padding::<1>();
        assert_eq!(
            maps,
            images.conv2d(&encoder.kernels, halved) + &encoder.bias
        );
        let decoder = CheckedDecoder::<$features, $channels> {
            kernels: Tensor::from_fn(|[i, o, k, l]| (i + 2 * o + 3 * k) as f64 - l as f64),
        };
        let back: Images = decoder.forward(&maps);
        let doubled = ConvTranspose::new().stride::<2>().padding::<1>();
        let doubled = doubled.output_padding::<1>();
        assert_eq!(back, maps.conv_transpose2d(&decoder.kernels, doubled));
    }};
}

fn main() {
    layers!(2 3 5 4 6);
    layers!(1 2 4 8 1);
}
