//! Erased programs, compiled by `javac` and run by `java`, print what the interpreter prints.

use super::stages::{Compilation, Settings};
use somd_interp as interp;
use somd_java::erase;
use somd_passes as passes;
use std::process::Command;
use std::sync::Arc;

fn erased(files: &[(&str, &str)]) -> (Vec<(String, String)>, Compilation, somd_lower::Lowered) {
    let texts = files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let mut c = Compilation::of_texts(texts, Settings::default());
    let units = c.units.clone();
    let hir = c.check().unwrap_or_else(|| panic!("{:?}", c.diagnostics));
    let (lowered, diagnostics) = somd_lower::lower(hir.clone(), &c.sources);
    assert!(diagnostics.iter().all(|d| !d.is_error()), "{diagnostics:?}");
    let files = erase(&units, &c.sources, &hir, &lowered).unwrap_or_else(|e| panic!("{e:?}"));
    (files, c, lowered)
}

fn java(files: &[(String, String)], main: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut javac = Command::new("javac");
    javac.args(["-proc:none", "-nowarn", "-d"]).arg(folder.path().join("out"));
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))
            .expect("folders can be made in a temporary folder");
        std::fs::write(&path, text).expect("files can be written in a temporary folder");
        javac.arg(path);
    }
    let compiled = javac.output().expect("javac is installed where the tests run");
    let all = || {
        files
            .iter()
            .filter(|f| !f.0.starts_with("somd/"))
            .map(|(n, t)| format!("// ---- {n}\n{t}\n"))
            .collect::<String>()
    };
    assert!(compiled.status.success(), "{}\n{}", String::from_utf8_lossy(&compiled.stderr), all());
    let ran = Command::new("java")
        .arg("-cp")
        .arg(folder.path().join("out"))
        .arg(main)
        .output()
        .expect("java is installed where the tests run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&ran.stdout), text(&ran.stderr))
}

/// Runs a program in both ways and compares; gives its main file as Java.
fn check(text: &str) -> String {
    check_files(&[("Main.somd", text)])
}

fn check_files(files: &[(&str, &str)]) -> String {
    let (files, c, lowered) = erased(files);
    let main = lowered.hir.mains[0];
    let name = lowered.hir.class(lowered.hir.method(main).class).binary_name.to_string();
    let core = passes::run(lowered.core, &passes::Options::ALL).unwrap_or_else(|e| panic!("{e:?}"));
    let host =
        interp::Host { core: Some(Arc::new(core)), sources: Some(Arc::new(c.sources)), ..interp::Host::default() };
    let (_, printed) = interp::run_captured(Arc::new(lowered.hir), host, main, Vec::new());
    let (out, err) = java(&files, &name);
    let java_text = files[0].1.clone();
    assert_eq!(out, String::from_utf8_lossy(&printed.out), "\n{err}\n{java_text}");
    // Of an uncaught exception the first line; its trace is not the same.
    assert_eq!(err.lines().next(), String::from_utf8_lossy(&printed.err).lines().next(), "{java_text}");
    java_text
}

#[test]
fn plain_java_stays_as_it_is() {
    let text = "// A comment.\npublic class Main {\n\tpublic static void main(String... args) { int value = 3, local = value; System.out.println(local); }\n}\n";
    assert_eq!(check(text), text);
}

#[test]
fn vector_add_keeps_its_text() {
    let java = check(
        "public class Main {
    /** Adds. */
    static int[] add(dist int[] a, dist int[] b) {
        int[] c = new int[a.length];
        for (int i = 0; i < a.length; i++)
            c[i] = a[i] + b[i]; // element by element
        return c;
    }

    reduce(+)
    static int sum(dist int[] a) {
        int s = 0;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 33, 16384, 100000}) {
            int[] a = new int[n];
            for (int i = 0; i < n; i++) a[i] = i;
            System.out.println(sum(add(a, a)));
        }
    }
}
",
    );
    assert!(java.contains("static int[] add(int[] a, int[] b) {"), "{java}");
    assert!(java.contains("    static int sum(int[] a) {"), "{java}");
    assert!(java.contains("// element by element"), "{java}");
}

#[test]
fn a_sum_of_floats_has_its_shape() {
    let java = check(
        "public class Main {
    reduce(+) static double sum(dist double[] a) {
        double s = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] >= 0) s += a[i] * 1.5;
        }
        return s;
    }

    static reduce(+) float norm(dist float[] a, float scale) {
        float s = 1;
        for (int i = 0; i < a.length; i++) s += a[i] * a[i] / scale;
        return s;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 32, 33, 16384, 16385, 100000}) {
            double[] a = new double[n];
            float[] f = new float[n];
            for (int i = 0; i < n; i++) {
                a[i] = 1.0 / (i + 1) - 1e-5;
                f[i] = (float) a[i];
            }
            System.out.println(sum(a) + \" \" + norm(f, 3));
        }
    }
}
",
    );
    assert!(java.contains("DoubleLanes"), "{java}");
}

#[test]
fn the_two_norms_of_the_paper() {
    let java = check(
        "public class Main {
    static reduce(+) double sumProd(dist double[] a) {
        double sumProd = 0;
        for (int i = 0; i < a.length; i++)
            sumProd += a[i] * a[i];
        return sumProd;
    }

    /** Listing 10. */
    static double[] norm(dist double[] a) {
        double norm = Math.sqrt(sumProd(a));
        for (int i = 0; i < a.length; i++)
            a[i] = a[i] / norm;
        return a;
    }

    /** Listing 12. */
    static double[] normalize(dist double[] a) {
        shared double norm = 0;
        sync reduce(+) (norm) {
            for (int i = 0; i < a.length; i++)
                norm += a[i] * a[i];
        }
        norm = Math.sqrt(norm);
        for (int i = 0; i < a.length; i++)
            a[i] = a[i] / norm;
        return a;
    }

    static double[] vector(int n) {
        double[] a = new double[n];
        for (int i = 0; i < n; i++) a[i] = 1.0 / (i % 97 + 1);
        return a;
    }

    public static void main(String[] args) {
        double[] a = norm(vector(50000)), b = normalize(vector(50000));
        for (int i = 0; i < a.length; i += 9973) System.out.println(a[i] + \" \" + b[i]);
    }
}
",
    );
    assert!(!java.contains("shared") && !java.contains("sync "), "{java}");
    assert!(java.contains("/** Listing 12. */"), "{java}");
}

#[test]
fn sync_reads_values_from_before() {
    let java = check(
        "public class Main {
    static double weight = 0.5;
    double own = 0.125;

    reduce(+)
    double stencil(dist(view = <1,1>, <1,1>) double[][] G, int iterations) {
        double total = 0;
        for (int p = 0; p < iterations; p++)
            sync {
                for (int i = 1; i < G.length - 1; i++)
                    for (int j = 1; j < G[0].length - 1; j++)
                        G[i][j] = own * (G[i - 1][j] + G[i + 1][j] + G[i][j - 1] + G[i][j + 1]) + weight * G[i][j];
            }
        for (int i = 1; i < G.length - 1; i++)
            for (int j = 1; j < G[0].length - 1; j++)
                total += G[i][j];
        return total;
    }

    static void smooth(dist int[] a) {
        sync {
            for (int i = 1; i < a.length; i++) a[i] = a[i - 1] + 1;
        }
    }

    static int[] each(dist int[] a) {
        sync {
            for (int i = 0; i < a.length; i++) a[i] = a[i] * 2;
        }
        single { a[0] = 7; }
        return a;
    }

    public static void main(String[] args) {
        double[][] g = new double[40][30];
        for (int i = 0; i < 40; i++)
            for (int j = 0; j < 30; j++) g[i][j] = i * 31 % 17 * 0.1 + j;
        System.out.println(new Main().stencil(g, 5));
        System.out.println(g[1][1] + \" \" + g[20][7]);
        int[] a = new int[10];
        smooth(a);
        System.out.println(a[1] + \" \" + a[9]);
        System.out.println(each(a)[0] + \" \" + a[9]);
    }
}
",
    );
    assert!(java.contains("GBefore"), "{java}");
}

#[test]
fn maps_and_reductions() {
    let java = check(
        "public class Main {
    static local double larger(double a, double b) { return Math.abs(a) < Math.abs(b) ? b : a; }
    static local float axpy(float a, float x, float y) { return a * x + y; }
    static local float[[3]] triple(float x) { return new float[[3]] { x, 2 * x, 3 * x }; }
    static local int sum3(float[[3]] row) { return (int) (row[0] + row[1] + row[2]); }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 33, 2500, 70000}) {
            double[] xs = new double[n];
            float[] fs = new float[n];
            byte[] bs = new byte[n];
            for (int i = 0; i < n; i++) {
                xs[i] = (i * 37 % 101 - 50) * 0.1;
                fs[i] = (float) xs[i];
                bs[i] = (byte) i;
            }
            double[[]] x = new double[[]](xs);
            float[[]] f = new float[[]](fs);
            System.out.println(+! (x @* x));
            System.out.println(+! x + \" \" + Math.max! x + \" \" + Math.min! f);
            System.out.println(Main.larger!(x, 0.0));
            System.out.println(+! bs + \" \" + ^! bs);
            float[[]] y = Main @ axpy(2.5f, f, f);
            float[[]] z = f @* 2.5f @+ f;
            System.out.println((y == z) + \" \" + (y != z) + \" \" + y.length);
            float[[][3]] t = Main @ triple(y);
            System.out.println(+! (Main @ sum3(t)));
            System.out.println(+! @(double) @-f);
            int[] m = (Main @ sum3(t)).toArray();
            System.out.println(+! (m @% 7 @<< 2));
            boolean some = |! (f @> 3f);
            System.out.println(some);
        }
        System.out.println(Main.larger!(new double[[]]{}, -1.0));
        try {
            System.out.println(new int[[]] {1, 2} @+ new int[[]] {1});
        } catch (LengthMismatch e) {
            System.out.println(\"LengthMismatch\");
        }
    }
}
",
    );
    assert!(java.starts_with("import somd.*;"), "{java}");
}

#[test]
fn task_graphs() {
    check(
        "import java.util.ArrayList;
import java.util.List;

public class Main {
    int next;
    final int last;
    static List<String> seen = new ArrayList<>();

    Main(int last) { this.last = last; }

    int count() {
        if (next == last) throw new Underflow();
        return next++;
    }

    static local double half(int i) { return i / 2.0; }
    static local int[[]] pair(int i) { return new int[[]] { i, i * i }; }
    static int total;
    static void add(int[[]] p) { total += p[0] + p[1]; }
    static void see(double d) { seen.add(\"\" + d); }
    int scale(int i) {
        if (i == 3 && last == 99) throw new IllegalStateException(\"three\");
        return i * last;
    }

    public static void main(String[] args) {
        Task g = task Main(5).count => task Main.half => task Main.see;
        g.finish();
        System.out.println(seen);
        // In pieces.
        Task front = task Main(100).count
            => task Main(2).scale; // a filter with state
        for (int k = 0; k < 2; k++) front = front => task Main(1).scale;
        Task all = front => (task Main.pair) => task Main.add;
        all.finish();
        System.out.println(total);
        try {
            (task Main(10).count => task Main(99).scale => task Main.pair => task Main.add).finish();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(total);
    }
}
",
    );
}

#[test]
fn value_classes() {
    check(
        "public class Main {
    static value class Vec {
        final double x, y;
        Vec(double x, double y) { this.x = x; this.y = y; }
        local Vec plus(Vec o) { return new Vec(x + o.x, y + o.y); }
        static local Vec sum(Vec a, Vec b) { return a.plus(b); }
    }
    value record Box(int n, Vec at) { }
    value enum Colour { RED, GREEN }
    Vec here;
    static Box there;

    public static void main(String[] args) {
        Vec a = new Vec(1, 2), b = new Vec(1, 2);
        System.out.println((a == b) + \" \" + (a != b) + \" \" + a.equals(b) + \" \" + a + \" \" + (a.hashCode() == b.hashCode()));
        Vec[] many = new Vec[3];
        System.out.println(many[1] + \" \" + (many[0] == many[2]));
        many[2] = a;
        System.out.println(Vec.sum!(many, b));
        System.out.println(new Main().here + \" \" + there);
        Box p = new Box(1, a);
        System.out.println(p + \" \" + (p == new Box(1, b)) + \" \" + Colour.RED + \" \" + p.hashCode());
        double nan = 0.0 / 0.0;
        System.out.println(new Vec(nan, 0) == new Vec(nan, 0));
        System.out.println(new Vec(nan, 0).equals(new Vec(nan, 0)));
    }
}
",
    );
}

#[test]
fn elementary_functions_have_the_bits_of_the_library() {
    let java = check(
        "import static java.lang.Math.*;

public class Main {
    static local double wave(double x) { return atan(x) + Math.exp(-x); }

    public static void main(String[] args) {
        double t = 0;
        for (int i = 0; i < 100; i++) t += java.lang.Math.pow(i * 0.37, 1.5) + tanh(i) + Math.sqrt(i);
        System.out.println(t);
        double[[]] xs = new double[[]] {0.5, 1.5, 2.5};
        System.out.println(+! (Main @ wave(xs)) + \" \" + +! (Math @ log(xs)));
        java.util.function.DoubleUnaryOperator f = Math::asin;
        System.out.println(f.applyAsDouble(0.7));
    }
}
",
    );
    assert!(java.contains("StrictMath.atan(x) + somd.Elementary.exp(-x)"), "{java}");
}

#[test]
fn bodies_printed_from_core() {
    check(
        "public class Main {
    static final int SIZE = 4;
    static double[] table = {0.5, 0.25, 0.125, 2};

    /** Its array parameters make it part of the loop; it returns early. */
    static double pick(double[] t, int i) {
        if (i % 3 == 0) return 0.0;
        for (int k = 0; k < t.length; k++) {
            if (k == i % 4) return t[k] / (i + 1);
            if (i < 0) break;
        }
        return -1e-300;
    }

    static reduce(+) double mixed(dist int[] a, int depth) {
        double sum = 1;
        int most = Integer.MIN_VALUE;
        long count = 0;
        float product = 1f;
        for (int i = a.length - 1; i >= 0; i--) {
            double x = pick(table, a[i]);
            int n = a[i];
            while (n > 1) {
                n = n % 2 == 0 ? n >> 1 : n - 1;
                x *= 1.0000001;
            }
            switch (a[i] % 3) {
                case 0: x += 1; break;
                case 1: x -= 2.5;
                default: x = -x;
            }
            boolean odd = (a[i] & 1) != 0 && a[i] > 5 || a[i] == 2;
            sum += odd ? x : (float) x * (byte) i + Math.sqrt(Math.abs(x)) + (char) i;
        }
        return sum / depth;
    }

    static reduce(max) double largest(dist double[] a) {
        double best = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < a.length; i++) best = Math.max(best, a[i]);
        return best;
    }

    static reduce(*) float product(dist(dim = 2) float[][] m) {
        float p = 1;
        for (int i = 0; i < m.length; i++)
            for (int j = 0; j < m[i].length; j++) p *= m[i][j];
        return p;
    }

    static reduce(+) double strided(dist double[] a) {
        double s = 0;
        int n = a.length - 1;
        for (int i = 0; i <= n; i += 2) s += a[i];
        return s;
    }

    static int[] histogram(dist int[] a) {
        int[] h = new int[5];
        for (int i = 0; i < a.length; i++) h[a[i] % 5]++;
        return h;
    }

    static reduce(self) double twice(dist double[] a) {
        double s = strided(a);
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 31, 1000, 20000}) {
            int[] a = new int[n];
            double[] d = new double[n];
            float[][] m = new float[n / 10][7];
            for (int i = 0; i < n; i++) {
                a[i] = i * 7919 % 1013;
                d[i] = 1.0 / (a[i] + 1);
            }
            for (float[] row : m) for (int j = 0; j < row.length; j++) row[j] = 1 + (j - 3) * 1e-3f;
            System.out.println(mixed(a, 3) + \" \" + largest(d) + \" \" + product(m) + \" \" + strided(d) + \" \" + twice(d));
            System.out.println(histogram(a)[2]);
        }
        try {
            mixed(new int[] {1}, 0);
            strided(null);
        } catch (RuntimeException e) {
            System.out.println(e.getClass());
        }
    }
}
",
    );
}

#[test]
fn several_files_and_packages() {
    let java = check_files(&[
        (
            "app/Main.somd",
            "// Licence.
package app;

import app.shapes.*;
import static app.shapes.Tools.twice;

class Helper {
    static local int cube(int x) { return x * x * x; }
}

public class Main {
    interface Op {
        int[[]] apply(int[[]] xs);
        default int total(int[[]] xs) { return +! (Helper @ cube(xs)); }
    }

    enum Kind { A, B { int sum(int[[]] v) { return +! (v @+ 1); } }; int sum(int[[]] v) { return +! v; } }

    public static void main(String[] args) throws Exception {
        int[[]] xs = new int[[]] {1, 2, 3};
        Op op = v -> Helper @ cube(v @* 2);
        System.out.println(op.total(xs) + \" \" + op.apply(xs)[2] + \" \" + Kind.B.sum(xs) + Kind.A.sum(xs));
        Op other = new Op() {
            public int[[]] apply(int[[]] v) { return v @- 1; }
        };
        System.out.println(+! other.apply(xs));
        System.out.println(+! (Tools @ area(twice(new Square(2)), xs)));
        Square[] squares = new Square[4];
        squares[1] = new Square(3);
        System.out.println(Tools.larger! squares);
        float[][] rows = new float[2][3];
        rows[1][2] = 5;
        float[[][3]] frozen = new float[[][3]](rows);
        rows[1][2] = 6;
        System.out.println(frozen[1][2] + \" \" + (frozen == new float[[][3]](rows)));
        try {
            float[[4]] wrong = new float[[4]](new float[3]);
        } catch (LengthMismatch e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Tools.matrix(3)[2][1]);
        try {
            System.out.println(Tools.larger!(new Square[0]));
        } catch (EmptyReduction e) {
            System.out.println(\"empty\");
        }
        int value = 1, local = 2, dist = value + local, task = dist;
        System.out.println(task);
    }
}
",
        ),
        (
            "app/shapes/Tools.somd",
            "package app.shapes;

public class Tools {
    public static local Square twice(Square s) { return new Square(s.side() * 2); }
    public static local int area(Square s, int n) { return s.side() * s.side() * n; }
    public static local Square larger(Square a, Square b) { return a.side() >= b.side() ? a : b; }
    static local int entry(int i, int j) { return i * 10 + j; }
    static local int[[3]] row(int i, int[[3]] js) { return new int[[3]] {entry(i, js[0]), entry(i, js[1]), entry(i, js[2])}; }
    public static int[[][3]] matrix(int n) {
        int[] is = new int[n];
        for (int i = 0; i < n; i++) is[i] = i;
        return Tools @ row(is, new int[[3]] {0, 1, 2});
    }
}
",
        ),
        ("app/shapes/Square.somd", "package app.shapes;\n\npublic value record Square(int side) { }\n"),
    ]);
    assert!(java.starts_with("// Licence.\npackage app;"), "{java}");
}

#[test]
fn the_library_comes_along_where_it_is_named() {
    let text = "import java.util.List;

public class Main {
    static class Last implements Reduction<Integer> {
        public Integer combine(List<Integer> parts) { return parts.get(parts.size() - 1); }
    }

    static local float root(float x) { return FloatMath.sqrt(x) + FloatMath.sin(x); }

    static int[] plusOne(dist(Block()) int[] a) {
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) b[i] = a[i] + 1;
        return b;
    }

    public static void main(String[] args) {
        Partitioner<int[]> p = new Block<int[]>();
        System.out.println(p.ranges(plusOne(new int[10]), 3).length + \" \" + new Last().combine(List.of(1, 2)));
        System.out.println(+! (Main @ root(new float[[]] {1f, 2f})) + +! (FloatMath @ floor(new float[[]] {1.5f})));
        try {
            throw new PartitionException(\"gap\");
        } catch (PartitionException e) {
            System.out.println(e.getMessage());
        }
    }
}
";
    check(text);
}

#[test]
fn exceptions_of_parallel_code() {
    check(
        "public class Main {
    static reduce(+) double weighted(dist int[] a, double[] w) {
        double s = 0;
        for (int i = 0; i < a.length; i++) s += w[a[i]];
        return s;
    }

    static reduce(+) float over(dist int[] a, int d) {
        float s = 0;
        for (int i = 0; i < a.length; i++) s += a[i] / d;
        return s;
    }

    public static void main(String[] args) {
        int[] a = new int[100];
        for (int i = 0; i < 100; i++) a[i] = i;
        try {
            over(a, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(weighted(a, new double[42]));
    }
}
",
    );
}
