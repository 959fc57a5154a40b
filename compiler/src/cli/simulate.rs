//! `somdc run --simulate 64`: a program on numbers of ranks that there are not. For each number it runs once, in one process, which counts what the
//! ranks would send and how long they would take (`runtime/src/cluster/model.rs`); what comes of it is a table, and a plot where one is asked for.

use std::path::Path;
use std::process::{Command, Stdio};

/// What is simulated.
#[derive(clap::Args, Clone)]
pub struct SimulateArgs {
    /// Count what ranks would send, and how long they would take, without starting them (target `cluster`): up to N ranks, or on these numbers of ranks. In the program's arguments `{ranks}` becomes the number
    #[arg(long, value_name = "N[,N…]", value_parser = parse_ranks, conflicts_with_all = ["ranks", "watch", "tune"])]
    pub simulate: Option<Ranks>,
    /// Seconds that a message takes in a simulation, besides its bytes
    #[arg(long, value_name = "SECONDS", default_value = "2e-6", requires = "simulate", value_parser = parse_amount)]
    pub latency: f64,
    /// Bytes a second that a rank sends in a simulation
    #[arg(long, value_name = "BYTES", default_value = "1e10", requires = "simulate", value_parser = parse_amount)]
    pub bandwidth: f64,
    /// Write the speed-up of a simulation as a picture (SVG)
    #[arg(long, value_name = "FILE", requires = "simulate")]
    pub plot: Option<std::path::PathBuf>,
}

/// Numbers of ranks, ascending.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks(Vec<usize>);

/// As many ranks as a simulation has room for.
const MOST: usize = 100_000;

fn parse_ranks(text: &str) -> Result<Ranks, String> {
    let number = |word: &str| {
        let n = word.trim().parse::<usize>().ok().filter(|n| (1..=MOST).contains(n));
        n.ok_or_else(|| format!("`{word}` is no number of ranks from 1 to {MOST}"))
    };
    let mut all = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if let [last] = all[..] {
        all = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < last).collect();
        all.push(last);
    }
    all.sort_unstable();
    all.dedup();
    Ok(Ranks(all))
}

fn parse_amount(text: &str) -> Result<f64, String> {
    let amount = text.parse::<f64>().ok().filter(|n| *n >= 0.0 && n.is_finite());
    amount.ok_or_else(|| format!("`{text}` is no amount"))
}

/// What one run has found.
struct Found {
    ranks: usize,
    messages: u64,
    bytes: u64,
    /// Of the rank that ends last.
    seconds: f64,
    /// How many of these it waits for messages.
    waiting: f64,
    /// What one process takes for all of it.
    alone: f64,
}

impl Found {
    fn parse(line: &str) -> Option<Found> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [ranks, messages, bytes, seconds, waiting, alone] = words[..] else { return None };
        Some(Found {
            ranks: ranks.parse().ok()?,
            messages: messages.parse().ok()?,
            bytes: bytes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            waiting: waiting.parse().ok()?,
            alone: alone.parse().ok()?,
        })
    }

    fn speed_up(&self) -> f64 {
        self.alone / self.seconds.max(1e-12)
    }
}

/// Runs the program for each number of ranks, and prints the table to standard error. The program's own output is that of the first run.
///
/// # Errors
/// Where the program cannot be run, or ends with an error; that it then has been said, and the exit code.
pub fn simulate(program: &Path, arguments: &[String], args: &SimulateArgs) -> Result<(), (String, i32)> {
    let own = |e: String| (e, 1);
    let Some(Ranks(numbers)) = &args.simulate else { return Ok(()) };
    let folder = tempfile::tempdir().map_err(|e| own(format!("cannot make a temporary folder: {e}")))?;
    let file = folder.path().join("found");
    let mut all = Vec::new();
    for (k, ranks) in numbers.iter().enumerate() {
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|a| a.replace("{ranks}", &ranks.to_string())));
        command.env("SOMD_TARGET", "cluster").env("SOMD_SIMULATED", &file);
        command.env("SOMD_SIMULATE", format!("{ranks} {:e} {:e}", args.latency, args.bandwidth));
        if k > 0 {
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        }
        let status = command.status().map_err(|e| own(format!("cannot run `{}`: {e}", program.display())))?;
        if !status.success() {
            let code = status.code().unwrap_or(1);
            return Err((format!("the program ended with {status} on {ranks} simulated ranks"), code));
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        all.push(Found::parse(&text).ok_or_else(|| own(format!("the program said nothing of its {ranks} ranks")))?);
    }
    eprint!("{}", table(&all));
    if let Some(path) = &args.plot {
        std::fs::write(path, plot(&all)).map_err(|e| own(format!("cannot write `{}`: {e}", path.display())))?;
    }
    Ok(())
}

fn table(all: &[Found]) -> String {
    let mut text = format!(
        "{:>7} {:>12} {:>16} {:>12} {:>12} {:>9} {:>11}\n",
        "ranks", "messages", "bytes", "seconds", "of it waits", "speed-up", "efficiency"
    );
    for f in all {
        let efficiency = f.speed_up() / f.ranks as f64;
        text += &format!(
            "{:>7} {:>12} {:>16} {:>12.6} {:>12.6} {:>9.2} {:>11.3}\n",
            f.ranks,
            f.messages,
            f.bytes,
            f.seconds,
            f.waiting,
            f.speed_up(),
            efficiency
        );
    }
    text
}

/// Ranks and speed-up, both by powers of two, beside the line on which the two are equal.
fn plot(all: &[Found]) -> String {
    const SIDE: f64 = 400.0;
    const LEFT: f64 = 60.0;
    const TOP: f64 = 20.0;
    let most = all.iter().map(|f| f.ranks).max().unwrap_or(1).max(2) as f64;
    let powers = most.log2().ceil().max(1.0);
    let scale = |n: f64| (n.max(0.5).log2() / powers).clamp(0.0, 1.0) * SIDE;
    let at = |x: f64, y: f64| format!("{:.1},{:.1}", LEFT + scale(x), TOP + SIDE - scale(y));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
        LEFT + SIDE + 20.0,
        TOP + SIDE + 50.0
    );
    for power in 0..=powers as u32 {
        let n = f64::from(power).exp2();
        let along = scale(n);
        let (x, y) = (LEFT + along, TOP + SIDE - along);
        let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
        text += &format!(
            "<path d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\n\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{n}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{n}</text>\n",
            bottom + 18.0,
            LEFT - 8.0,
            y + 4.0
        );
    }
    let points: Vec<String> = all.iter().map(|f| at(f.ranks as f64, f.speed_up())).collect();
    text += &format!(
        "<path d=\"M{} L{}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\"/>\n",
        at(1.0, 1.0),
        at(most, most),
        points.join(" ")
    );
    for point in &points {
        let (x, y) = point.split_once(',').unwrap_or((point, "0"));
        text += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#1f5fa8\"/>\n");
    }
    text + &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">ranks</text>\n\
         <text x=\"16\" y=\"{:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {:.1})\">speed-up</text>\n</svg>\n",
        LEFT + SIDE / 2.0,
        TOP + SIDE + 40.0,
        TOP + SIDE / 2.0,
        TOP + SIDE / 2.0
    )
}

#[cfg(test)]
mod tests {
    use super::{Found, Ranks, parse_ranks, plot, table};

    #[test]
    fn one_number_stands_for_all_up_to_it() {
        assert_eq!(parse_ranks("1"), Ok(Ranks(vec![1])));
        assert_eq!(parse_ranks("6"), Ok(Ranks(vec![1, 2, 4, 6])));
        assert_eq!(parse_ranks("9,3, 3"), Ok(Ranks(vec![3, 9])));
        assert!(parse_ranks("0").is_err() && parse_ranks("2,x").is_err() && parse_ranks("1000000").is_err());
    }

    #[test]
    fn what_a_run_says_becomes_a_row_and_a_point() {
        let found = Found::parse("4 18 1440 0.5 0.1 1.5\n").expect("six numbers");
        assert!(Found::parse("4 18").is_none());
        let table = table(&[found]);
        assert!(table.lines().nth(1).is_some_and(|l| l.ends_with("     3.00       0.750")), "{table}");
        let found = Found::parse("4 18 1440 0.5 0.1 1.5").expect("six numbers");
        assert_eq!(plot(&[found]).matches("<circle").count(), 1);
    }
}
