//! What layers have in common, and chains of them.

/// A layer: what it makes of an input.
///
/// The input is a parameter, so a layer takes inputs of any batch, and a layer that does not fit reports the rule that it
/// breaks, with its sizes:
///
/// ```
/// use shapecheck::{Tensor, dim, shape};
/// use shapecheck_nn::{Layer, LayerNorm};
///
/// let norm = LayerNorm::<dim!(4)>::new();
/// let y: Tensor<f32, shape![2, 3, 4]> = norm.forward(&Tensor::<f32, shape![2, 3, 4]>::ones());
/// ```
///
/// ```compile_fail,E0277
/// # use shapecheck::{Tensor, dim, shape};
/// # use shapecheck_nn::{Layer, LayerNorm};
/// # let norm = LayerNorm::<dim!(4)>::new();
/// norm.forward(&Tensor::<f32, shape![2, 5]>::ones()); // the input has size 5 at axis -1, the layer normalizes 4
/// ```
///
/// A struct of layers has a method of its own, or implements this trait, and then can be a part of a [`Sequential`].
#[diagnostic::on_unimplemented(
    message = "this is not a layer for such an input",
    label = "not a layer for this input",
    note = "the layer is `{Self}`",
    note = "a layer takes elements of its own type on its own engine, and an `Embedding` takes tokens, which are `usize`",
    note = "a struct of layers is a layer if it implements `Layer<Input>`"
)]
pub trait Layer<Input> {
    /// What the layer gives.
    type Output;

    /// Applies the layer.
    ///
    /// # Panics
    ///
    /// Panics if sizes that are known only at run time do not fit.
    #[track_caller]
    fn forward(&self, x: &Input) -> Self::Output;
}

/// A layer that says what it takes, so that a [`Sequential`] that starts with it is checked where it is made.
#[diagnostic::on_unimplemented(
    message = "a chain that is checked where it is made starts with a layer that says what it takes",
    label = "this first layer takes inputs of any shape",
    note = "the first layer is `{Self}`",
    note = "`Sequential(layers)` makes a chain that is checked where it is called"
)]
pub trait Start {
    /// An input with its usual axes, of which only those of the layer have known sizes: a batch of sequences for a `Linear`, and
    /// one of images for a `Conv2d`.
    type Input;
}

/// Layers one after the other: a tuple of up to eight, of which each takes what the one before it gives.
///
/// ```
/// use shapecheck::{Tensor, dim, shape};
/// use shapecheck_nn::{LayerNorm, Relu, RmsNorm, Sequential, Layer};
///
/// let model = Sequential::new((LayerNorm::<dim!(4)>::new(), Relu, RmsNorm::<dim!(4)>::new()));
/// let y: Tensor<f32, shape![2, 4]> = model.forward(&Tensor::<f32, shape![2, 4]>::ones());
/// ```
///
/// [`new`](Self::new) compares neighbours:
///
/// ```compile_fail,E0277
/// # use shapecheck::{Tensor, dim, shape};
/// # use shapecheck_nn::{LayerNorm, Relu, RmsNorm, Sequential};
/// // the input has size 4 at axis -1, the layer normalizes 8
/// Sequential::new((LayerNorm::<dim!(4)>::new(), Relu, RmsNorm::<dim!(8)>::new()));
/// ```
///
/// A file of weights has the layers by their places, `0.weight`, `2.weight`, as PyTorch's `Sequential` does. A part of a
/// chain can be a chain itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequential<Layers>(
    /// The layers, the first one first.
    pub Layers,
);

impl<Layers> Sequential<Layers> {
    /// A chain of layers that fit together, whatever its input is. Sizes that only the input has, such as the rows of an
    /// image, are compared where the chain is called.
    #[must_use]
    pub fn new<Input>(layers: Layers) -> Self
    where
        Layers: Start<Input = Input>,
        Self: Layer<Input>,
    {
        Self(layers)
    }
}

/// Chains of a length: the layers, their places, and what each takes and gives.
macro_rules! chains {
    ($($First:ident 0 $Given:ident $(, $Next:ident $place:tt $Taken:ident $Gives:ident)* => $Output:ident;)*) => {$(
        impl<Input, $First, $Given, $($Next, $Gives),*> Layer<Input> for Sequential<($First, $($Next),*)>
        where
            $First: Layer<Input, Output = $Given>,
            $($Next: Layer<$Taken, Output = $Gives>),*
        {
            type Output = $Output;

            #[track_caller]
            fn forward(&self, x: &Input) -> $Output {
                let x = self.0.0.forward(x);
                $(let x = self.0.$place.forward(&x);)*
                x
            }
        }

        impl<$First: Start, $($Next),*> Start for ($First, $($Next),*) {
            type Input = $First::Input;
        }

        #[cfg(feature = "rand")]
        impl<$First: crate::Random, $($Next: crate::Random),*> crate::Random for Sequential<($First, $($Next),*)> {
            fn random<R: shapecheck::rand::Rng + ?Sized>(generator: &mut R) -> Self {
                Self(($First::random(generator), $($Next::random(generator)),*))
            }
        }

        #[cfg(feature = "grad")]
        impl<$First, $($Next),*> shapecheck_grad::Parameters for Sequential<($First, $($Next),*)>
        where
            $First: shapecheck_grad::Parameters,
            $($Next: shapecheck_grad::Parameters),*
        {
            fn visit<Visitor: shapecheck_grad::VisitsParameters>(&mut self, visitor: &mut Visitor) {
                self.0.0.visit(visitor);
                $(self.0.$place.visit(visitor);)*
            }
        }

        #[cfg(feature = "weights")]
        impl<'data, $First, $($Next),*> shapecheck_weights::Load<'data> for Sequential<($First, $($Next),*)>
        where
            $First: shapecheck_weights::Load<'data>,
            $($Next: shapecheck_weights::Load<'data>),*
        {
            fn read(from: &mut shapecheck_weights::Reader<'data>) -> Option<Self> {
                // All are read before the first that is missing is reported.
                let layers = (from.field("0"), $(from.field(stringify!($place))),*);
                Some(Self((layers.0?, $(layers.$place?),*)))
            }
        }

        #[cfg(feature = "weights")]
        impl<$First, $($Next),*> shapecheck_weights::Save for Sequential<($First, $($Next),*)>
        where
            $First: shapecheck_weights::Save,
            $($Next: shapecheck_weights::Save),*
        {
            fn write(&self, to: &mut shapecheck_weights::Writer) {
                to.field("0", &self.0.0);
                $(to.field(stringify!($place), &self.0.$place);)*
            }
        }
    )*};
}

chains! {
    L1 0 X1, L2 1 X1 X2 => X2;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3 => X3;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3, L4 3 X3 X4 => X4;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3, L4 3 X3 X4, L5 4 X4 X5 => X5;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3, L4 3 X3 X4, L5 4 X4 X5, L6 5 X5 X6 => X6;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3, L4 3 X3 X4, L5 4 X4 X5, L6 5 X5 X6, L7 6 X6 X7 => X7;
    L1 0 X1, L2 1 X1 X2, L3 2 X2 X3, L4 3 X3 X4, L5 4 X4 X5, L6 5 X5 X6, L7 6 X6 X7, L8 7 X7 X8 => X8;
}

/// A chain starts with the first layer of its first part.
impl<Layers: Start> Start for Sequential<Layers> {
    type Input = Layers::Input;
}
