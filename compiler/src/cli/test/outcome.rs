//! What the program that runs tests has printed, as the outcomes of the tests.

/// What became of a test on one back end.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// None where it passed.
    pub failure: Option<Failure>,
    /// What it printed.
    pub output: String,
}

#[derive(Debug, PartialEq)]
pub struct Failure {
    /// The exception with its message, or how the program ended.
    pub message: String,
    /// The file and the line of each call, innermost first, where they are known.
    pub frames: Vec<(String, u32)>,
}

impl Failure {
    /// Whether the other says the same: traces differ in what the back ends keep of them.
    pub fn says(&self, other: &Failure) -> bool {
        self.message == other.message
    }
}

/// Reads what was printed. `token`: the word that the program's own lines begin with; `how`: how it ended.
pub fn read(printed: &str, token: &str, how: &str) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let start = format!("\n{token} ");
    // Each part begins with `begin N`, `passed N TIME`, `failed N TIME` or `end`.
    let mut parts = printed.split(start.as_str()).skip(1).peekable();
    while let Some(part) = parts.next() {
        let (head, output) = part.split_once('\n').unwrap_or((part, ""));
        if !head.starts_with("begin ") {
            continue;
        }
        let failure = match parts.peek().map(|p| p.split_once('\n').unwrap_or((p, ""))) {
            Some((head, _)) if head.starts_with("passed ") => None,
            Some((head, report)) if head.starts_with("failed ") => Some(failure(report)),
            _ => Some(Failure { message: how.to_string(), frames: Vec::new() }),
        };
        outcomes.push(Outcome { failure, output: output.to_string() });
    }
    outcomes
}

/// The library's exception of an assertion is named by its message alone.
const ASSERTIONS: [&str; 2] = ["org.opentest4j.AssertionFailedError: ", "java.lang.AssertionError: "];

/// An exception's report: the message, which may have several lines, then the calls.
fn failure(report: &str) -> Failure {
    let is_frame = |l: &&str| l.starts_with("\tat ");
    let message: Vec<&str> = report.lines().take_while(|l| !is_frame(l)).collect();
    let message = message.join("\n");
    let message = ASSERTIONS.iter().find_map(|a| message.strip_prefix(a)).unwrap_or(&message).trim_end().to_string();
    let frames = report.lines().filter(is_frame).filter_map(|l| {
        let (file, line) = l.rsplit_once('(')?.1.trim_end_matches(')').rsplit_once(':')?;
        Some((file.to_string(), line.parse().ok()?))
    });
    Failure { message, frames: frames.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_is_read_again() {
        let printed = "\nT begin 0\nhello\n\nT passed 0 12\n\nT begin 3\n\nT failed 3 9\njava.lang.AssertionError: expected: <1>\n\tat p.A.f(A.somd:12)\n\tat B.g(Unknown Source)\n\nT end\n\nT begin 4\nlast words";
        let found = read(printed, "T", "exit code 3");
        let output = |o: &Outcome| o.output.clone();
        assert_eq!(found.iter().map(output).collect::<Vec<_>>(), ["hello\n", "", "last words"]);
        let expected = Failure { message: "expected: <1>".into(), frames: vec![("A.somd".into(), 12)] };
        assert_eq!((&found[0].failure, found[1].failure.as_ref()), (&None, Some(&expected)));
        assert_eq!(found[2].failure.as_ref().map(|f| f.message.as_str()), Some("exit code 3"));
    }
}
