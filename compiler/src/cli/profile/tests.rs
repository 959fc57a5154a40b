//! Profiles as they are read, what is computed of them, and the page.

use super::*;
use crate::driver::stages::{Compilation, Settings};
use somd_runtime::work::Work;

/// Two seconds on a device: a tenth computes, nine tenths copy.
const TRANSFERS: &str = r#"{"traceEvents":[
    {"ph":"M","name":"thread_name","pid":0,"tid":0,"args":{"name":"main"}},
    {"ph":"M","name":"thread_name","pid":0,"tid":1,"args":{"name":"Fast: kernels"}},
    {"ph":"M","name":"thread_name","pid":0,"tid":2,"args":{"name":"Fast: copies"}},
    {"ph":"i","cat":"verdict","name":"loop of Main.f","pid":0,"tid":0,"args":{"outcome":"parallel","source":"Main.somd:2","method":"Main.f"}},
    {"ph":"X","name":"Main_f","cat":"launch","pid":0,"tid":0,"ts":100000,"dur":1800000,"args":{"source":"Main.somd:2","own":200000}},
    {"ph":"X","name":"copying to the device","cat":"wait","pid":0,"tid":0,"ts":100000,"dur":1500000,"args":{"bytes":8000000}},
    {"ph":"X","name":"Main_f","cat":"build","pid":0,"tid":0,"ts":1600000,"dur":100000,"args":{"source":"Main.somd:2"}},
    {"ph":"X","name":"to the device","cat":"copy","pid":0,"tid":2,"ts":100000,"dur":1500000,"args":{"bytes":8000000}},
    {"ph":"X","name":"Main_f","cat":"kernel","pid":0,"tid":1,"ts":1700000,"dur":200000,
     "args":{"iterations":1000,"bytes":4000000,"bytes_least":4000000,"operations":8000000,"operations_least":8000000,"source":"Main.somd:2","method":"Main.f"}}],
    "otherData":{"format":2,"program":"main","arguments":["</script>"],"target":"gpu","began":1764265440000000000,"wall":2000000,"rank":0,"ranks":1,"threads":2,
    "processor":"Some","version":"0.1.0","omitted":0,"limits":[{"name":"Some","bandwidth":1e10,"float":1e10,"double":5e9},
    {"name":"Fast","bandwidth":2e7,"float":4e8,"double":2e8}],
    "lines":[{"source":"Main.somd:1","method":"Main.main","count":30},{"source":"","method":"","count":10}],"totals":[]}}"#;

fn transfers() -> Profile {
    parse(TRANSFERS).expect("well formed")
}

#[test]
fn a_profile_is_added_up() {
    let text = r#"[{"ph":"M","name":"thread_name","tid":1,"args":{"name":"gpu: kernels"}},
        {"ph":"X","name":"f","cat":"kernel","tid":1,"ts":10,"dur":2000,"args":{"bytes":4000000,"operations":4000000,"source":"Main.somd:3"}},
        {"ph":"X","name":"f","cat":"kernel","tid":1,"ts":3000,"dur":1000,"args":{"bytes":2000000,"operations":2000000,"source":"Main.somd:3"}}]"#;
    let profile = parse(text).expect("well formed");
    let table = profile.table();
    assert!(table.contains("3.000 ms    1.000 ms   75 %         2.0         2.0  Main.somd:3"), "{table}");
    assert!(parse("{}").is_err());
}

#[test]
fn the_time_of_main_is_all_there() {
    let profile = transfers();
    let parts: Vec<(String, f64)> = profile.parts();
    let expected = [("sequential", 200_000.0), ("wait", 1_500_000.0), ("launch", 200_000.0), ("build", 100_000.0)];
    assert_eq!(parts, expected.map(|(c, t)| (c.to_string(), t)));
}

#[test]
fn sequential_code_is_divided_by_lines() {
    let profile = transfers();
    assert_eq!(profile.lines(), [("Main.somd:1", "Main.main", 150_000.0), ("", "", 50_000.0)]);
}

#[test]
fn limits_are_those_of_the_device() {
    let profile = transfers();
    let rows = profile.rows();
    let kernel = rows.iter().find(|r| r.category == "kernel").expect("one ran");
    // 4 MB and 8 million operations in 0.2 s, of 20 MB and 400 million a second.
    assert_eq!(profile.shares(kernel), (Some(1.0), Some(0.1)));
}

#[test]
fn what_nobody_knows_has_no_rate() {
    assert_eq!(rate(0.0, None, 10.0), "-");
    assert_eq!(rate(20_000.0, None, 10.0), "≥2.0");
    assert_eq!(rate(0.0, Some(20_000.0), 10.0), "≤2.0");
    assert_eq!(rate(10_000.0, Some(20_000.0), 10.0), "1.0-2.0");
    assert_eq!(rate(20_000.0, Some(20_000.0), 10.0), "2.0");
}

#[test]
fn transfers_that_take_long_are_told() {
    let advice = transfers().advice();
    let first = &advice.first().expect("there is some").text;
    assert!(first.starts_with("Transfers are 88 % of what the device does"), "{first}");
    assert!(!advice.iter().any(|a| a.text.starts_with("Sequential code")));
}

/// The data of a page, as its script reads them.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("the page has data");
    serde_json::from_str(rest.split_once("</script>").expect("they end").0).expect("well formed")
}

#[test]
fn pages_hold_all_they_show() {
    let (a, folder) = (transfers(), tempfile::tempdir().expect("tests may write temporary files"));
    let file = folder.path().join("Main.somd");
    std::fs::write(&file, "class Main {\n    for (int i = 0; i < n; i++)\n}\n").expect("as before");
    let lines = Lines::of(&[folder.path().to_path_buf()]);
    let text = page(&[(&a, "a.json".into())], &lines);
    assert!(!text.contains("http") && !text.contains(" src=") && !text.contains("@DATA@"));
    let data = data(&text);
    let profile = &data["profiles"][0];
    assert_eq!(profile["arguments"][0], "</script>");
    let names: Vec<&str> =
        profile["lanes"].as_array().expect("a list").iter().filter_map(|l| l["name"].as_str()).collect();
    assert_eq!(names, ["host: main", "builds of kernels", "Fast: kernels", "Fast: copies"]);
    let kernel = profile["rows"].as_array().expect("a list").iter().find(|r| r["kind"] == "kernel").expect("it ran");
    assert_eq!(kernel["line"], "for (int i = 0; i < n; i++)");
    assert_eq!(profile["attributed"], 1.0);
}

/// What the runtime tells of has a name and a colour.
#[test]
fn sorts_are_shown() {
    let sort = r#"{"ph":"X","name":"sorting int[]","cat":"sort","pid":0,"tid":0,"ts":1950000,"dur":50000,"args":{"elements":100000}},
    {"ph":"X","name":"Main_f","cat":"build""#;
    let text = TRANSFERS.replacen(r#"{"ph":"X","name":"Main_f","cat":"build""#, sort, 1);
    let profile = parse(&text).expect("well formed");
    let text = page(&[(&profile, "a.json".into())], &Lines::default());
    let rows = data(&text)["profiles"][0]["rows"].as_array().expect("a list").clone();
    let row = rows.iter().find(|r| r["kind"] == "sort").expect("it is one of its own");
    assert_eq!(row["name"], "sorting int[]");
    assert_eq!(page::kind("sort"), "sorts on the host");
    assert!(text.contains("sort: \"sorts on the host\"") && text.contains("--sort: #"));
}

#[test]
fn two_profiles_are_compared_by_kernel() {
    let (a, mut b) = (transfers(), transfers());
    let half = |t: &mut Total| t.time /= 2.0;
    b.totals.iter_mut().filter(|(k, _)| k.1 == "kernel").for_each(|(_, t)| half(t));
    let data = data(&page(&[(&a, "a".into()), (&b, "b".into())], &Lines::default()));
    let rows = data["compare"]["rows"].as_array().expect("a list").clone();
    let kernel = rows.iter().find(|r| r["kind"] == "loop").expect("it ran in both");
    assert_eq!((kernel["a"].as_f64(), kernel["b"].as_f64()), (Some(200_000.0), Some(100_000.0)));
}

/// Chromium, where there is one: the script runs to its end, without an error.
#[test]
fn the_script_runs() {
    let folder = tempfile::tempdir().expect("tests may write temporary files");
    let file = folder.path().join("page.html");
    let a = transfers();
    std::fs::write(&file, page(&[(&a, "a".into()), (&a, "b".into())], &Lines::default())).expect("as before");
    let mut chromium = std::process::Command::new("chromium");
    chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"]);
    chromium.arg(format!("--user-data-dir={}", folder.path().join("user").display())).arg(&file);
    let Ok(output) = chromium.output() else {
        eprintln!("there is no chromium: the page was not opened");
        return;
    };
    let dom = String::from_utf8_lossy(&output.stdout);
    assert!(dom.contains("data-drawn=\"yes\""), "{dom}\n{}", String::from_utf8_lossy(&output.stderr));
    for part in
        ["What the time went to", "Transfers are 88 %", "<canvas", "Comparison of A and B", "Limits of this machine"]
    {
        assert!(dom.contains(part), "{part} is missing:\n{dom}");
    }
}

/// The steps of a program's first kernel: of matrices, the one for those whose rows lie behind one another.
fn work(method: &str) -> Vec<Work> {
    let text = format!("public class Main {{\n{method}\n    public static void main(String[] args) {{ }}\n}}\n");
    let mut c = Compilation::of_texts(vec![("Main.somd".into(), text)], Settings::default());
    let program = c.compile().unwrap_or_else(|| panic!("{:?}", c.diagnostics));
    program.kernels.kernels.first().unwrap_or_else(|| panic!("{:?}", program.kernels.refused)).work.clone()
}

#[test]
fn kernels_know_how_much_they_do() {
    let product = work(
        "static double[] f(dist double[][] m, double[] x) {
            double[] y = new double[m.length];
            for (int i = 0; i < m.length; i++) {
                double s = 0;
                for (int j = 0; j < x.length; j++) s += m[i][j] * x[j];
                y[i] = s;
            }
            return y;
        }",
    );
    assert!(
        matches!(product.as_slice(), [Work::Number(0), Work::Length { .. }, Work::Loop { step: 1, leaves: false }, ..]),
        "{product:?}"
    );
    let operations: u32 = product.iter().map(|w| if let Work::Operations(n) = w { *n } else { 0 }).sum();
    let bytes: u32 = product.iter().map(|w| if let Work::Reads { bytes, .. } = w { *bytes } else { 0 }).sum();
    assert_eq!((operations, bytes), (2, 16), "{product:?}");
    assert!(matches!(product.last(), Some(Work::Touches { out: 0, bytes: 8 })), "{product:?}");
    // How far it goes is known of each iteration, and on average.
    let triangle = work(
        "static float[] f(dist float[] a) {
            float[] y = new float[a.length];
            for (int i = 0; i < a.length; i++) {
                float s = 0;
                for (int j = 0; j <= i; j++) s += a[j];
                y[i] = s;
            }
            return y;
        }",
    );
    assert!(triangle.contains(&Work::Index(0)) && !triangle.contains(&Work::Often), "{triangle:?}");
    // Data decide.
    let steps = work(
        "static int[] f(dist int[] a) {
            int[] y = new int[a.length];
            for (int i = 0; i < a.length; i++) {
                int n = a[i], k = 0;
                while (n > 1) { n /= 2; k++; }
                if (k > 3) y[i] = k * k; else y[i] = 1;
            }
            return y;
        }",
    );
    assert!(steps.contains(&Work::Often) && steps.contains(&Work::Either), "{steps:?}");
}
