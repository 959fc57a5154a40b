//! Loops in which everything may throw: the index, the row, the value and the bounds of what is stored, guards, helpers, rows with lengths
//! of their own, null rows, arrays of negative size; in regions and in code of the host.

use super::Generator;

impl Generator {
    /// Opens a method `m` over an array `o`.
    fn method(&mut self, array: &str) {
        self.wild = true;
        self.open(&format!("static void m({array} o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
        // What may be hoisted, or not.
        if self.rng.one_in(4) {
            let e = self.int(2);
            self.line(&format!("int first = {e};"));
            self.ints.push("first".into());
        }
        if self.rng.one_in(6) {
            self.line("int[] row = q[d & 3];");
            self.ints.push("row[1]".into());
        }
    }

    /// Closes it, and calls it for an array of type `ty` that `make` makes.
    fn over(&mut self, ty: &str, make: &str, shown: &str) {
        self.close();
        self.called(&format!("{ty} o = {make};"), "m(o, b, q, d, z, m);", shown);
    }

    pub fn head(&mut self, length: &str) -> String {
        match self.rng.below(8) {
            6 => format!("for (int i = 0; {length} > i; i++) {{"),
            0 => format!("for (int i = {length} - 1; i >= 0; i--) {{"),
            1 => format!("for (int i = 1; i < {length}; i++) {{"),
            2 => format!("for (int i = 0; i <= {length} - 1; i++) {{"),
            // Beyond the end.
            3 if self.wild => format!("for (int i = 0; i < {length} + {}; i++) {{", self.rng.below(3)),
            _ => format!("for (int i = 0; i < {length}; i++) {{"),
        }
    }

    pub fn flat(&mut self) {
        let ty = self.ty;
        self.method(&format!("⟦dist ⟧{ty}[]"));
        for _ in 0..1 + self.rng.below(2) {
            let bound = self.pick(&["o.length", "o.length", "o.length", "b.length"]);
            let head = self.head(bound);
            self.open(&head);
            let outer = self.ints.len();
            self.ints.extend(["i".into(), "i".into()]);
            self.before();
            let place =
                self.pick(&["o[i]", "o[i]", "o[i]", "o[i + d]", "o[i - 1]", "o[i + 2]", "o[i * m]", "o[i << 1]"]);
            self.store(place);
            if self.rng.one_in(3) {
                self.store(place);
            }
            self.ints.truncate(outer);
            self.close();
        }
        let make = if self.rng.one_in(8) { format!("new {ty}[n - d]") } else { format!("new {ty}[n]") };
        self.over(&format!("{ty}[]"), &make, &format!("for ({ty} e : o) h = mix(h, e);"));
    }

    pub fn matrix(&mut self) {
        let ty = self.ty;
        let dist = self.pick(&["⟦dist ⟧", "⟦dist(dim = 1) ⟧"]);
        self.method(&format!("{dist}{ty}[][]"));
        let head = self.head("o.length");
        self.open(&head);
        let (by, bound) =
            (self.pick(&["j++", "j++", "j += 2"]), self.pick(&["5", "5", "o[0].length", "o[i].length", "6", "b[1]"]));
        self.open(&format!("for (int j = 0; j < {bound}; {by}) {{"));
        self.ints.extend(["i".into(), "j".into()]);
        self.before();
        let place = self.pick(&["o[i][j]", "o[i][j]", "o[i][j + d]", "o[i + d][j]", "o[i][j + 1]", "o[i - 1][j]"]);
        self.store(place);
        self.close();
        self.close();
        let shown = format!("for ({ty}[] row : o) for ({ty} e : row) h = mix(h, e);");
        let make = self.pick(&[
            "[n > 300 ? n / 5 : n][5]",
            "[n > 300 ? n / 5 : n][5]",
            "[n > 300 ? n / 5 : n][5]",
            "[n & 15][z - 1]",
        ]);
        self.over(&format!("{ty}[][]"), &format!("new {ty}{make}"), &shown);
    }

    /// Rows with lengths of their own.
    pub fn ragged(&mut self) {
        self.ty = "int";
        self.method("⟦dist(dim = 1) ⟧int[][]");
        let head = self.head("o.length");
        self.open(&head);
        self.ints.push("i".into());
        if self.rng.one_in(3) {
            self.before();
        }
        let row = self.rng.one_in(4);
        if row {
            self.line("int[] r = o[i];");
        }
        let bound = self.pick(&["o[i].length", "o[i].length", "3", "b.length", "Math.min(3, o[i].length)"]);
        self.open(&format!("for (int j = 0; j < {bound}; j++) {{"));
        self.ints.extend(["j".into(), "j".into()]);
        self.before();
        let at = match self.rng.below(5) {
            0 | 1 => "j".into(),
            2 => "j + d".into(),
            3 => "j + 1".into(),
            _ => self.int(2),
        };
        self.store(&if row { format!("r[{at}]") } else { format!("o[i][{at}]") });
        self.close();
        self.close();
        let text = "for (int[] row : o) if (row != null) for (int e : row) h = mix(h, e);";
        let shape = self.pick(&["1", "1", "2", "3"]);
        self.over("int[][]", &format!("rows(n > 300 ? n / 5 : n, n + 3, {shape})"), text);
    }

    /// Code without a distributed loop, which tells in which order it evaluates.
    pub fn host(&mut self) {
        self.wild = true;
        self.ty = "int";
        self.open("static void m(int[][] o, int[] b, int[][] q, int d, int z, int m) {");
        self.ints = vec!["z".into(), "d".into(), "t(1)".into()];
        let head = self.head("o.length");
        self.open(&head);
        self.ints.push("i".into());
        self.before();
        self.open("for (int j = 0; j < 4; j++) {");
        self.ints.push("j".into());
        self.before();
        for _ in 0..1 + self.rng.below(2) {
            let (row, at) = (self.traced(), self.traced());
            let place = match self.rng.below(4) {
                0 => format!("o[i][{at}]"),
                1 => format!("o[{row}][j]"),
                2 => "o[i][j]".into(),
                _ => format!("o[{row}][{at}]"),
            };
            let e = self.int(2);
            let op = self.pick(&["=", "=", "+=", "/=", "<<="]);
            self.line(&format!("{place} {op} t({e});"));
        }
        if self.rng.one_in(3) {
            let (at, size) = (self.traced(), self.int(1));
            let made = self.pick(&["null", "b", "new int[2]", "new int[t((SIZE & 7) - 1)]"]);
            self.line(&format!("if (j == 2) o[{at}] = {};", made.replace("SIZE", &size)));
        }
        self.close();
        self.close();
        self.close();
        let make = "int[][] o = rows(n % 300, n + 3, z & 3);\ntrace = 0;";
        let shown = "for (int[] row : o) if (row != null) for (int e : row) h = mix(h, e);\nh += trace;";
        self.called(
            make,
            "try { m(o, b, q, d, z, m); } catch (RuntimeException e) { return e + \" \" + trace; }",
            shown,
        );
    }

    fn traced(&mut self) -> String {
        let e = self.int(1);
        if self.rng.one_in(2) { format!("t({e})") } else { format!("t({e} & 3)") }
    }

    /// A reduction in which anything may throw.
    pub fn sum(&mut self) {
        self.wild = true;
        let ty = self.pick(&["int", "long"]);
        let op = self.pick(&["+", "max", "&"]);
        self.open(&format!("static ⟦reduce({op}) ⟧{ty} m(⟦dist ⟧int[] o, int[] b, int[][] q, int d, int z, int m) {{"));
        self.ints = vec!["z".into(), "d".into()];
        let first = self.rng.below(9);
        self.line(&format!("{ty} sum = {first};"));
        let head = self.head("o.length");
        self.open(&head);
        self.ints.extend(["i".into(), "i".into(), "o[i]".into()]);
        self.before();
        let e = self.int(3);
        let guard = if self.rng.one_in(3) { format!("if ({}) ", self.condition(1)) } else { String::new() };
        match op {
            "max" => self.line(&format!("{guard}sum = Math.max(sum, {e});")),
            _ => self.line(&format!("{guard}sum {op}= {e};")),
        }
        self.close();
        self.line("return sum;");
        self.close();
        self.called("int[] o = ints(n, 7, 0, 9);", "", "h = m(o, b, q, d, z, m);");
    }
}
