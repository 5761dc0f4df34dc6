//! Where a new mirror begins: `mirror.start.offset.spec`.

use std::str::FromStr;

/// The first source offset that a new mirror takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartOffset {
    /// The source's log start.
    Earliest,
    /// The source's end when the mirror is made.
    Latest,
    /// The first record at or after this time, in milliseconds since the epoch.
    Timestamp(i64),
}

impl FromStr for StartOffset {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            word if word.eq_ignore_ascii_case("earliest") => Ok(Self::Earliest),
            word if word.eq_ignore_ascii_case("latest") => Ok(Self::Latest),
            time => epoch_ms(time)
                .map(Self::Timestamp)
                .ok_or("must be earliest, latest or a time like 2025-06-30T12:00:00Z"),
        }
    }
}

/// Reads `YYYY-MM-DDTHH:MM:SS[.fff](Z|±HH:MM)`; `None` for anything else.
fn epoch_ms(text: &str) -> Option<i64> {
    let (date, time) = text.split_once(['T', 't'])?;
    let zone_at = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at(zone_at);
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let (whole, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let [hour, minute, second] = numbers(whole, ':', [2, 2, 2])?;
    let in_range = (1..=12).contains(&month)
        && (1..=days_of_month(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit());
    if !in_range {
        return None;
    }
    let milliseconds: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let offset_minutes = match zone.split_at_checked(1)? {
        ("Z" | "z", "") => 0,
        (sign, zone) => {
            let [hours, minutes] = numbers(zone, ':', [2, 2])?;
            let east = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
            if sign == "-" { -east } else { east }
        }
    };
    let minutes = (days_since_epoch(year, month, day) * 24 + hour) * 60 + minute - offset_minutes;
    Some((minutes * 60 + second) * 1000 + milliseconds)
}

fn numbers<const N: usize>(text: &str, separator: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split(separator);
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        if part.len() != digits || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

fn days_of_month(year: i64, month: i64) -> i64 {
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leaps),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 in the Gregorian calendar; years 0 to 9999.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let leap_days = |year: i64| year / 4 - year / 100 + year / 400;
    let years = (year - 1970) * 365 + leap_days(year - 1) - leap_days(1969);
    years + (1..month).map(|month| days_of_month(year, month)).sum::<i64>() + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_become_milliseconds_since_the_epoch() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:34:56.789Z", 951_827_696_789),
            ("2024-12-31T23:59:59+01:00", 1_735_685_999_000),
            ("1969-12-31T23:59:59.5Z", -500),
        ] {
            assert_eq!(text.parse(), Ok(StartOffset::Timestamp(expected)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "yesterday",
            "2023-02-29T00:00:00Z",
            "2023-01-01",
            "2023-01-01T24:00:00Z",
            "2023-01-01T00:00:00é",
        ] {
            assert!(text.parse::<StartOffset>().is_err(), "{text}");
        }
    }
}
