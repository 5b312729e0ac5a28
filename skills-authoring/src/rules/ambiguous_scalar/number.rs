//! How readers in use take a plain scalar that starts like a number. Dates and words stand beside this file.

use super::readers::Reading::{Error, Number, Text};
use super::readers::{Reading, Readings};
use crate::yaml::{Value, resolve};

/// What the readers make of a text that starts with a digit, a sign or a dot and is no date.
pub(super) fn number(text: &str) -> Readings {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let (".inf" | ".Inf" | ".INF", _) | (_, ".nan" | ".NaN" | ".NAN") = (unsigned, text) {
        return [Number; 5];
    }
    for (prefix, radix) in [("0b", 2), ("0o", 8), ("0x", 16)] {
        if let Some(digits) = unsigned.strip_prefix(prefix) {
            return based(text, digits, radix);
        }
    }
    if let Some(decimal) = Decimal::new(text, unsigned) {
        return decimal.readings();
    }
    [if is_sexagesimal(unsigned) { Number } else { Text }, Text, Text, Text, Text]
}

/// Follows the core schema of YAML 1.2 to the letter.
fn yaml_2(text: &str) -> Reading {
    if resolve(text) == Value::Text { Text } else { Number }
}

/// A whole number after a sign and `0b`, `0o` or `0x`.
fn based(text: &str, digits: &str, radix: u32) -> Readings {
    let any = digits.chars().any(|digit| digit.is_digit(radix));
    if digits.is_empty() || !digits.chars().all(|digit| digit == '_' || digit.is_digit(radix)) {
        return [Text; 5];
    }
    let (largest, longest) =
        if text.starts_with('-') { (1 << 63, 1 << 127) } else { (u128::from(u64::MAX), u128::MAX) };
    [
        match radix {
            8 => Text,
            _ if any => Number,
            _ => Error,
        },
        yaml_2(text),
        if any && !digits.ends_with('_') { Number } else { Text },
        if digits.contains('_') { Text } else { Number },
        match u128::from_str_radix(digits, radix) {
            Ok(size) if size <= largest => Number,
            Ok(size) if size <= longest => Error,
            _ => Text,
        },
    ]
}

/// `[-+]?[0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?`: what any reader takes for a decimal number, and more.
struct Decimal<'t> {
    text: &'t str,
    is_signed: bool,
    whole: &'t str,
    fraction: Option<&'t str>,
    exponent: Option<&'t str>,
}

impl<'t> Decimal<'t> {
    fn new(text: &'t str, unsigned: &'t str) -> Option<Self> {
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        let power = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
        let sound = are_digits(whole)
            && fraction.is_none_or(are_digits)
            && power.is_none_or(|power| !power.is_empty() && power.bytes().all(|byte| byte.is_ascii_digit()));
        sound.then_some(Self { text, is_signed: unsigned.len() < text.len(), whole, fraction, exponent })
    }

    fn readings(&self) -> Readings {
        let yaml_2 = yaml_2(self.text);
        let takes = |takes: bool| if takes { Number } else { Text };
        let finite = || self.text.parse::<f64>().is_ok_and(f64::is_finite);
        [
            takes(self.is_pyyaml()),
            yaml_2,
            takes(self.is_js_yaml() && !self.text.ends_with('_')),
            takes(self.is_js_yaml() && !self.text.contains('_') && finite()),
            takes(yaml_2 == Number && !self.is_zero_padded() && finite()),
        ]
    }

    fn is_pyyaml(&self) -> bool {
        let sound_exponent = self.exponent.is_none_or(|exponent| exponent.starts_with(['+', '-']));
        match self.fraction {
            None if self.exponent.is_some() => false,
            None if self.whole.starts_with('0') => {
                self.whole.bytes().all(|byte| matches!(byte, b'0'..=b'7' | b'_'))
            }
            None => starts_with_digit(self.whole),
            Some(_) if starts_with_digit(self.whole) => sound_exponent,
            Some(fraction) => {
                self.whole.is_empty() && !self.is_signed && starts_with_digit(fraction) && sound_exponent
            }
        }
    }

    fn is_js_yaml(&self) -> bool {
        let bare_fraction =
            self.whole.is_empty() && self.fraction.is_some_and(|fraction| !fraction.is_empty());
        starts_with_digit(self.whole) || (bare_fraction && !self.is_signed)
    }

    fn is_zero_padded(&self) -> bool {
        self.fraction.is_none()
            && self.exponent.is_none()
            && self.whole.len() > 1
            && self.whole.starts_with('0')
    }
}

/// `[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?`, and without a fraction the first digit is no zero.
fn is_sexagesimal(digits: &str) -> bool {
    let (places, fraction) = match digits.split_once('.') {
        Some((places, fraction)) => (places, Some(fraction)),
        None => (digits, None),
    };
    let Some((first, rest)) = places.split_once(':') else { return false };
    let place = |place: &str| matches!(place.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9']);
    starts_with_digit(first)
        && are_digits(first)
        && rest.split(':').all(place)
        && fraction.map_or(!first.starts_with('0'), are_digits)
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'_'))
}
