//! What depends on the order of evaluation, on conversions nobody wrote, and on identity: boxes, conditional expressions of two
//! types, compound assignments that narrow, `finally`, overloads, the order of initialisation; and more of the library.

use super::{Generator, NUMBERS, Ty, var};

/// Classes and helpers that need no chance.
const FIXED: &str = r#"
    static int trail;
    static int t(int x) { trail = trail * 31 + x; return x; }
    static boolean t(boolean x) { trail = trail * 31 + (x ? 7 : 11); return x; }
    static String kind(int x) { return "int " + x; }
    static String kind(long x) { return "long " + x; }
    static String kind(double x) { return "double " + x; }
    static String kind(char x) { return "char " + (int) x; }
    static String kind(Object x) { return "Object " + x; }
    static String kind(Integer x) { return "Integer " + x; }
    static String kind(int... x) { return "ints " + x.length; }
    static String wide(double x) { return "double " + x; }
    static String wide(Object x) { return (x == null ? "null" : x.getClass().getSimpleName()) + " " + x; }
    sealed interface Tree permits Leaf, Node { int depth(); }
    record Leaf(int n) implements Tree { public int depth() { return 1; } }
    record Node(Tree left, Tree right) implements Tree {
        public int depth() { return 1 + Math.max(left.depth(), right.depth()); }
    }
    static int total(Tree tree) {
        if (tree instanceof Leaf leaf && leaf.n() != 7) return leaf.n();
        if (!(tree instanceof Node node)) return -7;
        return total(node.left()) * 31 + total(node.right());
    }
    static class Root {
        String log = "";
        int size = 2;
        { note("Root " + size); size = 5; }
        Root() { note("Root()"); hook(); }
        void hook() { note("hook"); }
        void note(String s) { log += s + ";"; }
    }
    static class First { static int value = Second.value + 1; static { System.out.println("First " + value); } }
    static class Second { static int value = sInt > 0 ? First.value + 2 : 3; static { System.out.println("Second " + value); } static final int CONSTANT = 9; }
    static class Range implements Iterable<Integer> {
        final int from, to;
        Range(int from, int to) { this.from = from; this.to = to; }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;
                public boolean hasNext() { return at < to; }
                public Integer next() { if (at >= to) throw new NoSuchElementException("end"); return at++; }
            };
        }
    }
    static double sumOf(Collection<? extends Number> c) { double s = 0; for (Number n : c) s += n.doubleValue(); return s; }
    static <T extends Comparable<? super T>> T most(List<? extends T> list) {
        T best = null;
        for (T x : list) if (best == null || x.compareTo(best) > 0) best = x;
        return best;
    }
"#;

impl Generator {
    pub(super) fn ways(&mut self) {
        self.out.push_str(FIXED);
        self.vars = vec![var("size", Ty::Int)];
        let (a, b) = (self.expr(Ty::Int, 2), self.expr(Ty::Int, 2));
        self.line("static class Branch extends Root {");
        self.line(&format!("    int own = {a};"));
        self.line("    { note(\"Branch \" + own); }");
        self.line("    Branch() { super(); note(\"Branch()\"); }");
        self.line(&format!("    Branch(int own) {{ this(); this.own += own + ({b}); }}"));
        self.line("    void hook() { note(\"hook \" + own); }");
        self.line("}");
        self.vars.clear();
    }

    fn print(&mut self, what: &str) {
        self.line(&format!("System.out.println({what});"));
    }

    fn int(&mut self, depth: usize) -> String {
        self.expr(Ty::Int, depth)
    }

    fn small(&mut self) -> String {
        let e = self.int(2);
        if self.rng.one_in(2) { format!("(int) (byte) ({e})") } else { e }
    }

    /// What may throw is caught where it is, so that more of the method runs.
    fn guarded(&mut self, lines: &[String]) {
        self.line("try {");
        self.indent += 1;
        for l in lines {
            self.line(l);
        }
        self.indent -= 1;
        let e = self.fresh();
        self.line(&format!("}} catch (RuntimeException {e}) {{"));
        self.line(&format!("    System.out.println({e});"));
        self.line("}");
    }

    pub(super) fn way(&mut self, depth: usize) {
        let v = self.fresh();
        match self.rng.below(26) {
            0 => {
                let (a, b) = (self.small(), self.small());
                self.line(&format!("Integer {v} = {a}, {v}b = {b};"));
                self.print(&format!("({v} == {v}b) + \" \" + {v}.equals({v}b) + ({v} <= {v}b) + ({v} == (int) {v}b) + {v}.compareTo({v}b)"));
                let c = self.expr(Ty::Long, 1);
                self.line(&format!("Long {v}c = (long) ({c});"));
                self.print(&format!("{v}c.equals({v}) + \" \" + ({v}c == {v}.longValue()) + ({v}c + {v}) + new Object[] {{{v}c, {v}}}[1].equals({v})"));
            }
            1 => {
                let (ty, one) = *self.rng.of(&[
                    ("Integer", "1"),
                    ("Long", "1L"),
                    ("Double", "1.5"),
                    ("Character", "'c'"),
                    ("Short", "(short) 3"),
                    ("Byte", "(byte) 3"),
                ]);
                let step = self.small();
                self.line(&format!("{ty} {v} = {one};"));
                self.line(&format!("{v}++; ++{v}; {v}--;"));
                if matches!(ty, "Integer" | "Long" | "Double") {
                    self.line(&format!("{v} += {step}; {v} = -{v};"));
                }
                self.print(&format!("{v} + \" \" + {v}++ + wide({v}) + {v}.hashCode()"));
            }
            2 => {
                let cond = self.expr(Ty::Boolean, 2);
                let (a, b) = (*self.rng.of(NUMBERS), *self.rng.of(NUMBERS));
                let (x, y) = (self.expr(a, 2), self.expr(b, 2));
                self.print(&format!("wide({cond} ? {x} : {y})"));
                let pair = *self.rng.of(&[
                    ("'a'", "0"),
                    ("1", "'b'"),
                    ("(short) 1", "'c'"),
                    ("Integer.valueOf(3)", "2.5"),
                    ("1", "\"s\""),
                    ("null", "0"),
                    ("(byte) 1", "(short) 2"),
                    ("Character.valueOf('d')", "98"),
                    ("(byte) 5", "'\\u0001'"),
                    ("1L", "Integer.valueOf(9)"),
                    ("'x'", "Integer.valueOf(70)"),
                ]);
                self.print(&format!("kind({cond} ? {} : {}) + wide({cond} ? {} : {})", pair.0, pair.1, pair.1, pair.0));
            }
            3 => {
                let (a, b, c, x) = (self.int(1), self.int(1), self.int(1), self.int(1));
                self.line(&format!("int[] {v} = {{3, 4}}; int {v}i = {x};"));
                let forms = [
                    format!("{v}i = {v}i++ + ++{v}i * t({a});"),
                    format!("{v}[t({a}) & 1] += t({b}) - t({c});"),
                    format!("{v}[{v}i & 1] = {v}i = t({a});"),
                    format!("{v}i += {v}i++ - ({v}i = {b});"),
                    format!("{v}i = t({a}) + t({b}) * t({c}) - t({x});"),
                    format!("boolean {v}b = t({v}i > 0) && t({v}i < 9) || t({a} == {b}) ^ t(true);"),
                    format!("{v}[t({a}) & 1] /= t({b});"),
                    format!("{v}i <<= t({c}); {v}i ^= {v}[({v}i = 1)];"),
                    format!("{v}[0] = {v}[1] = {v}[0] + ({v}[1]++);"),
                    format!("{v}i = ({v} = new int[] {{t({a}), 5}})[1] + {v}[0];"),
                ];
                let some: Vec<String> = (0..3).map(|_| self.rng.of(&forms).clone()).collect();
                let mut some = some;
                some.dedup();
                if some.iter().filter(|l| l.starts_with("boolean")).count() > 1 {
                    some.retain(|l| !l.starts_with("boolean"));
                }
                self.guarded(&some);
                self.print(&format!("{v}[0] + \" \" + {v}[1] + \" \" + {v}i + \" \" + trail"));
            }
            4 => {
                let (a, b, i, j) = (self.expr(Ty::String, 2), self.expr(Ty::Long, 1), self.int(1), self.int(1));
                let c = self.expr(Ty::Char, 1);
                self.line(&format!("StringBuilder {v} = new StringBuilder({a});"));
                let forms = [
                    format!("{v}.insert(0, {b}).append({c}).append({i} > 0);"),
                    format!("{v}.deleteCharAt(({i}) & 3);"),
                    format!("{v}.setCharAt(({j}) & 3, {c});"),
                    format!("{v}.replace(1, 3, {a}).reverse();"),
                    format!("{v}.setLength(({i}) & 7);"),
                    format!("{v}.delete(({i}) & 3, ({j}) & 7).append(1.5f).append((Object) null);"),
                    format!("{v}.append({a}, 0, 1).insert(1, {c}).appendCodePoint(0x1f600);"),
                    format!("{v}.append(new char[] {{'x', {c}}}).insert({v}.length(), true);"),
                ];
                let some: Vec<String> = (0..3).map(|_| self.rng.of(&forms).clone()).collect();
                self.guarded(&some);
                self.print(&format!("{v}.length() + \" \" + {v}.indexOf(\"1\") + \" \" + {v}.toString().replace('\\0', '0').hashCode() + {v}.lastIndexOf(\"e\")"));
            }
            5 => {
                let s = self.expr(Ty::String, 2);
                self.line(&format!("final String {v} = \"hel\"; String {v}b = {s};"));
                self.print(&format!("({v} + \"lo\" == \"hello\") + \" \" + ({v}b + \"\" == {v}b) + ((\"\" + {v}b).intern() == {v}b.intern())"));
            }
            6 => {
                let x = self.fresh();
                let (a, b, cond) = (self.int(1), self.int(1), self.expr(Ty::Boolean, 1));
                let last = *self.rng.of(&["t(x$);", "x$ = 0;", "if (t(x$ > 3)) return 77;", "x$ += t(1);"]);
                self.line("{");
                self.indent += 1;
                self.line(&format!("final int {v}a = {a}, {v}b = {b}; final boolean {v}c = {cond};"));
                self.line(&format!("Supplier<Integer> {v} = () -> {{"));
                self.line(&format!("    int {x} = {v}a;"));
                self.line(&format!("    try {{ {x} += t({v}b); if ({v}c) throw new IllegalStateException(\"x\" + {x}); return t({x}); }}"));
                self.line(&format!("    catch (IllegalStateException e{x}) {{ {x}--; return {x} / ({v}b & 1); }}"));
                self.line(&format!("    finally {{ {} }}", last.replace("x$", &x)));
                self.line("};");
                self.guarded(&[format!("System.out.println({v}.get());")]);
                self.print("trail");
                self.indent -= 1;
                self.line("}");
            }
            7 => {
                let (l, mask, x) = (self.expr(Ty::List, 2), self.int(1), self.fresh());
                let class = *self.rng.of(&["ArrayList", "LinkedList", "Vector"]);
                self.line(&format!("List<Integer> {v} = new {class}<>({l});"));
                let forms = [
                    format!(
                        "for (Iterator<Integer> {x} = {v}.iterator(); {x}.hasNext();) if ((({x}.next()) & 1) == (({mask}) & 1)) {x}.remove();"
                    ),
                    format!("for (int {x} : {v}) if ({x} != {mask}) {v}.add({x}); else {v}.remove(0);"),
                    format!(
                        "for (ListIterator<Integer> {x} = {v}.listIterator({v}.size()); {x}.hasPrevious();) {{ int {x}p = {x}.previous(); {x}.set({x}p ^ {mask}); }}"
                    ),
                    format!("{v}.removeIf({x} -> {x} > 2); {v}.replaceAll({x} -> {x} * 3); Collections.reverse({v});"),
                    format!("{v}.subList(0, 2).clear(); {v}.addAll(0, list(1, 2));"),
                    format!("Collections.sort({v}); System.out.println(Collections.binarySearch({v}, {mask}));"),
                ];
                let some = vec![self.rng.of(&forms).clone(), self.rng.of(&forms[3..]).clone()];
                self.guarded(&some);
                self.print(&format!("{v} + \" \" + sumOf({v}) + most({v}) + {v}.hashCode()"));
            }
            8 => {
                let (cond, a, s) = (self.expr(Ty::Boolean, 2), self.int(1), self.expr(Ty::String, 1));
                let d = self.expr(Ty::Double, 1);
                let forms = [
                    format!(
                        "Object[] {v} = new Integer[] {{1, 2}}; {v}[0] = {cond} ? {s} : (Object) ({a}); System.out.println({v}[0]);"
                    ),
                    format!(
                        "Object {v} = {cond} ? (Object) ({a}) : {s}; String {v}s = (String) {v}; System.out.println({v}s);"
                    ),
                    format!(
                        "Number {v} = {cond} ? Integer.valueOf({a}) : (Number) Double.valueOf({d}); System.out.println({v}.intValue() + ((Integer) {v}).byteValue());"
                    ),
                    format!(
                        "int[][] {v} = new int[({a}) & 3][]; if ({cond}) {v}[0] = new int[({a}) % 3]; System.out.println({v}.length + Arrays.deepToString({v}));"
                    ),
                    format!("System.out.println(new Range(({a}) & 7, 9).iterator().next() + Integer.valueOf({s}));"),
                    format!("System.out.println(Math.toIntExact((long) ({d})) + Math.negateExact({a}));"),
                    format!(
                        "Object {v} = new Object[][] {{{{{s}, {a}}}, null}}; System.out.println(((Object[][]) {v})[0][({a}) & 1] + \"\" + ((String[]) {v}).length);"
                    ),
                ];
                let one = self.rng.of(&forms).clone();
                self.guarded(&[one]);
            }
            9 => {
                let n = 2 + self.rng.below(3);
                let mut tree = format!("new Leaf({})", self.int(1));
                for _ in 0..n {
                    let leaf = format!("new Leaf({})", self.int(1));
                    tree = if self.rng.one_in(2) {
                        format!("new Node({tree}, {leaf})")
                    } else {
                        format!("new Node({leaf}, {tree})")
                    };
                }
                self.line(&format!("Tree {v} = {tree};"));
                self.print(&format!("total({v}) + \" \" + {v}.depth() + {v}"));
            }
            10 => {
                let (a, b) = (self.int(1), self.int(2));
                let k = self.rng.below(3);
                self.line(&format!("Root {v} = {};", ["new Root()", "new Branch()", &format!("new Branch({a})")][k]));
                self.print(&format!("{v}.log + {v}.size"));
                self.line(&format!("final int {v}b = {b};"));
                self.line(&format!("{v} = new Root() {{ int more = {v}b; {{ note(\"anonymous \" + more); }} void hook() {{ note(\"early \" + more); }} }};"));
                self.print(&format!("{v}.log"));
            }
            11 => {
                let which = *self.rng.of(&[
                    "First.value",
                    "Second.value",
                    "Second.CONSTANT",
                    "new First() == null",
                    "Second.value = 4",
                ]);
                self.print(which);
            }
            12 => {
                let (a, b) = (self.int(2), self.expr(Ty::Char, 2));
                self.line(&format!("char {v} = {b}; int {v}i = {a};"));
                self.line(&format!("{v} += 1; {v}++; {v} *= {v}i; {v} -= 'a' - {v}i;"));
                self.print(&format!("(int) {v} + \" \" + ({v} + 1) + (char) ({v} % 26 + 'a') + Character.getNumericValue({v}) + Character.isUpperCase({v}) + kind({v}) + kind((short) {v}) + kind(({v}i > 0) ? {v} : 'q')"));
            }
            13 => {
                let ty = *self.rng.of(&["int", "byte", "short", "long", "char", "float"]);
                let start = self.int(1);
                self.line(&format!("{ty} {v} = ({ty}) {start};"));
                let mut steps = Vec::new();
                for _ in 0..3 {
                    let from = *self.rng.of(&[Ty::Long, Ty::Double, Ty::Float, Ty::Int, Ty::Char]);
                    let e = self.expr(from, 1);
                    let ops: &[&str] = &["+=", "-=", "*=", "/=", "%="];
                    let bits: &[&str] = &["<<=", ">>=", ">>>=", "&=", "|=", "^="];
                    let whole = ty != "float" && !matches!(from, Ty::Double | Ty::Float);
                    let op = if whole && self.rng.one_in(2) { *self.rng.of(bits) } else { *self.rng.of(ops) };
                    steps.push(format!("{v} {op} {e};"));
                }
                self.guarded(&steps);
                self.print(&format!("{v} + 0"));
            }
            14 => {
                let (a, s, radix) = (self.int(2), self.expr(Ty::String, 1), *self.rng.of(&["2", "10", "16", "36"]));
                let l = self.expr(Ty::Long, 1);
                self.guarded(&[
                    format!("System.out.println(Integer.toBinaryString({a}) + Integer.toOctalString({a}) + Long.toString({l}, {radix}) + Integer.toUnsignedString({a}) + Long.toUnsignedString({l}));"),
                    format!("System.out.println(Integer.parseInt({s}, {radix}) + Long.parseLong({s}) + Integer.valueOf(Integer.toString({a})));"),
                ]);
            }
            15 => {
                let (cond, x) = (self.expr(Ty::Boolean, 2), self.fresh());
                self.line(&format!("{x}: {{"));
                self.indent += 1;
                self.statements(1, depth - 1);
                self.line(&format!("if ({cond}) break {x};"));
                self.statements(1, 0);
                self.indent -= 1;
                self.line("}");
            }
            16 => {
                let (a, b, c) = (self.int(2), self.int(1), self.int(1));
                self.line(&format!("record P{v}(int a, long b) implements Comparable<P{v}> {{ P{v}(int a) {{ this(a, a * 2L); }} public int compareTo(P{v} o) {{ return Long.compare(b, o.b); }} }}"));
                self.line(&format!(
                    "List<P{v}> {v} = new ArrayList<>(List.of(new P{v}({a}), new P{v}({b}, 3), new P{v}({c}, {a})));"
                ));
                let order = *self.rng.of(&[".a()", ".b()"]);
                self.line(&format!("{v}.sort(Comparator.comparing((P{v} p) -> p{order}).reversed().thenComparing(Comparator.naturalOrder()));"));
                self.print(&format!(
                    "{v} + \" \" + Collections.max({v}) + {v}.get(0).equals(new P{v}({a})) + {v}.get(1).hashCode()"
                ));
            }
            17 => {
                let (a, b, c) = (self.int(1), self.int(1), self.int(1));
                self.line(&format!("TreeMap<Integer, String> {v} = new TreeMap<>();"));
                self.line(&format!(
                    "for (int k : new int[] {{{a}, {b}, {c}, 0}}) {v}.merge(k, \"v\" + k, String::concat);"
                ));
                self.print(&format!("{v} + \" \" + {v}.floorKey({b}) + {v}.higherEntry({a}) + {v}.headMap({c}) + {v}.tailMap({c}, false).size() + {v}.descendingMap() + {v}.pollFirstEntry() + {v}.lastKey()"));
            }
            18 => {
                let (a, b, c) = (self.int(1), self.int(1), self.expr(Ty::List, 1));
                self.line(&format!("Deque<Integer> {v} = new ArrayDeque<>({c}); PriorityQueue<Integer> {v}q = new PriorityQueue<>({c});"));
                self.guarded(&[
                    format!("{v}.push({a}); {v}.addLast({b}); {v}q.add({b}); {v}q.offer({a});"),
                    format!("System.out.println({v} + \" \" + {v}q + {v}.pollFirst() + {v}.peekLast() + {v}q.poll() + {v}.contains({a}) + {v}q.peek());"),
                    format!("while (true) System.out.print({v}.removeLast() + {v}q.remove() + \" \");"),
                ]);
            }
            19 => {
                let (n, l, x) = (self.int(1), self.expr(Ty::List, 1), self.fresh());
                let body = self.expr(Ty::String, 1);
                let forms = [
                    format!(
                        "IntStream.rangeClosed(1, ({n}) & 7).mapToObj(Integer::toString).collect(Collectors.joining(\",\"))"
                    ),
                    format!(
                        "({l}).stream().collect(Collectors.groupingBy({x} -> {x} % 3, TreeMap::new, Collectors.counting()))"
                    ),
                    format!(
                        "({l}).stream().collect(Collectors.partitioningBy({x} -> {x} > 1, Collectors.summingInt({x} -> {x})))"
                    ),
                    format!(
                        "({l}).stream().reduce(1, ({x}, {x}y) -> {x} * 31 + {x}y) + \"\" + ({l}).stream().max(Integer::compare)"
                    ),
                    format!("Stream.iterate(1, {x} -> {x} * 3).limit(({n}) & 7).map(String::valueOf).toList()"),
                    format!(
                        "Arrays.stream(({body}).split(\"\")).distinct().sorted(Comparator.reverseOrder()).toList()"
                    ),
                    format!(
                        "({body}).chars().filter(Character::isLetter).mapToObj({x} -> (char) {x} + \"!\").collect(Collectors.toList())"
                    ),
                    format!(
                        "({l}).stream().flatMap({x} -> Stream.of({x}, -{x})).skip(1).mapToLong({x} -> {x}).summaryStatistics()"
                    ),
                    format!("Optional.of({n}).filter({x} -> {x} > 0).map({x} -> {x} + 0.5).orElse(-1.0)"),
                    format!("({l}).stream().collect(Collectors.toMap({x} -> \"k\" + {x}, {x} -> {x}, Integer::sum))"),
                    format!(
                        "DoubleStream.of(1.5, {n}, 2).map(Math::floor).boxed().collect(Collectors.averagingDouble({x} -> {x}))"
                    ),
                ];
                let one = self.rng.of(&forms).clone();
                self.guarded(&[format!("System.out.println(\"\" + {one});")]);
            }
            20 => {
                let (s, t, a) = (self.expr(Ty::String, 2), self.expr(Ty::String, 1), self.int(1));
                let forms = [
                    format!("String.join(\"/\", ({s}).split(\"[aeiou0-9]\")) + ({s}).split(\"\").length"),
                    format!(
                        "({s}).repeat(({a}) & 3).indexOf({t}, 1) + \" \" + ({s}).lastIndexOf('l') + ({s}).contains({t})"
                    ),
                    format!(
                        "({s}).isBlank() + \"\" + ({s}).compareToIgnoreCase({t}) + ({s}).equalsIgnoreCase({t}) + ({s}).regionMatches(true, 0, {t}, 0, 2)"
                    ),
                    format!(
                        "({s}).replaceAll(\"(.)(.)\", \"$2$1\") + ({s}).matches(\"[a-zA-Z]+\") + ({s}).codePointAt(({a}) & 1)"
                    ),
                    format!(
                        "({s}).chars().sum() + ({s}).strip().concat({t}).endsWith({t}) + Arrays.toString(({t}).toCharArray())"
                    ),
                    format!("String.format(\"%-8s|%8.3s|%S|%h|%n\", {s}, {t}, {s}, {t}) + ({s}).charAt(({a}) & 3)"),
                    format!(
                        "String.format(\"%05d|%x|%,d|%(d|%+d|% d|%10.4e|%g|%a\", {a}, {a}, {a}, {a}, {a}, {a}, (double) ({a}), (double) ({a}) / 3, 1.0 / ({a}))"
                    ),
                    format!(
                        "({s}).substring(({a}) & 1, 1 + (({a}) & 3)) + ({t}).subSequence(0, 1) + new String({t}.toCharArray(), 0, 1)"
                    ),
                ];
                let one = self.rng.of(&forms).clone();
                self.guarded(&[format!("System.out.println(\"\" + {one});")]);
            }
            21 => {
                let (a, b, d) = (self.int(1), self.expr(Ty::Long, 1), self.expr(Ty::Double, 2));
                let f = self.expr(Ty::Float, 2);
                self.guarded(&[
                    format!("System.out.println(Math.floorMod({b}, {a}) + \" \" + Math.floorDiv({b}, 7L) + Math.round({f}) + Math.abs({a}) + Math.signum({f}));"),
                    format!("System.out.println(({d}) % ({f}) + \" \" + (int) ({d}) + (long) ({f}) + (char) (int) ({d}) + (byte) ({d}) + (short) ({f}) + Math.max({d}, {f}) + Math.min(-0.0, ({d})));"),
                    format!("System.out.println(Double.compare({d}, {f}) + \" \" + Double.doubleToLongBits({d}) + Float.floatToIntBits({f}) + Double.isNaN({d}) + Double.toString({d}) + Float.hashCode({f}) + Double.valueOf({d}).equals((double) ({f})));"),
                    format!("System.out.println(Long.bitCount({b}) + Long.numberOfLeadingZeros({b}) + Integer.rotateRight({a}, 3) + Long.compareUnsigned({b}, {a}) + Long.hashCode({b}) + Long.divideUnsigned({b}, {a}));"),
                ]);
            }
            22 => {
                let (on, a, b) = (self.expr(Ty::String, 1), self.int(1), self.int(1));
                self.line(&format!("int {v} = switch ({on}) {{ case \"Aa\", \"BB\": t(1); case \"\": yield 0 + {a}; case \"hello\": {{ int x{v} = {b}; yield x{v}; }} default: if (t({a}) > 3) yield 8; yield -8; }};"));
                self.print(&format!("{v} + trail"));
            }
            23 => {
                let (a, b) = (self.int(1), self.int(1));
                self.line(&format!("long {v} = 0; for (int x : new Range(({a}) & 3, ({b}) & 7)) {v} = {v} * 10 + x;"));
                self.print(&format!("{v} + kind() + kind({a}, {b}) + kind((Integer) ({a})) + kind((byte) ({a})) + kind((float) ({b})) + kind(\"s\") + kind((Object) ({a})) + kind({v})"));
            }
            24 => {
                let (a, b, x) = (self.int(1), self.int(1), self.fresh());
                self.line(&format!("int[] {v} = {{{a}, {b}, 5, 2}}; int[] {v}c = Arrays.copyOf({v}, 6);"));
                self.line(&format!(
                    "Arrays.sort({v}); Arrays.fill({v}c, 4, 6, {a}); System.arraycopy({v}, 0, {v}c, 1, 3);"
                ));
                self.print(&format!("Arrays.toString({v}c) + Arrays.hashCode({v}) + Arrays.equals({v}, {v}c) + Arrays.binarySearch({v}, 5) + Arrays.asList(1, {a}).indexOf({b}) + Arrays.stream({v}).filter({x} -> {x} > 1).boxed().toList()"));
            }
            _ => {
                let (cond, a, b) = (self.expr(Ty::Boolean, 1), self.int(1), self.int(1));
                let x = self.fresh();
                self.line(&format!("{{ final int {v}f = {a}; final boolean {v}c = {cond};"));
                self.indent += 1;
                self.line(&format!("BiFunction<Integer, Integer, Integer> {v} = ({x}, {x}y) -> {x} - {x}y * {v}f; Function<Integer, Integer> {x}f = {v}.andThen({x}z -> {x}z + 1).apply({b}, 2)::compareTo;"));
                self.line(&format!("Predicate<Integer> {v}p = {x} -> {x} > {v}f; UnaryOperator<String> {v}u = String::trim; Supplier<List<Integer>> {v}s = ArrayList::new; Runnable {v}r = () -> t({v}f);"));
                self.line(&format!("{v}r.run();"));
                self.print(&format!("{v}.apply({a}, {b}) + {x}f.apply({b}) + \"\" + {v}p.negate().or({x} -> {v}c).test({b}) + {v}u.apply(\" x \") + {v}s.get() + trail"));
                self.indent -= 1;
                self.line("}");
            }
        }
    }
}
