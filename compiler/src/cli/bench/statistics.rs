//! What is said of a sample of times. Nothing is assumed of how they are distributed: they have long tails.

/// The median of a sorted sample that is not empty.
pub fn median(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    if n % 2 == 1 { sorted[n / 2] } else { (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0 }
}

/// Between which two of a sorted sample the median of all runs lies with this confidence: how many runs are faster than it is binomial. None where
/// the sample is too small to say.
pub fn interval(sorted: &[f64], confidence: f64) -> Option<(f64, f64)> {
    let n = sorted.len();
    // The probability that at most `k` of `n` are below the median, for k = 0, 1, …
    let mut term = 0.5f64.powi(n as i32);
    let mut below = 0.0;
    let mut found = None;
    for k in 0..n / 2 {
        below += term;
        if 1.0 - 2.0 * below < confidence {
            break;
        }
        found = Some((sorted[k], sorted[n - 1 - k]));
        term *= (n - k) as f64 / (k + 1) as f64;
    }
    found
}

/// The probability that two samples of one distribution lie apart as these do, or farther: Mann and Whitney's test, two-sided, by its normal
/// approximation with correction for ties.
pub fn mann_whitney(a: &[f64], b: &[f64]) -> f64 {
    let (n, m) = (a.len() as f64, b.len() as f64);
    let mut all: Vec<(f64, bool)> = a.iter().map(|&x| (x, true)).chain(b.iter().map(|&x| (x, false))).collect();
    all.sort_by(|x, y| x.0.total_cmp(&y.0));
    let (mut ranks, mut ties, mut at) = (0.0, 0.0, 0);
    while at < all.len() {
        let same = all[at..].iter().take_while(|x| x.0 == all[at].0).count();
        // Ranks count from 1; equal ones share their mean.
        let rank = at as f64 + (same as f64 + 1.0) / 2.0;
        ranks += rank * all[at..at + same].iter().filter(|x| x.1).count() as f64;
        ties += (same as f64).powi(3) - same as f64;
        at += same;
    }
    let u = ranks - n * (n + 1.0) / 2.0;
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    let z = ((u - n * m / 2.0).abs() - 0.5).max(0.0) / variance.sqrt();
    erfc(z / std::f64::consts::SQRT_2)
}

/// The complementary error function of a number that is not negative (Abramowitz and Stegun, 7.1.26: to 1.5e-7).
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.3275911 * x);
    let terms = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
    terms.iter().fold(0.0, |sum, c| (sum + c) * t) * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_sign_test() {
        let sample = |n: u32| (1..=n).map(f64::from).collect::<Vec<_>>();
        // From tables of the sign test: n = 6 is the first that has one of 95 %; n = 10: the 2nd and the 9th; n = 20: the 6th and the 15th.
        assert_eq!(interval(&sample(5), 0.95), None);
        assert_eq!(interval(&sample(6), 0.95), Some((1.0, 6.0)));
        assert_eq!(interval(&sample(10), 0.95), Some((2.0, 9.0)));
        assert_eq!(interval(&sample(20), 0.95), Some((6.0, 15.0)));
        assert_eq!((median(&sample(4)), median(&sample(5))), (2.5, 3.0));
    }

    #[test]
    fn samples_apart_are_told_from_samples_of_one_kind() {
        let (a, b): (Vec<f64>, Vec<f64>) = ((0..10).map(f64::from).collect(), (10..20).map(f64::from).collect());
        // U = 0, z = (50 - 0.5) / sqrt(175) = 3.742.
        assert!((mann_whitney(&a, &b) - 0.000183).abs() < 1e-6, "{}", mann_whitney(&a, &b));
        assert!(mann_whitney(&a, &a) > 0.9);
        assert_eq!(mann_whitney(&[1.0; 8], &[1.0; 9]), 1.0);
    }
}
