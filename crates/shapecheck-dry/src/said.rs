//! A size as the author of a test writes it, computed for the sizes of a run.

/// The value of an expression of numbers and names, `4 * (Seq + 3) / 2`, whose divisions round down. `None` if it is none, or has another
/// name.
pub(crate) fn value(text: &str, name: impl Fn(&str) -> Option<i64>) -> Option<i64> {
    let mut rest = Rest { text, name: &name };
    let value = rest.sum()?;
    rest.text.trim().is_empty().then_some(value)
}

/// The names in an expression.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

struct Rest<'a> {
    text: &'a str,
    name: &'a dyn Fn(&str) -> Option<i64>,
}

impl Rest<'_> {
    /// Takes one of some signs.
    fn sign(&mut self, signs: &[char]) -> Option<char> {
        self.text = self.text.trim_start();
        let sign = self
            .text
            .chars()
            .next()
            .filter(|sign| signs.contains(sign))?;
        self.text = &self.text[1..];
        Some(sign)
    }

    fn sum(&mut self) -> Option<i64> {
        let mut value = self.product()?;
        while let Some(sign) = self.sign(&['+', '-']) {
            let next = self.product()?;
            value = match sign {
                '+' => value.checked_add(next)?,
                _ => value.checked_sub(next)?,
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i64> {
        let mut value = self.factor()?;
        while let Some(sign) = self.sign(&['*', '/']) {
            let next = self.factor()?;
            value = match sign {
                '*' => value.checked_mul(next)?,
                _ => value.checked_div_euclid(next)?,
            };
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<i64> {
        if self.sign(&['(']).is_some() {
            let value = self.sum()?;
            return self.sign(&[')']).map(|_| value);
        }
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.text.find(|c| !is_word(c)).unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word.parse().ok().or_else(|| (self.name)(word))
    }
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn values_of_expressions() {
        let of = |text| value(text, |name| (name == "Seq").then_some(11));
        assert_eq!(of("Seq"), Some(11));
        assert_eq!(of("2*(Seq + 1) - 3"), Some(21));
        assert_eq!(of("(Seq - 1) / 4 * 2"), Some(4));
        assert_eq!(of("(3 - Seq) / 4"), Some(-2));
        for wrong in ["Sqe", "Seq +", "(Seq", "Seq Seq", "Seq / 0", "", "_"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
