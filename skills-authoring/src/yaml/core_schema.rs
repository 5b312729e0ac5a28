//! Which plain scalars are not strings: the core schema of YAML 1.2. What other schemas make of them is no matter here.

/// What a scalar stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// A whole number of at most 2^53 in size, which every reader of JSON holds exactly.
    Integer(i64),
    /// A whole number beyond that.
    LongInteger,
    /// Infinite or not a number where JSON has no form for it.
    Float(f64),
    Text,
}

/// The value of a plain scalar.
pub(crate) fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        _ => {}
    }
    // Most scalars are prose: its first letter says so.
    if !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.')) {
        return Value::Text;
    }
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    match digits {
        ".inf" | ".Inf" | ".INF" if negative => return Value::Float(f64::NEG_INFINITY),
        ".inf" | ".Inf" | ".INF" => return Value::Float(f64::INFINITY),
        _ => {}
    }
    if let Some(octal) = text.strip_prefix("0o") {
        return integer(octal, 8, negative);
    }
    if let Some(hexadecimal) = text.strip_prefix("0x") {
        return integer(hexadecimal, 16, negative);
    }
    match integer(digits, 10, negative) {
        Value::Text if is_float(digits) => text.parse().map_or(Value::Text, Value::Float),
        value => value,
    }
}

const LARGEST: i64 = 1 << 53;

fn integer(digits: &str, radix: u32, negative: bool) -> Value {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Value::Text;
    }
    match i64::from_str_radix(digits, radix) {
        Ok(size) if size > LARGEST => Value::LongInteger,
        Ok(size) if negative => Value::Integer(-size),
        Ok(size) => Value::Integer(size),
        // All of them are digits, so it can only be too long.
        Err(_) => Value::LongInteger,
    }
}

/// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| !exponent.is_empty() && digits(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_by_the_core_schema() {
        let cases: &[(&str, Value)] = &[
            ("", Value::Null),
            ("~", Value::Null),
            ("Null", Value::Null),
            ("nULL", Value::Text),
            ("TRUE", Value::Bool(true)),
            ("False", Value::Bool(false)),
            ("yes", Value::Text),
            ("0", Value::Integer(0)),
            ("-0", Value::Integer(0)),
            ("+12", Value::Integer(12)),
            ("-7", Value::Integer(-7)),
            ("012", Value::Integer(12)),
            ("0o17", Value::Integer(15)),
            ("0x1F", Value::Integer(31)),
            ("-0x1F", Value::Text),
            ("0o8", Value::Text),
            ("0x", Value::Text),
            ("1_000", Value::Text),
            ("9007199254740992", Value::Integer(1 << 53)),
            ("9007199254740993", Value::LongInteger),
            ("-9007199254740993", Value::LongInteger),
            ("0xFFFFFFFFFFFFFFFFFF", Value::LongInteger),
            ("1.10", Value::Float(1.1)),
            ("1.", Value::Float(1.0)),
            (".5", Value::Float(0.5)),
            ("-.5e-1", Value::Float(-0.05)),
            ("1e3", Value::Float(1000.0)),
            ("1E+3", Value::Float(1000.0)),
            ("1e400", Value::Float(f64::INFINITY)),
            ("-.INF", Value::Float(f64::NEG_INFINITY)),
            (".", Value::Text),
            ("-", Value::Text),
            ("1.2.3", Value::Text),
            ("1e", Value::Text),
            ("e3", Value::Text),
            (".e3", Value::Text),
            ("1 2", Value::Text),
            ("infinity", Value::Text),
            ("٣", Value::Text),
        ];
        for (text, value) in cases {
            assert_eq!(resolve(text), *value, "{text}");
        }
        assert!(matches!(resolve(".NaN"), Value::Float(number) if number.is_nan()));
    }
}
