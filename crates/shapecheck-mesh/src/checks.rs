//! What ranks compare before they compute together, and how long they wait for each other.

use std::env;
use std::sync::{OnceLock, PoisonError, RwLock};
use std::time::Duration;

/// What ranks compare before each call, and how long they wait for each other: the same on all ranks.
///
/// Debug builds compare calls, and release builds nothing. Two variables of the environment say otherwise, in any build:
///
/// | variable | value | |
/// | --- | --- | --- |
/// | `SHAPECHECK_MESH_CHECKS` | `off` | nothing is compared |
/// | | `calls` | the operation, the axis and the sizes |
/// | | `lines` | the line of the program, too: two calls with the same sizes, which some ranks make in another order, are reported |
/// | `SHAPECHECK_MESH_TIMEOUT` | seconds, such as `30` or `0.5` | a rank that waits for as long returns an error that says who waits in which call; includes `calls` |
///
/// A program says it by [`set`](Self::set), before ranks make calls.
///
/// ```
/// use std::time::Duration;
/// use shapecheck_mesh::{Checks, Compared, Mesh, MeshTensor, Ranks, mesh, threads};
/// use shapecheck::{Axis, Tensor, dims, shape};
///
/// dims! { Hidden = 8 }
/// mesh! { Tp }
///
/// let limit = Some(Duration::from_millis(50));
/// Checks { limit, ..Checks::current() }.set();
/// let error = threads::run(2, |world| {
///     let tp = Mesh::<Tp, _>::new(world)?;
///     if tp.rank() == 1 {
///         std::thread::sleep(Duration::from_millis(500));
///     }
///     let own = MeshTensor::whole(Tensor::<f32, shape![Hidden]>::ones()).cut(Axis::<-1>, &tp)?;
///     own.all_gather(Axis::<-1>, &tp)
/// });
/// let text = error.unwrap_err().to_string();
/// assert!(text.contains("calls `all_gather` along axis -1 of [4] at "), "{text}");
/// assert!(text.ends_with("has waited 50ms for rank 1, which is in no call"), "{text}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// What is compared.
    pub compared: Compared,
    /// How long a rank waits for the others in a call; for ever if there is no limit.
    pub limit: Option<Duration>,
}

/// What ranks compare before they compute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Compared {
    /// Nothing.
    Nothing,
    /// The operation, the axis and the sizes.
    Calls,
    /// The line of the program, too. Ranks that make one call from two lines are refused.
    Lines,
}

/// What a program has set.
static SET: RwLock<Option<Checks>> = RwLock::new(None);

impl Checks {
    /// What is set, or what the environment says, or what the build does.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the environment has another value than those that it can have.
    #[must_use]
    pub fn current() -> Self {
        let set = *SET.read().unwrap_or_else(PoisonError::into_inner);
        set.unwrap_or_else(|| {
            static SAID: OnceLock<Checks> = OnceLock::new();
            *SAID.get_or_init(|| {
                let variable = |name| env::var(name).ok();
                Self::said(
                    variable("SHAPECHECK_MESH_CHECKS").as_deref(),
                    variable("SHAPECHECK_MESH_TIMEOUT").as_deref(),
                )
                .unwrap_or_else(|text| panic!("{text}"))
            })
        })
    }

    /// Sets what all ranks of this process do from now on.
    pub fn set(self) {
        *SET.write().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Whether calls are compared.
    pub(crate) fn compares(self) -> bool {
        // Only the exchange of calls is waited for with a limit by every transport.
        self.compared > Compared::Nothing || self.limit.is_some()
    }

    /// What the values of the two variables say.
    fn said(checks: Option<&str>, timeout: Option<&str>) -> Result<Self, String> {
        let compared = match checks {
            None if cfg!(debug_assertions) => Compared::Calls,
            None | Some("off") => Compared::Nothing,
            Some("calls") => Compared::Calls,
            Some("lines") => Compared::Lines,
            Some(other) => {
                return Err(format!(
                    "SHAPECHECK_MESH_CHECKS is `{other}`, and has to be `off`, `calls` or `lines`"
                ));
            }
        };
        let limit = timeout.map(|text| {
            let seconds = text.parse().ok().map(Duration::try_from_secs_f64);
            seconds.and_then(Result::ok).ok_or_else(|| {
                format!("SHAPECHECK_MESH_TIMEOUT is `{text}`, and has to be a number of seconds")
            })
        });
        Ok(Self {
            compared,
            limit: limit.transpose()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_say_what_is_compared() {
        let of_build = match cfg!(debug_assertions) {
            true => Compared::Calls,
            false => Compared::Nothing,
        };
        for (checks, timeout, expected) in [
            (None, None, Ok((of_build, None))),
            (Some("off"), None, Ok((Compared::Nothing, None))),
            (
                Some("lines"),
                Some("1.5"),
                Ok((Compared::Lines, Some(1500))),
            ),
            (Some("calls"), Some("0"), Ok((Compared::Calls, Some(0)))),
            (
                Some("yes"),
                None,
                Err("SHAPECHECK_MESH_CHECKS is `yes`, and has to be `off`, `calls` or `lines`"),
            ),
            (
                None,
                Some("-1"),
                Err("SHAPECHECK_MESH_TIMEOUT is `-1`, and has to be a number of seconds"),
            ),
        ] {
            let found = Checks::said(checks, timeout);
            let found =
                found.map(|found| (found.compared, found.limit.map(|limit| limit.as_millis())));
            assert_eq!(found, expected.map_err(str::to_owned));
        }
    }
}
