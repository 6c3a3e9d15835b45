//! Modules that are generic over sizes.

/// Declares a burn module that is generic over sizes: a struct whose fields are all modules, such as
/// [`Parameter`](crate::Parameter)s.
///
/// burn's `#[derive(Module)]` is for structs with fixed sizes, or with const parameters below
/// [`#[checked]`](shapecheck::checked), because it would require sizes that are types to be modules. Such structs can have
/// fields of modules that this macro declares.
///
/// ```
/// use shapecheck::{Dim, StaticDim, TensorOn, checked, dim, shape};
/// use shapecheck_burn::burn::module::Module;
/// use shapecheck_burn::{Burn, Parameter, burn, module};
///
/// module! {
///     /// Multiplies by weights and adds a bias.
///     pub struct Linear<I: StaticDim, O: StaticDim> {
///         weights: Parameter<f32, shape![I, O]>,
///         bias: Parameter<f32, shape![O]>,
///     }
/// }
///
/// impl<I: StaticDim, O: StaticDim> Linear<I, O> {
///     fn zeros() -> Self {
///         Self {
///             weights: Parameter::of(&TensorOn::zeros()),
///             bias: Parameter::of(&TensorOn::zeros()),
///         }
///     }
///
///     #[checked]
///     fn forward<B: Dim>(&self, x: &TensorOn<f32, shape![B, I], Burn>) -> TensorOn<f32, shape![B, O], Burn> {
///         x.matmul(&self.weights.tensor()) + self.bias.tensor()
///     }
/// }
///
/// #[derive(Module, Debug)]
/// struct Two {
///     first: Linear<dim!(4), dim!(3)>,
///     second: Linear<dim!(3), dim!(2)>,
/// }
///
/// let two = Two { first: Linear::zeros(), second: Linear::zeros() };
/// assert_eq!(two.num_params(), 4 * 3 + 3 + 3 * 2 + 2);
/// assert!(two.to_string().contains("ParamTensor {rank: 2, shape: [4, 3]"));
/// ```
///
/// ```compile_fail,E0277
/// # use shapecheck::{TensorOn, shape};
/// # use shapecheck_burn::{Burn, Parameter};
/// struct Linear {
///     weights: Parameter<f32, shape![4, 3]>,
/// }
///
/// fn forward(linear: &Linear, x: &TensorOn<f32, shape![7, 5], Burn>) {
///     x.matmul(&linear.weights.tensor()); // 5 columns by 4 rows
/// }
/// ```
#[macro_export]
macro_rules! module {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $Name:ident $(<$($Size:ident: $Bound:path),+ $(,)?>)? {
            $($(#[$field_attribute:meta])* $field_visibility:vis $field:ident: $Field:ty),+ $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $Name $(<$($Size: $Bound),+>)? {
            $($(#[$field_attribute])* $field_visibility $field: $Field,)+
        }

        impl $(<$($Size: $Bound),+>)? $crate::burn::module::Module for $Name $(<$($Size),+>)? {
            fn collect_devices(
                &self,
                devices: $crate::burn::module::Devices,
            ) -> $crate::burn::module::Devices {
                $(let devices = $crate::burn::module::Module::collect_devices(&self.$field, devices);)+
                devices
            }

            fn fork(self, device: &$crate::burn::tensor::Device) -> Self {
                Self { $($field: $crate::burn::module::Module::fork(self.$field, device),)+ }
            }

            fn to_device(self, device: &$crate::burn::tensor::Device) -> Self {
                Self { $($field: $crate::burn::module::Module::to_device(self.$field, device),)+ }
            }

            fn train(self) -> Self {
                Self { $($field: $crate::burn::module::Module::train(self.$field),)+ }
            }

            fn valid(&self) -> Self {
                Self { $($field: $crate::burn::module::Module::valid(&self.$field),)+ }
            }

            fn materialize(self) -> Self {
                Self { $($field: $crate::burn::module::Module::materialize(self.$field),)+ }
            }

            fn visit<Visitor: $crate::burn::module::ModuleVisitor>(&self, visitor: &mut Visitor) {
                $(
                    visitor.enter_module(stringify!($field), concat!("Struct:", stringify!($Name)));
                    $crate::burn::module::Module::visit(&self.$field, visitor);
                    visitor.exit_module(stringify!($field), concat!("Struct:", stringify!($Name)));
                )+
            }

            fn map<Mapper: $crate::burn::module::ModuleMapper>(self, mapper: &mut Mapper) -> Self {
                $(
                    mapper.enter_module(stringify!($field), concat!("Struct:", stringify!($Name)));
                    let $field = $crate::burn::module::Module::map(self.$field, mapper);
                    mapper.exit_module(stringify!($field), concat!("Struct:", stringify!($Name)));
                )+
                Self { $($field,)+ }
            }
        }

        impl $(<$($Size: $Bound),+>)? ::core::clone::Clone for $Name $(<$($Size),+>)? {
            fn clone(&self) -> Self {
                Self { $($field: ::core::clone::Clone::clone(&self.$field),)+ }
            }
        }

        impl $(<$($Size: $Bound),+>)? ::core::fmt::Debug for $Name $(<$($Size),+>)? {
            fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                out.debug_struct(stringify!($Name))
                    $(.field(stringify!($field), &self.$field))+
                    .finish()
            }
        }

        impl $(<$($Size: $Bound),+>)? ::core::fmt::Display for $Name $(<$($Size),+>)? {
            fn fmt(&self, out: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let settings = ::core::default::Default::default();
                out.write_str(&$crate::burn::module::ModuleDisplay::format(self, settings))
            }
        }

        impl $(<$($Size: $Bound),+>)? $crate::burn::module::ModuleDisplayDefault for $Name $(<$($Size),+>)? {
            fn content(
                &self,
                content: $crate::burn::module::Content,
            ) -> ::core::option::Option<$crate::burn::module::Content> {
                content
                    .set_top_level_type(stringify!($Name))
                    $(.add(stringify!($field), &self.$field))+
                    .optional()
            }

            fn num_params(&self) -> usize {
                $crate::burn::module::Module::num_params(self)
            }
        }

        impl $(<$($Size: $Bound),+>)? $crate::burn::module::ModuleDisplay for $Name $(<$($Size),+>)? {}
    };
}
