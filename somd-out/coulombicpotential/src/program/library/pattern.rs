//! The classes of `Pattern.somd`.

use super::*;

/// `java.util.regex.Pattern`
#[repr(C)]
#[derive(Default)]
pub struct Pattern {
    pub source: Slot<Str>,
    pub options: Cell<i32>,
    pub root: Slot<java_util_regex_Node>,
    pub groups: Cell<i32>,
    pub counters: Cell<i32>,
    pub names: Slot<ArrayList>,
    pub at: Cell<i32>,
}

impl Pattern {
    pub const ID: u32 = 76;
    pub const LAST: u32 = 76;

    /// `new java.util.regex.Pattern`
    pub fn new(source: &Ref<Str>, options: i32) -> Ref<Pattern> {
        let this = Ref::alloc_cyclic(Self::ID, Pattern::default());
        Self::init(&this, source, options);
        this
    }

    /// java.util.regex.Pattern.<init>: `java.util.regex.Pattern(java.lang.String source, int options)`
    pub fn init(this: &Ref<Pattern>, source: &Ref<Str>, mut options: i32) {
        // Pattern.somd:21: private Pattern(String source, int options) {

        // Pattern.somd:15: int groups = 1;
        this.groups.set(1);
        // Pattern.somd:17: final ArrayList<String> names = new ArrayList<String>();
        this.names.set(ArrayList::new());
        // Pattern.somd:22: this.source = source;
        this.source.set(source.clone());
        // Pattern.somd:23: this.options = (options & LITERAL) != 0 ? options : options | leadingOptions();
        this.options.set(if options & 16 != 0 { options } else { options | Pattern::leadingOptions(this) });
        // Pattern.somd:24: options = this.options;
        options = this.options.get();
        // Pattern.somd:25: Node end = new Node(Node.ACCEPT);
        let end: Ref<java_util_regex_Node> = java_util_regex_Node::new(0);
        // Pattern.somd:26: if ((options & LITERAL) != 0) {
        if options & 16 != 0 {
            // Pattern.somd:27: root = literal(source, end);
            this.root.set(Pattern::literal(this, source, end));
        } else {
            // Pattern.somd:29: root = alternatives(end);
            this.root.set(Pattern::alternatives(this, &end));
            // Pattern.somd:30: if (at < source.length()) throw error("Unmatched closing ')'", at - 1);
            if this.at.get() < natives::string::length(source.invoke("String.length()", "source")) {
                throw(checked_exception(
                    Pattern::error(this, TEXT_UNMATCHED_CLOSING.get().clone(), this.at.get() - 1).into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
        }
    }

    /// java.util.regex.Pattern.leadingOptions: `int leadingOptions()`
    pub fn leadingOptions(this: &Ref<Pattern>) -> i32 {
        // Pattern.somd:36: int found = 0;
        let mut found: i32 = 0;
        // Pattern.somd:37: while (source.startsWith("(?", at)) {
        {
            let source_text_1 = peek!(this.source).view();
            while {
                let receiver_2 = peek!(this.source);
                let argument_3 = this.at.get();
                natives::string::starts_with_at(
                    receiver_2.invoke("String.startsWith(String, int)", "this.source"),
                    TEXT__6.get(),
                    argument_3,
                )
            } {
                // Pattern.somd:38: int i = at + 2;
                let mut i: i32 = this.at.get() + 2;
                // Pattern.somd:39: int here = 0;
                let mut here: i32 = 0;
                // Pattern.somd:40: while (i < source.length() && "imsu".indexOf(source.charAt(i)) >= 0) {
                while i < source_text_1.length("String.length()", "this.source")
                    && JString::indexOf_int(
                        TEXT_IMSU.get(),
                        source_text_1.char_at(i, "String.charAt(int)", "this.source") as i32,
                    ) >= 0
                {
                    // Pattern.somd:41: char c = source.charAt(i++);
                    let c: u16 = source_text_1.char_at(
                        {
                            let old_4 = i;
                            i += 1;
                            old_4
                        },
                        "String.charAt(int)",
                        "this.source",
                    );
                    // Pattern.somd:42: here |= c == 'i' ? CASE_INSENSITIVE : c == 'm' ? MULTILINE : c == 's' ? DOTALL : 64;
                    here |= if c as i32 == 105 {
                        2
                    } else if c as i32 == 109 {
                        8
                    } else if c as i32 == 115 {
                        32
                    } else {
                        64
                    };
                }
                // Pattern.somd:44: if (i == at + 2 || i == source.length() || source.charAt(i) != ')') break;
                if i == this.at.get() + 2
                    || i == source_text_1.length("String.length()", "this.source")
                    || source_text_1.char_at(i, "String.charAt(int)", "this.source") as i32 != 41
                {
                    break;
                }
                // Pattern.somd:45: found |= here;
                found |= here;
                // Pattern.somd:46: at = i + 1;
                this.at.set(i + 1);
            }
        }
        // Pattern.somd:48: return found;
        found
    }

    /// java.util.regex.Pattern.compile: `static java.util.regex.Pattern compile(java.lang.String regex)`
    pub fn compile(regex: &Ref<Str>) -> Ref<Pattern> {
        // Pattern.somd:51: public static Pattern compile(String regex) { return new Pattern(regex, 0); }
        Pattern::new(regex, 0)
    }

    /// What `Pattern.matcher(CharSequence)` makes, as an object that others may know.
    pub fn matcher(this: &Ref<Pattern>, input: &Ref<Object>) -> Ref<Matcher> {
        Ref::alloc_cyclic(Matcher::ID, Self::matcher__fields(this, input))
    }

    /// java.util.regex.Pattern.matcher: `java.util.regex.Matcher matcher(java.lang.CharSequence input)`
    pub fn matcher__fields(this: &Ref<Pattern>, input: &Ref<Object>) -> Matcher {
        // Pattern.somd:65: public Matcher matcher(CharSequence input) { return new Matcher(this, input.toString()); }
        Matcher::new__fields(
            this.clone(),
            CharSequence::toString_dyn(input.invoke("java.lang.CharSequence.toString()", "input")),
        )
    }

    /// java.util.regex.Pattern.toString: `java.lang.String toString()`
    pub fn toString(this: &Ref<Pattern>) -> Ref<Str> {
        // Pattern.somd:67: public String toString() { return source; }
        this.source.get()
    }

    /// java.util.regex.Pattern.split: `java.lang.String[] split(java.lang.CharSequence input, int limit)`
    pub fn split(this: &Ref<Pattern>, input: &Ref<Object>, limit: i32) -> Ref<Array<Ref<Str>>> {
        // Pattern.somd:73: String s = input.toString();
        let s: Ref<Str> = CharSequence::toString_dyn(input.invoke("java.lang.CharSequence.toString()", "input"));
        // Pattern.somd:74: ArrayList<String> parts = new ArrayList<String>();
        let parts: OnStack<ArrayList> = OnStack::new(ArrayList::ID, ArrayList::new__fields());
        // Pattern.somd:75: Matcher m = matcher(s);
        let m: OnStack<Matcher> = OnStack::new(Matcher::ID, Pattern::matcher__fields(this, s.up()));
        // Pattern.somd:76: int from = 0;
        let mut from: i32 = 0;
        // Pattern.somd:77: while (m.find()) {
        while Matcher::find(&m.get()) {
            // Pattern.somd:78: if (limit > 0 && parts.size() == limit - 1) break;
            if limit > 0 && ArrayList::size(&parts.get()) == limit - 1 {
                break;
            }
            // Pattern.somd:79: if (from == 0 && m.start() == 0 && m.end() == 0) continue;
            if from == 0 && Matcher::start(&m.get()) == 0 && Matcher::end(&m.get()) == 0 {
                continue;
            }
            // Pattern.somd:80: parts.add(s.substring(from, m.start()));
            ArrayList::add(
                &parts.get(),
                ({
                    let argument_1 = Matcher::start(&m.get());
                    natives::string::substring(s.invoke("String.substring(int, int)", "s"), from, argument_1)
                })
                .into_up(),
            );
            // Pattern.somd:81: from = m.end();
            from = Matcher::end(&m.get());
        }
        // Pattern.somd:83: if (from == 0) return new String[] {s};
        if from == 0 {
            return Array::<Ref<Str>>::literal_ref(RefType::class(class_id::STRING), [s]);
        }
        // Pattern.somd:84: parts.add(s.substring(from));
        ArrayList::add(
            &parts.get(),
            natives::string::substring_from(s.invoke("String.substring(int)", "s"), from).into_up(),
        );
        // Pattern.somd:85: int n = parts.size();
        let mut n: i32 = ArrayList::size(&parts.get());
        // Pattern.somd:86: if (limit == 0) {
        if limit == 0 {
            // Pattern.somd:87: while (n > 0 && parts.get(n - 1).isEmpty()) n--;
            while n > 0
                && natives::string::is_empty(
                    JString::cast_ref(ArrayList::get__look(parts.get().lend(), n - 1))
                        .invoke("String.isEmpty()", "the return value of \"java.util.ArrayList.get(int)\""),
                )
            {
                n -= 1;
            }
        }
        // Pattern.somd:89: String[] result = new String[n];
        let result: Ref<Array<Ref<Str>>> = Array::<Ref<Str>>::new_ref(n, RefType::class(class_id::STRING));
        // Pattern.somd:90: for (int i = 0; i < n; i++) result[i] = parts.get(i);
        for i in 0..n {
            result.put(i, JString::cast(ArrayList::get(&parts.get(), i)), "result");
        }
        // Pattern.somd:91: return result;
        result
    }

    /// java.util.regex.Pattern.error: `java.util.regex.PatternSyntaxException error(java.lang.String text, int index)`
    pub fn error(this: &Ref<Pattern>, text: Ref<Str>, index: i32) -> Ref<PatternSyntaxException> {
        // Pattern.somd:94: private PatternSyntaxException error(String text, int index) { return new PatternSyntaxException(text, source, index); }
        PatternSyntaxException::new(text, this.source.get(), index)
    }

    /// java.util.regex.Pattern.more: `boolean more()`
    pub fn more(this: &Ref<Pattern>) -> bool {
        // Pattern.somd:96: private boolean more() { return at < source.length(); }
        this.at.get() < natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
    }

    /// java.util.regex.Pattern.peek: `char peek()`
    pub fn peek(this: &Ref<Pattern>) -> u16 {
        // Pattern.somd:98: private char peek() { return source.charAt(at); }
        let receiver_1 = peek!(this.source);
        let argument_2 = this.at.get();
        natives::string::char_at(receiver_1.invoke("String.charAt(int)", "this.source"), argument_2)
    }

    /// java.util.regex.Pattern.accept: `boolean accept(char c)`
    pub fn accept(this: &Ref<Pattern>, c: u16) -> bool {
        // Pattern.somd:101: if (more() && peek() == c) {
        if Pattern::more(this) && Pattern::peek(this) as i32 == c as i32 {
            // Pattern.somd:102: at++;
            this.at.set(this.at.get() + 1);
            // Pattern.somd:103: return true;
            return true;
        }
        // Pattern.somd:105: return false;
        false
    }

    /// java.util.regex.Pattern.literal: `java.util.regex.Node literal(java.lang.String s, java.util.regex.Node next)`
    pub fn literal(
        this: &Ref<Pattern>,
        s: &Ref<Str>,
        mut next: Ref<java_util_regex_Node>,
    ) -> Ref<java_util_regex_Node> {
        // Pattern.somd:109: for (int i = s.length() - 1; i >= 0; i--) next = single(CharClass.of(s.charAt(i)), next);
        {
            let first_1 = natives::string::length(s.invoke("String.length()", "s")) - 1;
            let s_text_2 = s.view();
            {
                let mut i: i32 = first_1;
                while i >= 0 {
                    next = Pattern::single(
                        this,
                        &CharClass::of(s_text_2.char_at(i, "String.charAt(int)", "s")),
                        next.clone(),
                    );
                    i -= 1;
                }
            }
        }
        // Pattern.somd:110: return next;
        next
    }

    /// java.util.regex.Pattern.single: `java.util.regex.Node single(java.util.regex.CharClass set, java.util.regex.Node next)`
    pub fn single(
        this: &Ref<Pattern>,
        set: &Ref<CharClass>,
        next: Ref<java_util_regex_Node>,
    ) -> Ref<java_util_regex_Node> {
        // Pattern.somd:114: Node n = new Node(Node.CHAR);
        let n: Ref<java_util_regex_Node> = java_util_regex_Node::new(1);
        // Pattern.somd:115: n.set = (options & CASE_INSENSITIVE) != 0 ? set.ignoringCase() : set;
        {
            let value_1 = if this.options.get() & 2 != 0 {
                CharClass::ignoringCase(set.invoke("java.util.regex.CharClass.ignoringCase()", "set"))
            } else {
                set.clone()
            };
            n.write("set", "n").set.set(value_1)
        }
        // Pattern.somd:116: n.next = next;
        n.write("next", "n").next.set(next);
        // Pattern.somd:117: return n;
        n
    }

    /// java.util.regex.Pattern.alternatives: `java.util.regex.Node alternatives(java.util.regex.Node next)`
    pub fn alternatives(this: &Ref<Pattern>, next: &Ref<java_util_regex_Node>) -> Ref<java_util_regex_Node> {
        stack_check();
        // Pattern.somd:122: ArrayList<Node> branches = new ArrayList<Node>();
        let branches: Ref<ArrayList> = ArrayList::new();
        // Pattern.somd:123: do {
        loop {
            // Pattern.somd:124: branches.add(sequence(next));
            {
                let argument_1 = Pattern::sequence(this, next.clone()).into_up();
                ArrayList::add(branches.invoke("java.util.ArrayList.add(Object)", "branches"), argument_1)
            };
            if !Pattern::accept(this, 124) {
                break;
            }
        }
        // Pattern.somd:126: if (branches.size() == 1) return branches.get(0);
        if ArrayList::size(branches.invoke("java.util.ArrayList.size()", "branches")) == 1 {
            return java_util_regex_Node::cast(ArrayList::get(
                branches.invoke("java.util.ArrayList.get(int)", "branches"),
                0,
            ));
        }
        // Pattern.somd:127: Node n = new Node(Node.ALTERNATIVES);
        let n: Ref<java_util_regex_Node> = java_util_regex_Node::new(2);
        // Pattern.somd:128: n.branches = branches;
        n.write("branches", "n").branches.set(branches);
        // Pattern.somd:129: return n;
        n
    }

    /// java.util.regex.Pattern.sequence: `java.util.regex.Node sequence(java.util.regex.Node next)`
    pub fn sequence(this: &Ref<Pattern>, mut next: Ref<java_util_regex_Node>) -> Ref<java_util_regex_Node> {
        stack_check();
        // Pattern.somd:133: ArrayList<Atom> atoms = new ArrayList<Atom>();
        let atoms: OnStack<ArrayList> = OnStack::new(ArrayList::ID, ArrayList::new__fields());
        // Pattern.somd:134: while (more() && peek() != '|' && peek() != ')') atoms.add(quantified(atom()));
        while Pattern::more(this) && Pattern::peek(this) as i32 != 124 && Pattern::peek(this) as i32 != 41 {
            ArrayList::add(&atoms.get(), Pattern::quantified(this, Pattern::atom(this)).into_up());
        }
        // Pattern.somd:135: for (int i = atoms.size() - 1; i >= 0; i--) next = build(atoms.get(i), next);
        {
            let first_1 = ArrayList::size(&atoms.get()) - 1;
            {
                let mut i: i32 = first_1;
                while i >= 0 {
                    next = Pattern::build(this, &Atom::cast(ArrayList::get(&atoms.get(), i)), next.clone());
                    i -= 1;
                }
            }
        }
        // Pattern.somd:136: return next;
        next
    }

    /// java.util.regex.Pattern.atom: `java.util.regex.Pattern$Atom atom()`
    pub fn atom(this: &Ref<Pattern>) -> Ref<Atom> {
        stack_check();
        // Pattern.somd:169: Atom a = new Atom();
        let a: Ref<Atom> = Atom::new();
        // Pattern.somd:170: char c = source.charAt(at++);
        let c: u16 = {
            let receiver_1 = peek!(this.source);
            let argument_2 = {
                let old_3 = this.at.get();
                this.at.set(old_3 + 1);
                old_3
            };
            natives::string::char_at(receiver_1.invoke("String.charAt(int)", "this.source"), argument_2)
        };
        // Pattern.somd:171: if (c == '(') {
        if c as i32 == 40 {
            // Pattern.somd:172: group(a);
            Pattern::group(this, &a);
        } else if c as i32 == 91 {
            // Pattern.somd:174: a.set = charClass();
            {
                let value_4 = Pattern::charClass(this);
                a.write("set", "a").set.set(value_4)
            }
        } else if c as i32 == 46 {
            // Pattern.somd:176: a.set = CharClass.dot((options & DOTALL) != 0);
            {
                let value_5 = CharClass::dot(this.options.get() & 32 != 0);
                a.write("set", "a").set.set(value_5)
            }
        } else if c as i32 == 94 {
            // Pattern.somd:178: a.kind = BEGIN;
            a.write("kind", "a").kind.set(2);
        } else if c as i32 == 36 {
            // Pattern.somd:180: a.kind = END;
            a.write("kind", "a").kind.set(3);
        } else if c as i32 == 42 || c as i32 == 43 || c as i32 == 63 {
            // Pattern.somd:182: throw error("Dangling meta character '" + c + "'", at - 1);
            throw(checked_exception(
                Pattern::error(this, concat_str!("Dangling meta character '", c, "'"), this.at.get() - 1).into_up(),
                "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
            ));
        } else if c as i32 == 92 {
            // Pattern.somd:184: escape(a);
            Pattern::escape(this, &a);
        } else {
            // Pattern.somd:186: a.set = CharClass.of(c);
            {
                let value_6 = CharClass::of(c);
                a.write("set", "a").set.set(value_6)
            }
        }
        // Pattern.somd:188: return a;
        a
    }

    /// java.util.regex.Pattern.group: `void group(java.util.regex.Pattern$Atom a)`
    pub fn group(this: &Ref<Pattern>, a: &Ref<Atom>) {
        stack_check();
        // Pattern.somd:192: a.kind = GROUP;
        a.write("kind", "a").kind.set(1);
        // Pattern.somd:193: a.group = -1;
        a.write("group", "a").group.set(-1);
        // Pattern.somd:194: if (accept('?')) {
        if Pattern::accept(this, 63) {
            // Pattern.somd:195: if (accept(':')) {
            if Pattern::accept(this, 58) {
            } else if Pattern::accept(this, 61) {
                // Pattern.somd:198: a.kind = LOOK;
                a.write("kind", "a").kind.set(7);
                // Pattern.somd:199: a.ahead = true;
                a.write("ahead", "a").ahead.set(true);
            } else if Pattern::accept(this, 33) {
                // Pattern.somd:201: a.kind = LOOK;
                a.write("kind", "a").kind.set(7);
                // Pattern.somd:202: a.ahead = true;
                a.write("ahead", "a").ahead.set(true);
                // Pattern.somd:203: a.negative = true;
                a.write("negative", "a").negative.set(true);
            } else if Pattern::accept(this, 62) {
                // Pattern.somd:205: a.kind = ATOMIC;
                a.write("kind", "a").kind.set(8);
            } else if Pattern::accept(this, 60) {
                // Pattern.somd:207: if (accept('=')) {
                if Pattern::accept(this, 61) {
                    // Pattern.somd:208: a.kind = LOOK;
                    a.write("kind", "a").kind.set(7);
                } else if Pattern::accept(this, 33) {
                    // Pattern.somd:210: a.kind = LOOK;
                    a.write("kind", "a").kind.set(7);
                    // Pattern.somd:211: a.negative = true;
                    a.write("negative", "a").negative.set(true);
                } else {
                    // Pattern.somd:213: int from = at;
                    let from: i32 = this.at.get();
                    // Pattern.somd:214: while (more() && peek() != '>') at++;
                    while Pattern::more(this) && Pattern::peek(this) as i32 != 62 {
                        this.at.set(this.at.get() + 1);
                    }
                    // Pattern.somd:215: String name = source.substring(from, at);
                    let name: Ref<Str> = {
                        let receiver_1 = peek!(this.source);
                        let argument_2 = this.at.get();
                        natives::string::substring(
                            receiver_1.invoke("String.substring(int, int)", "this.source"),
                            from,
                            argument_2,
                        )
                    };
                    // Pattern.somd:216: at++;
                    this.at.set(this.at.get() + 1);
                    // Pattern.somd:217: a.group = groups++;
                    {
                        let value_3 = {
                            let old_4 = this.groups.get();
                            this.groups.set(old_4 + 1);
                            old_4
                        };
                        a.write("group", "a").group.set(value_3)
                    }
                    // Pattern.somd:218: while (names.size() <= a.group) names.add(null);
                    while ArrayList::size(peek!(this.names).invoke("java.util.ArrayList.size()", "this.names"))
                        <= a.read("group", "a").group.get()
                    {
                        ArrayList::add(
                            peek!(this.names).invoke("java.util.ArrayList.add(Object)", "this.names"),
                            Ref::null(),
                        );
                    }
                    // Pattern.somd:219: names.set(a.group, name);
                    {
                        let receiver_5 = peek!(this.names);
                        let argument_6 = a.read("group", "a").group.get();
                        ArrayList::set(
                            receiver_5.invoke("java.util.ArrayList.set(int, Object)", "this.names"),
                            argument_6,
                            name.into_up(),
                        )
                    };
                }
            } else {
                // Pattern.somd:222: throw error("Unknown inline modifier", at);
                throw(checked_exception(
                    Pattern::error(this, TEXT_UNKNOWN_INLINE_MODIFIER.get().clone(), this.at.get()).into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
        } else {
            // Pattern.somd:225: a.group = groups++;
            {
                let value_7 = {
                    let old_8 = this.groups.get();
                    this.groups.set(old_8 + 1);
                    old_8
                };
                a.write("group", "a").group.set(value_7)
            }
        }
        // Pattern.somd:227: a.textFrom = at;
        {
            let value_9 = this.at.get();
            a.write("textFrom", "a").textFrom.set(value_9)
        }
        // Pattern.somd:228: a.groupsBefore = groups;
        {
            let value_10 = this.groups.get();
            a.write("groupsBefore", "a").groupsBefore.set(value_10)
        }
        // Pattern.somd:230: alternatives(new Node(Node.ACCEPT));
        Pattern::alternatives(this, &java_util_regex_Node::new(0));
        // Pattern.somd:231: a.textTo = at;
        {
            let value_11 = this.at.get();
            a.write("textTo", "a").textTo.set(value_11)
        }
        // Pattern.somd:232: if (!accept(')')) throw error("Unclosed group", source.length());
        if !Pattern::accept(this, 41) {
            throw(checked_exception(
                Pattern::error(
                    this,
                    TEXT_UNCLOSED_GROUP.get().clone(),
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source")),
                )
                .into_up(),
                "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
            ));
        }
    }

    /// java.util.regex.Pattern.escape: `void escape(java.util.regex.Pattern$Atom a)`
    pub fn escape(this: &Ref<Pattern>, a: &Ref<Atom>) {
        // Pattern.somd:236: if (!more()) throw error("Unexpected internal error", source.length());
        if !Pattern::more(this) {
            throw(checked_exception(
                Pattern::error(
                    this,
                    TEXT_UNEXPECTED_INTERNAL_ERRO.get().clone(),
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source")),
                )
                .into_up(),
                "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
            ));
        }
        // Pattern.somd:237: char c = source.charAt(at++);
        let c: u16 = {
            let receiver_1 = peek!(this.source);
            let argument_2 = {
                let old_3 = this.at.get();
                this.at.set(old_3 + 1);
                old_3
            };
            natives::string::char_at(receiver_1.invoke("String.charAt(int)", "this.source"), argument_2)
        };
        // Pattern.somd:238: if (c == 'b') a.kind = BOUNDARY;
        if c as i32 == 98 {
            a.write("kind", "a").kind.set(4);
        } else if c as i32 == 66 {
            // Pattern.somd:239: else if (c == 'B') a.kind = NOT_BOUNDARY;
            a.write("kind", "a").kind.set(5);
        } else if c as i32 == 65 {
            // Pattern.somd:240: else if (c == 'A') a.kind = FIRST_BEGIN;
            a.write("kind", "a").kind.set(10);
        } else if c as i32 == 122 {
            // Pattern.somd:241: else if (c == 'z') a.kind = VERY_END;
            a.write("kind", "a").kind.set(11);
        } else if c as i32 == 90 {
            // Pattern.somd:242: else if (c == 'Z') a.kind = FINAL_END;
            a.write("kind", "a").kind.set(9);
        } else if c as i32 >= 49 && (c as i32) <= 57 {
            // Pattern.somd:244: a.kind = BACK;
            a.write("kind", "a").kind.set(6);
            // Pattern.somd:245: a.group = c - '0';
            a.write("group", "a").group.set(c as i32 - 48);
        } else if c as i32 == 107 && Pattern::accept(this, 60) {
            // Pattern.somd:247: int from = at;
            let from: i32 = this.at.get();
            // Pattern.somd:248: while (more() && peek() != '>') at++;
            while Pattern::more(this) && Pattern::peek(this) as i32 != 62 {
                this.at.set(this.at.get() + 1);
            }
            // Pattern.somd:249: a.kind = BACK;
            a.write("kind", "a").kind.set(6);
            // Pattern.somd:250: a.group = names.indexOf(source.substring(from, at));
            {
                let value_4 = {
                    let receiver_5 = peek!(this.names);
                    let argument_6 = ({
                        let receiver_7 = peek!(this.source);
                        let argument_8 = this.at.get();
                        natives::string::substring(
                            receiver_7.invoke("String.substring(int, int)", "this.source"),
                            from,
                            argument_8,
                        )
                    })
                    .into_up();
                    ArrayList::indexOf(
                        receiver_5.invoke("java.util.ArrayList.indexOf(Object)", "this.names"),
                        &argument_6,
                    )
                };
                a.write("group", "a").group.set(value_4)
            }
            // Pattern.somd:251: at++;
            this.at.set(this.at.get() + 1);
        } else if c as i32 == 81 {
            // Pattern.somd:253: int end = source.indexOf("\\E", at);
            let end: i32 = {
                let receiver_9 = peek!(this.source);
                let argument_10 = this.at.get();
                JString::indexOf_String_int(
                    receiver_9.invoke("String.indexOf(String, int)", "this.source"),
                    TEXT_E.get(),
                    argument_10,
                )
            };
            // Pattern.somd:255: String text = source.substring(at, end < 0 ? source.length() : end);
            let text: Ref<Str> = {
                let receiver_11 = peek!(this.source);
                let argument_12 = this.at.get();
                let argument_13 = if end < 0 {
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
                } else {
                    end
                };
                natives::string::substring(
                    receiver_11.invoke("String.substring(int, int)", "this.source"),
                    argument_12,
                    argument_13,
                )
            };
            // Pattern.somd:256: if (text.length() == 0) {
            if natives::string::length(text.invoke("String.length()", "text")) == 0 {
                // Pattern.somd:257: at = end < 0 ? source.length() : end + 2;
                this.at.set(if end < 0 {
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
                } else {
                    end + 2
                });
                // Pattern.somd:258: a.kind = GROUP;
                a.write("kind", "a").kind.set(1);
                // Pattern.somd:259: a.group = -1;
                a.write("group", "a").group.set(-1);
                // Pattern.somd:260: a.textFrom = at;
                {
                    let value_14 = this.at.get();
                    a.write("textFrom", "a").textFrom.set(value_14)
                }
                // Pattern.somd:261: a.textTo = at;
                {
                    let value_15 = this.at.get();
                    a.write("textTo", "a").textTo.set(value_15)
                }
                // Pattern.somd:262: a.groupsBefore = groups;
                {
                    let value_16 = this.groups.get();
                    a.write("groupsBefore", "a").groupsBefore.set(value_16)
                }
            } else if natives::string::length(text.invoke("String.length()", "text")) == 1 {
                // Pattern.somd:264: a.set = CharClass.of(text.charAt(0));
                {
                    let value_17 =
                        CharClass::of(natives::string::char_at(text.invoke("String.charAt(int)", "text"), 0));
                    a.write("set", "a").set.set(value_17)
                }
                // Pattern.somd:265: at = end < 0 ? source.length() : end + 2;
                this.at.set(if end < 0 {
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
                } else {
                    end + 2
                });
            } else {
                // Pattern.somd:267: a.kind = GROUP;
                a.write("kind", "a").kind.set(1);
                // Pattern.somd:268: a.group = -2;
                a.write("group", "a").group.set(-2);
                // Pattern.somd:269: a.textFrom = at;
                {
                    let value_18 = this.at.get();
                    a.write("textFrom", "a").textFrom.set(value_18)
                }
                // Pattern.somd:270: a.textTo = at + text.length();
                {
                    let value_19 = this.at.get() + natives::string::length(text.invoke("String.length()", "text"));
                    a.write("textTo", "a").textTo.set(value_19)
                }
                // Pattern.somd:271: at = end < 0 ? source.length() : end + 2;
                this.at.set(if end < 0 {
                    natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
                } else {
                    end + 2
                });
            }
        } else {
            // Pattern.somd:274: a.set = escapedClass(c);
            {
                let value_20 = Pattern::escapedClass(this, c);
                a.write("set", "a").set.set(value_20)
            }
        }
    }

    /// java.util.regex.Pattern.escapedClass: `java.util.regex.CharClass escapedClass(char c)`
    pub fn escapedClass(this: &Ref<Pattern>, c: u16) -> Ref<CharClass> {
        // Pattern.somd:280: switch (c) {
        match c as i32 {
            100 => {
                // Pattern.somd:281: case 'd': return CharClass.digits();
                CharClass::digits()
            }
            68 => {
                // Pattern.somd:282: case 'D': return CharClass.digits().negated();
                CharClass::negated(CharClass::digits().invoke(
                    "java.util.regex.CharClass.negated()",
                    "the return value of \"java.util.regex.CharClass.digits()\"",
                ))
            }
            119 => {
                // Pattern.somd:283: case 'w': return CharClass.word();
                CharClass::word()
            }
            87 => {
                // Pattern.somd:284: case 'W': return CharClass.word().negated();
                CharClass::negated(CharClass::word().invoke(
                    "java.util.regex.CharClass.negated()",
                    "the return value of \"java.util.regex.CharClass.word()\"",
                ))
            }
            115 => {
                // Pattern.somd:285: case 's': return CharClass.space();
                CharClass::space()
            }
            83 => {
                // Pattern.somd:286: case 'S': return CharClass.space().negated();
                CharClass::negated(CharClass::space().invoke(
                    "java.util.regex.CharClass.negated()",
                    "the return value of \"java.util.regex.CharClass.space()\"",
                ))
            }
            116 => {
                // Pattern.somd:287: case 't': return CharClass.of('\t');
                CharClass::of(9)
            }
            110 => {
                // Pattern.somd:288: case 'n': return CharClass.of('\n');
                CharClass::of(10)
            }
            114 => {
                // Pattern.somd:289: case 'r': return CharClass.of('\r');
                CharClass::of(13)
            }
            102 => {
                // Pattern.somd:290: case 'f': return CharClass.of('\f');
                CharClass::of(12)
            }
            97 => {
                // Pattern.somd:291: case 'a': return CharClass.of('\u0007');
                CharClass::of(7)
            }
            101 => {
                // Pattern.somd:292: case 'e': return CharClass.of('\u001b');
                CharClass::of(27)
            }
            48 => {
                // Pattern.somd:293: case '0': return CharClass.of('\0');
                CharClass::of(0)
            }
            120 => {
                {
                    // Pattern.somd:295: int v = Integer.parseInt(source.substring(at, at + 2), 16);
                    let v: i32 = {
                        Integer::clinit();
                        Integer::parseInt_String_int(
                            &({
                                let receiver_1 = peek!(this.source);
                                let argument_2 = this.at.get();
                                let argument_3 = this.at.get() + 2;
                                natives::string::substring(
                                    receiver_1.invoke("String.substring(int, int)", "this.source"),
                                    argument_2,
                                    argument_3,
                                )
                            }),
                            16,
                        )
                    };
                    // Pattern.somd:296: at += 2;
                    this.at.set(this.at.get() + 2);
                    // Pattern.somd:297: return CharClass.of((char) v);
                    CharClass::of(v as u16)
                }
            }
            117 => {
                {
                    // Pattern.somd:300: int v = Integer.parseInt(source.substring(at, at + 4), 16);
                    let v: i32 = {
                        Integer::clinit();
                        Integer::parseInt_String_int(
                            &({
                                let receiver_4 = peek!(this.source);
                                let argument_5 = this.at.get();
                                let argument_6 = this.at.get() + 4;
                                natives::string::substring(
                                    receiver_4.invoke("String.substring(int, int)", "this.source"),
                                    argument_5,
                                    argument_6,
                                )
                            }),
                            16,
                        )
                    };
                    // Pattern.somd:301: at += 4;
                    this.at.set(this.at.get() + 4);
                    // Pattern.somd:302: return CharClass.of((char) v);
                    CharClass::of(v as u16)
                }
            }
            112 => {
                // Pattern.somd:304: case 'p': return property(false);
                Pattern::property(this, false)
            }
            80 => {
                // Pattern.somd:305: case 'P': return property(true);
                Pattern::property(this, true)
            }
            _ => {
                // Pattern.somd:307: if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') throw error("Illegal/unsupported escape sequence", at - 1);
                if c as i32 >= 97 && (c as i32) <= 122 || c as i32 >= 65 && (c as i32) <= 90 {
                    throw(checked_exception(
                        Pattern::error(this, TEXT_ILLEGAL_UNSUPPORTED_ESCA.get().clone(), this.at.get() - 1).into_up(),
                        "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                    ));
                }
                // Pattern.somd:308: return CharClass.of(c);
                CharClass::of(c)
            }
        }
    }

    /// java.util.regex.Pattern.property: `java.util.regex.CharClass property(boolean negative)`
    pub fn property(this: &Ref<Pattern>, negative: bool) -> Ref<CharClass> {
        // Pattern.somd:313: String name;
        let mut name: Ref<Str> = Ref::null();
        // Pattern.somd:314: if (accept('{')) {
        if Pattern::accept(this, 123) {
            // Pattern.somd:315: int end = source.indexOf('}', at);
            let end: i32 = {
                let receiver_1 = peek!(this.source);
                let argument_2 = this.at.get();
                JString::indexOf_int_int(receiver_1.invoke("String.indexOf(int, int)", "this.source"), 125, argument_2)
            };
            // Pattern.somd:316: if (end < 0) throw error("Unclosed character family", source.length() - 1);
            if end < 0 {
                throw(checked_exception(
                    Pattern::error(
                        this,
                        TEXT_UNCLOSED_CHARACTER_FAMIL.get().clone(),
                        natives::string::length(peek!(this.source).invoke("String.length()", "this.source")) - 1,
                    )
                    .into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
            // Pattern.somd:317: name = source.substring(at, end);
            name = {
                let receiver_3 = peek!(this.source);
                let argument_4 = this.at.get();
                natives::string::substring(
                    receiver_3.invoke("String.substring(int, int)", "this.source"),
                    argument_4,
                    end,
                )
            };
            // Pattern.somd:318: at = end + 1;
            this.at.set(end + 1);
        } else {
            // Pattern.somd:320: name = source.substring(at, at + 1);
            name = {
                let receiver_5 = peek!(this.source);
                let argument_6 = this.at.get();
                let argument_7 = this.at.get() + 1;
                natives::string::substring(
                    receiver_5.invoke("String.substring(int, int)", "this.source"),
                    argument_6,
                    argument_7,
                )
            };
            // Pattern.somd:321: at++;
            this.at.set(this.at.get() + 1);
        }
        // Pattern.somd:323: CharClass set = CharClass.named(name);
        let set: Ref<CharClass> = CharClass::named(name.clone());
        // Pattern.somd:324: if (set == null) throw error("Unknown character property name {" + name + "}", at - 1);
        if set.is_null() {
            throw(checked_exception(
                Pattern::error(this, concat_str!("Unknown character property name {", name, "}"), this.at.get() - 1)
                    .into_up(),
                "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
            ));
        }
        // Pattern.somd:325: return negative ? set.negated() : set;
        if negative {
            CharClass::negated(set.invoke("java.util.regex.CharClass.negated()", "set"))
        } else {
            set.clone()
        }
    }

    /// java.util.regex.Pattern.charClass: `java.util.regex.CharClass charClass()`
    pub fn charClass(this: &Ref<Pattern>) -> Ref<CharClass> {
        stack_check();
        // Pattern.somd:330: boolean negative = accept('^');
        let negative: bool = Pattern::accept(this, 94);
        // Pattern.somd:331: CharClass set = new CharClass();
        let mut set: Ref<CharClass> = CharClass::new();
        // Pattern.somd:332: boolean first = true;
        let mut first: bool = true;
        // Pattern.somd:333: while (true) {
        {
            let source_text_1 = peek!(this.source).view();
            loop {
                // Pattern.somd:334: if (!more()) throw error("Unclosed character class", source.length() - 1);
                if !Pattern::more(this) {
                    throw(checked_exception(
                        Pattern::error(
                            this,
                            TEXT_UNCLOSED_CHARACTER_CLASS.get().clone(),
                            source_text_1.length("String.length()", "this.source") - 1,
                        )
                        .into_up(),
                        "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                    ));
                }
                // Pattern.somd:335: char c = source.charAt(at++);
                let c: u16 = source_text_1.char_at(
                    {
                        let old_2 = this.at.get();
                        this.at.set(old_2 + 1);
                        old_2
                    },
                    "String.charAt(int)",
                    "this.source",
                );
                // Pattern.somd:336: if (c == ']' && !first) break;
                if c as i32 == 93 && !first {
                    break;
                }
                // Pattern.somd:337: first = false;
                first = false;
                // Pattern.somd:338: if (c == '[') {
                if c as i32 == 91 {
                    // Pattern.somd:339: set.include(charClass());
                    {
                        let argument_3 = Pattern::charClass(this);
                        CharClass::include(
                            set.invoke("java.util.regex.CharClass.include(java.util.regex.CharClass)", "set"),
                            &argument_3,
                        )
                    }
                    // Pattern.somd:340: continue;
                    continue;
                }
                // Pattern.somd:342: if (c == '&' && more() && peek() == '&') {
                if c as i32 == 38 && Pattern::more(this) && Pattern::peek(this) as i32 == 38 {
                    // Pattern.somd:343: at++;
                    this.at.set(this.at.get() + 1);
                    // Pattern.somd:344: CharClass right;
                    let mut right: Ref<CharClass> = Ref::null();
                    // Pattern.somd:345: if (accept('[')) {
                    if Pattern::accept(this, 91) {
                        // Pattern.somd:346: right = charClass();
                        right = Pattern::charClass(this);
                    } else {
                        // Pattern.somd:348: right = new CharClass();
                        right = CharClass::new();
                        // Pattern.somd:349: while (more() && peek() != ']') member(right, source.charAt(at++));
                        while Pattern::more(this) && Pattern::peek(this) as i32 != 93 {
                            Pattern::member(
                                this,
                                &right,
                                source_text_1.char_at(
                                    {
                                        let old_4 = this.at.get();
                                        this.at.set(old_4 + 1);
                                        old_4
                                    },
                                    "String.charAt(int)",
                                    "this.source",
                                ),
                            );
                        }
                    }
                    // Pattern.somd:351: set = set.intersected(right);
                    set = CharClass::intersected(
                        set.invoke("java.util.regex.CharClass.intersected(java.util.regex.CharClass)", "set"),
                        &right,
                    );
                    // Pattern.somd:352: continue;
                    continue;
                }
                // Pattern.somd:354: member(set, c);
                Pattern::member(this, &set, c);
            }
        }
        // Pattern.somd:356: return negative ? set.negated() : set;
        if negative {
            CharClass::negated(set.invoke("java.util.regex.CharClass.negated()", "set"))
        } else {
            set.clone()
        }
    }

    /// java.util.regex.Pattern.member: `void member(java.util.regex.CharClass set, char c)`
    pub fn member(this: &Ref<Pattern>, set: &Ref<CharClass>, c: u16) {
        // Pattern.somd:360: CharClass one = c == '\\' ? escapedClass(source.charAt(at++)) : CharClass.of(c);
        let one: Ref<CharClass> = if c as i32 == 92 {
            Pattern::escapedClass(this, {
                let receiver_1 = peek!(this.source);
                let argument_2 = {
                    let old_3 = this.at.get();
                    this.at.set(old_3 + 1);
                    old_3
                };
                natives::string::char_at(receiver_1.invoke("String.charAt(int)", "this.source"), argument_2)
            })
        } else {
            CharClass::of(c)
        };
        // Pattern.somd:361: if (one.isSingle() && at + 1 < source.length() && peek() == '-' && source.charAt(at + 1) != ']' && source.charAt(at + 1) != '[') {
        if CharClass::isSingle(one.invoke("java.util.regex.CharClass.isSingle()", "one"))
            && this.at.get() + 1 < natives::string::length(peek!(this.source).invoke("String.length()", "this.source"))
            && Pattern::peek(this) as i32 == 45
            && ({
                let receiver_4 = peek!(this.source);
                let argument_5 = this.at.get() + 1;
                natives::string::char_at(receiver_4.invoke("String.charAt(int)", "this.source"), argument_5)
            }) as i32
                != 93
            && ({
                let receiver_6 = peek!(this.source);
                let argument_7 = this.at.get() + 1;
                natives::string::char_at(receiver_6.invoke("String.charAt(int)", "this.source"), argument_7)
            }) as i32
                != 91
        {
            // Pattern.somd:362: at++;
            this.at.set(this.at.get() + 1);
            // Pattern.somd:363: char d = source.charAt(at++);
            let d: u16 = {
                let receiver_8 = peek!(this.source);
                let argument_9 = {
                    let old_10 = this.at.get();
                    this.at.set(old_10 + 1);
                    old_10
                };
                natives::string::char_at(receiver_8.invoke("String.charAt(int)", "this.source"), argument_9)
            };
            // Pattern.somd:364: CharClass high = d == '\\' ? escapedClass(source.charAt(at++)) : CharClass.of(d);
            let high: Ref<CharClass> = if d as i32 == 92 {
                Pattern::escapedClass(this, {
                    let receiver_11 = peek!(this.source);
                    let argument_12 = {
                        let old_13 = this.at.get();
                        this.at.set(old_13 + 1);
                        old_13
                    };
                    natives::string::char_at(receiver_11.invoke("String.charAt(int)", "this.source"), argument_12)
                })
            } else {
                CharClass::of(d)
            };
            // Pattern.somd:365: if (high.lowest() < one.lowest()) throw error("Illegal character range", at - 1);
            if (CharClass::lowest(high.invoke("java.util.regex.CharClass.lowest()", "high")) as i32)
                < CharClass::lowest(one.invoke("java.util.regex.CharClass.lowest()", "one")) as i32
            {
                throw(checked_exception(
                    Pattern::error(this, TEXT_ILLEGAL_CHARACTER_RANGE.get().clone(), this.at.get() - 1).into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
            // Pattern.somd:366: set.add(one.lowest(), high.lowest());
            {
                let argument_14 = CharClass::lowest(one.invoke("java.util.regex.CharClass.lowest()", "one"));
                let argument_15 = CharClass::lowest(high.invoke("java.util.regex.CharClass.lowest()", "high"));
                CharClass::add(set.invoke("java.util.regex.CharClass.add(char, char)", "set"), argument_14, argument_15)
            }
        } else {
            // Pattern.somd:368: set.include(one);
            CharClass::include(set.invoke("java.util.regex.CharClass.include(java.util.regex.CharClass)", "set"), &one);
        }
    }

    /// java.util.regex.Pattern.quantified: `java.util.regex.Pattern$Atom quantified(java.util.regex.Pattern$Atom a)`
    pub fn quantified(this: &Ref<Pattern>, a: Ref<Atom>) -> Ref<Atom> {
        // Pattern.somd:373: if (!more()) return a;
        if !Pattern::more(this) {
            return a;
        }
        // Pattern.somd:374: char c = peek();
        let c: u16 = Pattern::peek(this);
        // Pattern.somd:375: if (c == '*') {
        if c as i32 == 42 {
            // Pattern.somd:376: a.min = 0;
            a.write("min", "a").min.set(0);
            // Pattern.somd:377: a.max = Integer.MAX_VALUE;
            a.write("max", "a").max.set(2147483647);
        } else if c as i32 == 43 {
            // Pattern.somd:379: a.max = Integer.MAX_VALUE;
            a.write("max", "a").max.set(2147483647);
        } else if c as i32 == 63 {
            // Pattern.somd:381: a.min = 0;
            a.write("min", "a").min.set(0);
        } else if c as i32 == 123 {
            // Pattern.somd:383: int end = source.indexOf('}', at);
            let end: i32 = {
                let receiver_1 = peek!(this.source);
                let argument_2 = this.at.get();
                JString::indexOf_int_int(receiver_1.invoke("String.indexOf(int, int)", "this.source"), 125, argument_2)
            };
            // Pattern.somd:384: if (end < 0) throw error("Unclosed counted closure", source.length());
            if end < 0 {
                throw(checked_exception(
                    Pattern::error(
                        this,
                        TEXT_UNCLOSED_COUNTED_CLOSURE.get().clone(),
                        natives::string::length(peek!(this.source).invoke("String.length()", "this.source")),
                    )
                    .into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
            // Pattern.somd:385: String inside = source.substring(at + 1, end);
            let inside: Ref<Str> = {
                let receiver_3 = peek!(this.source);
                let argument_4 = this.at.get() + 1;
                natives::string::substring(
                    receiver_3.invoke("String.substring(int, int)", "this.source"),
                    argument_4,
                    end,
                )
            };
            // Pattern.somd:386: int comma = inside.indexOf(',');
            let comma: i32 = JString::indexOf_int(inside.invoke("String.indexOf(int)", "inside"), 44);
            // Pattern.somd:387: try {
            let outcome_5 = try_java(|| -> Result<(), Ref<Object>> {
                // Pattern.somd:388: a.min = Integer.parseInt(comma < 0 ? inside : inside.substring(0, comma));
                {
                    let value_6 = {
                        Integer::clinit();
                        Integer::parseInt_String__near(
                            &(if comma < 0 {
                                inside.clone()
                            } else {
                                natives::string::substring(
                                    inside.invoke("String.substring(int, int)", "inside"),
                                    0,
                                    comma,
                                )
                            }),
                        )?
                    };
                    a.write("min", "a").min.set(value_6)
                }
                // Pattern.somd:389: a.max = comma < 0 ? a.min : comma == inside.length() - 1 ? Integer.MAX_VALUE : Integer.parseInt(inside.substring(comma + 1));
                {
                    let value_7 = if comma < 0 {
                        a.read("min", "a").min.get()
                    } else if comma == natives::string::length(inside.invoke("String.length()", "inside")) - 1 {
                        2147483647
                    } else {
                        {
                            Integer::clinit();
                            Integer::parseInt_String__near(&natives::string::substring_from(
                                inside.invoke("String.substring(int)", "inside"),
                                comma + 1,
                            ))?
                        }
                    };
                    a.write("max", "a").max.set(value_7)
                }
                Ok(())
            });
            match outcome_5 {
                Ok(()) => {}
                Err(exception) if NumberFormatException::is(&exception) => {
                    // Pattern.somd:391: throw error("Illegal repetition", at);
                    throw(checked_exception(
                        Pattern::error(this, TEXT_ILLEGAL_REPETITION.get().clone(), this.at.get()).into_up(),
                        "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                    ));
                }
                Err(exception) => throw(exception),
            }
            // Pattern.somd:393: if (a.max < a.min) throw error("Illegal repetition range", end);
            if a.read("max", "a").max.get() < a.read("min", "a").min.get() {
                throw(checked_exception(
                    Pattern::error(this, TEXT_ILLEGAL_REPETITION_RANGE.get().clone(), end).into_up(),
                    "Cannot throw exception because the return value of \"java.util.regex.Pattern.error(String, int)\" is null",
                ));
            }
            // Pattern.somd:394: at = end;
            this.at.set(end);
        } else {
            // Pattern.somd:396: return a;
            return a;
        }
        // Pattern.somd:398: at++;
        this.at.set(this.at.get() + 1);
        // Pattern.somd:399: if (accept('?')) a.lazy = true;
        if Pattern::accept(this, 63) {
            a.write("lazy", "a").lazy.set(true);
        } else if Pattern::accept(this, 43) {
            // Pattern.somd:400: else if (accept('+')) a.possessive = true;
            a.write("possessive", "a").possessive.set(true);
        }
        // Pattern.somd:401: return a;
        a
    }

    /// java.util.regex.Pattern.build: `java.util.regex.Node build(java.util.regex.Pattern$Atom a, java.util.regex.Node next)`
    pub fn build(this: &Ref<Pattern>, a: &Ref<Atom>, next: Ref<java_util_regex_Node>) -> Ref<java_util_regex_Node> {
        stack_check();
        // Pattern.somd:405: if (a.min == 1 && a.max == 1) return once(a, next);
        if a.read("min", "a").min.get() == 1 && a.read("max", "a").max.get() == 1 {
            return Pattern::once(this, a, next);
        }
        // Pattern.somd:406: if (a.possessive) {
        if a.read("possessive", "a").possessive.get() {
            // Pattern.somd:407: a.possessive = false;
            a.write("possessive", "a").possessive.set(false);
            // Pattern.somd:408: Node n = new Node(Node.ATOMIC);
            let n: Ref<java_util_regex_Node> = java_util_regex_Node::new(18);
            // Pattern.somd:409: n.inner = build(a, new Node(Node.ACCEPT));
            {
                let value_1 = Pattern::build(this, a, java_util_regex_Node::new(0));
                n.write("inner", "n").inner.set(value_1)
            }
            // Pattern.somd:410: n.next = next;
            n.write("next", "n").next.set(next);
            // Pattern.somd:411: return n;
            return n;
        }
        // Pattern.somd:413: if (a.kind == SET) {
        if a.read("kind", "a").kind.get() == 0 {
            // Pattern.somd:414: Node n = single(a.set, next);
            let n: Ref<java_util_regex_Node> = Pattern::single(this, peek!(a.read("set", "a").set), next);
            // Pattern.somd:415: n.kind = Node.REPEAT_SET;
            n.write("kind", "n").kind.set(3);
            // Pattern.somd:416: n.min = a.min;
            {
                let value_2 = a.read("min", "a").min.get();
                n.write("min", "n").min.set(value_2)
            }
            // Pattern.somd:417: n.max = a.max;
            {
                let value_3 = a.read("max", "a").max.get();
                n.write("max", "n").max.set(value_3)
            }
            // Pattern.somd:418: n.lazy = a.lazy;
            {
                let value_4 = a.read("lazy", "a").lazy.get();
                n.write("lazy", "n").lazy.set(value_4)
            }
            // Pattern.somd:419: return n;
            return n;
        }
        // Pattern.somd:421: Node loop = new Node(Node.LOOP);
        let loop_: Ref<java_util_regex_Node> = java_util_regex_Node::new(5);
        // Pattern.somd:422: loop.min = a.min;
        {
            let value_5 = a.read("min", "a").min.get();
            loop_.write("min", "loop").min.set(value_5)
        }
        // Pattern.somd:423: loop.max = a.max;
        {
            let value_6 = a.read("max", "a").max.get();
            loop_.write("max", "loop").max.set(value_6)
        }
        // Pattern.somd:424: loop.lazy = a.lazy;
        {
            let value_7 = a.read("lazy", "a").lazy.get();
            loop_.write("lazy", "loop").lazy.set(value_7)
        }
        // Pattern.somd:425: loop.group = counters++;
        {
            let value_8 = {
                let old_9 = this.counters.get();
                this.counters.set(old_9 + 1);
                old_9
            };
            loop_.write("group", "loop").group.set(value_8)
        }
        // Pattern.somd:426: loop.next = next;
        loop_.write("next", "loop").next.set(next);
        // Pattern.somd:427: loop.inner = once(a, loop);
        {
            let value_10 = Pattern::once(this, a, loop_.clone());
            loop_.write("inner", "loop").inner.set(value_10)
        }
        // Pattern.somd:428: Node start = new Node(Node.START_LOOP);
        let start: Ref<java_util_regex_Node> = java_util_regex_Node::new(4);
        // Pattern.somd:429: start.group = loop.group;
        {
            let value_11 = loop_.read("group", "loop").group.get();
            start.write("group", "start").group.set(value_11)
        }
        // Pattern.somd:430: start.next = loop;
        start.write("next", "start").next.set(loop_);
        // Pattern.somd:431: return start;
        start
    }

    /// java.util.regex.Pattern.once: `java.util.regex.Node once(java.util.regex.Pattern$Atom a, java.util.regex.Node next)`
    pub fn once(this: &Ref<Pattern>, a: &Ref<Atom>, next: Ref<java_util_regex_Node>) -> Ref<java_util_regex_Node> {
        stack_check();
        // Pattern.somd:435: if (a.kind == SET) return single(a.set, next);
        if a.read("kind", "a").kind.get() == 0 {
            return Pattern::single(this, peek!(a.read("set", "a").set), next);
        }
        // Pattern.somd:436: if (a.kind == GROUP) {
        if a.read("kind", "a").kind.get() == 1 {
            // Pattern.somd:437: if (a.group == -2) return literal(source.substring(a.textFrom, a.textTo), next);
            if a.read("group", "a").group.get() == -2 {
                return Pattern::literal(
                    this,
                    &({
                        let receiver_1 = peek!(this.source);
                        let argument_2 = a.read("textFrom", "a").textFrom.get();
                        let argument_3 = a.read("textTo", "a").textTo.get();
                        natives::string::substring(
                            receiver_1.invoke("String.substring(int, int)", "this.source"),
                            argument_2,
                            argument_3,
                        )
                    }),
                    next,
                );
            }
            // Pattern.somd:438: if (a.group < 0) return inside(a, next);
            if a.read("group", "a").group.get() < 0 {
                return Pattern::inside(this, a, &next);
            }
            // Pattern.somd:439: Node close = new Node(Node.CLOSE);
            let close: Ref<java_util_regex_Node> = java_util_regex_Node::new(7);
            // Pattern.somd:440: close.group = a.group;
            {
                let value_4 = a.read("group", "a").group.get();
                close.write("group", "close").group.set(value_4)
            }
            // Pattern.somd:441: close.next = next;
            close.write("next", "close").next.set(next);
            // Pattern.somd:442: Node open = new Node(Node.OPEN);
            let open: Ref<java_util_regex_Node> = java_util_regex_Node::new(6);
            // Pattern.somd:443: open.group = a.group;
            {
                let value_5 = a.read("group", "a").group.get();
                open.write("group", "open").group.set(value_5)
            }
            // Pattern.somd:444: open.next = inside(a, close);
            {
                let value_6 = Pattern::inside(this, a, &close);
                open.write("next", "open").next.set(value_6)
            }
            // Pattern.somd:445: return open;
            return open;
        }
        // Pattern.somd:447: if (a.kind == LOOK || a.kind == ATOMIC) {
        if a.read("kind", "a").kind.get() == 7 || a.read("kind", "a").kind.get() == 8 {
            // Pattern.somd:448: Node n = new Node(a.kind == ATOMIC ? Node.ATOMIC : a.ahead ? Node.LOOK_AHEAD : Node.LOOK_BEHIND);
            let n: Ref<java_util_regex_Node> = java_util_regex_Node::new(if a.read("kind", "a").kind.get() == 8 {
                18
            } else if a.read("ahead", "a").ahead.get() {
                16
            } else {
                17
            });
            // Pattern.somd:449: n.lazy = a.negative;
            {
                let value_7 = a.read("negative", "a").negative.get();
                n.write("lazy", "n").lazy.set(value_7)
            }
            // Pattern.somd:450: n.inner = inside(a, new Node(Node.ACCEPT));
            {
                let value_8 = Pattern::inside(this, a, &java_util_regex_Node::new(0));
                n.write("inner", "n").inner.set(value_8)
            }
            // Pattern.somd:451: n.next = next;
            n.write("next", "n").next.set(next);
            // Pattern.somd:452: return n;
            return n;
        }
        // Pattern.somd:454: int kind;
        let mut kind: i32 = 0;
        // Pattern.somd:455: switch (a.kind) {
        match a.read("kind", "a").kind.get() {
            2 => {
                // Pattern.somd:456: case BEGIN: kind = (options & MULTILINE) != 0 ? Node.LINE_BEGIN : Node.BEGIN; break;
                kind = if this.options.get() & 8 != 0 { 10 } else { 8 };
            }
            3 => {
                // Pattern.somd:457: case END: kind = (options & MULTILINE) != 0 ? Node.LINE_END : Node.END; break;
                kind = if this.options.get() & 8 != 0 { 11 } else { 9 };
            }
            10 => {
                // Pattern.somd:458: case FIRST_BEGIN: kind = Node.BEGIN; break;
                kind = 8;
            }
            9 => {
                // Pattern.somd:459: case FINAL_END: kind = Node.END; break;
                kind = 9;
            }
            11 => {
                // Pattern.somd:460: case VERY_END: kind = Node.VERY_END; break;
                kind = 12;
            }
            4 => {
                // Pattern.somd:461: case BOUNDARY: kind = Node.BOUNDARY; break;
                kind = 13;
            }
            5 => {
                // Pattern.somd:462: case NOT_BOUNDARY: kind = Node.NOT_BOUNDARY; break;
                kind = 14;
            }
            _ => {
                // Pattern.somd:463: default: kind = Node.BACK; break;
                kind = 15;
            }
        }
        // Pattern.somd:465: Node n = new Node(kind);
        let n: Ref<java_util_regex_Node> = java_util_regex_Node::new(kind);
        // Pattern.somd:466: n.group = a.group;
        {
            let value_9 = a.read("group", "a").group.get();
            n.write("group", "n").group.set(value_9)
        }
        // Pattern.somd:467: n.lazy = (options & CASE_INSENSITIVE) != 0;
        {
            let value_10 = this.options.get() & 2 != 0;
            n.write("lazy", "n").lazy.set(value_10)
        }
        // Pattern.somd:468: n.next = next;
        n.write("next", "n").next.set(next);
        // Pattern.somd:469: return n;
        n
    }

    /// java.util.regex.Pattern.inside: `java.util.regex.Node inside(java.util.regex.Pattern$Atom a, java.util.regex.Node next)`
    pub fn inside(this: &Ref<Pattern>, a: &Ref<Atom>, next: &Ref<java_util_regex_Node>) -> Ref<java_util_regex_Node> {
        stack_check();
        // Pattern.somd:474: int here = at, count = groups;
        let here: i32 = this.at.get();
        let count: i32 = this.groups.get();
        // Pattern.somd:475: at = a.textFrom;
        this.at.set(a.read("textFrom", "a").textFrom.get());
        // Pattern.somd:476: groups = a.groupsBefore;
        this.groups.set(a.read("groupsBefore", "a").groupsBefore.get());
        // Pattern.somd:477: Node n = a.textFrom == a.textTo ? next : alternatives(next);
        let n: Ref<java_util_regex_Node> =
            if a.read("textFrom", "a").textFrom.get() == a.read("textTo", "a").textTo.get() {
                next.clone()
            } else {
                Pattern::alternatives(this, next)
            };
        // Pattern.somd:478: at = here;
        this.at.set(here);
        // Pattern.somd:479: groups = count;
        this.groups.set(count);
        // Pattern.somd:480: return n;
        n
    }
}

/// `java.util.regex.Pattern.Atom`
#[repr(C)]
#[derive(Default)]
pub struct Atom {
    pub kind: Cell<i32>,
    pub set: Slot<CharClass>,
    pub group: Cell<i32>,
    pub textFrom: Cell<i32>,
    pub textTo: Cell<i32>,
    pub ahead: Cell<bool>,
    pub negative: Cell<bool>,
    pub min: Cell<i32>,
    pub max: Cell<i32>,
    pub lazy: Cell<bool>,
    pub possessive: Cell<bool>,
    pub groupsBefore: Cell<i32>,
}

tested!(Atom => Atom);

impl Atom {
    pub const ID: u32 = 77;
    pub const LAST: u32 = 77;

    /// `new java.util.regex.Pattern.Atom`
    pub fn new() -> Ref<Atom> {
        let this = Ref::alloc_acyclic(Self::ID, Atom::default());
        Self::init(&this);
        this
    }

    /// java.util.regex.Pattern$Atom.<init>: `java.util.regex.Pattern.Atom()`
    pub fn init(this: &Ref<Atom>) {
        // Pattern.somd:140: private static final class Atom {

        // Pattern.somd:148: int min = 1;
        this.min.set(1);
        // Pattern.somd:149: int max = 1;
        this.max.set(1);
    }
}

/// `java.util.regex.Node`
#[repr(C)]
#[derive(Default)]
pub struct java_util_regex_Node {
    pub kind: Cell<i32>,
    pub next: Slot<java_util_regex_Node>,
    pub inner: Slot<java_util_regex_Node>,
    pub set: Slot<CharClass>,
    pub branches: Slot<ArrayList>,
    pub group: Cell<i32>,
    pub min: Cell<i32>,
    pub max: Cell<i32>,
    pub lazy: Cell<bool>,
}

tested!(java_util_regex_Node => java_util_regex_Node);

impl java_util_regex_Node {
    pub const ID: u32 = 78;
    pub const LAST: u32 = 78;

    /// `new java.util.regex.Node`
    pub fn new(kind: i32) -> Ref<java_util_regex_Node> {
        let this = Ref::alloc_cyclic(Self::ID, java_util_regex_Node::default());
        Self::init(&this, kind);
        this
    }

    /// java.util.regex.Node.<init>: `java.util.regex.Node(int kind)`
    pub fn init(this: &Ref<java_util_regex_Node>, kind: i32) {
        // Pattern.somd:518: Node(int kind) { this.kind = kind; }

        this.kind.set(kind);
    }
}

/// `java.util.regex.CharClass`
#[repr(C)]
#[derive(Default)]
pub struct CharClass {
    pub lows: Slot<Array<u16>>,
    pub highs: Slot<Array<u16>>,
    pub count: Cell<i32>,
}

impl CharClass {
    pub const ID: u32 = 79;
    pub const LAST: u32 = 79;

    /// java.util.regex.CharClass.of: `static java.util.regex.CharClass of(char c)`
    pub fn of(c: u16) -> Ref<CharClass> {
        // Pattern.somd:528: CharClass s = new CharClass();
        let s: Ref<CharClass> = CharClass::new();
        // Pattern.somd:529: s.add(c, c);
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), c, c);
        // Pattern.somd:530: return s;
        s
    }

    /// java.util.regex.CharClass.range: `static java.util.regex.CharClass range(char a, char b)`
    pub fn range(a: u16, b: u16) -> Ref<CharClass> {
        // Pattern.somd:534: CharClass s = new CharClass();
        let s: Ref<CharClass> = CharClass::new();
        // Pattern.somd:535: s.add(a, b);
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), a, b);
        // Pattern.somd:536: return s;
        s
    }

    /// java.util.regex.CharClass.add: `void add(char low, char high)`
    pub fn add(this: &Ref<CharClass>, low: u16, high: u16) {
        // Pattern.somd:540: if (count == lows.length) {
        if this.count.get() == peek!(this.lows).length("this.lows") {
            // Pattern.somd:541: char[] l = new char[2 * count], h = new char[2 * count];
            let l: Ref<Array<u16>> = Array::<u16>::new(2 * this.count.get());
            let h: Ref<Array<u16>> = Array::<u16>::new(2 * this.count.get());
            // Pattern.somd:542: System.arraycopy(lows, 0, l, 0, count);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.lows).up(), 0, l.up(), 0, this.count.get())
            }
            // Pattern.somd:543: System.arraycopy(highs, 0, h, 0, count);
            {
                System::clinit();
                natives::system::arraycopy(peek!(this.highs).up(), 0, h.up(), 0, this.count.get())
            }
            // Pattern.somd:544: lows = l;
            this.lows.set(l);
            // Pattern.somd:545: highs = h;
            this.highs.set(h);
        }
        // Pattern.somd:547: lows[count] = low;
        peek!(this.lows).put(this.count.get(), low, "this.lows");
        // Pattern.somd:548: highs[count++] = high;
        peek!(this.highs).put(
            {
                let old_1 = this.count.get();
                this.count.set(old_1 + 1);
                old_1
            },
            high,
            "this.highs",
        );
    }

    /// java.util.regex.CharClass.include: `void include(java.util.regex.CharClass other)`
    pub fn include(this: &Ref<CharClass>, other: &Ref<CharClass>) {
        // Pattern.somd:552: for (int i = 0; i < other.count; i++) add(other.lows[i], other.highs[i]);
        {
            let mut i: i32 = 0;
            while i < other.read("count", "other").count.get() {
                CharClass::add(
                    this,
                    peek!(other.read("lows", "other").lows).at(i, "other.lows"),
                    peek!(other.read("highs", "other").highs).at(i, "other.highs"),
                );
                i += 1;
            }
        }
    }

    /// java.util.regex.CharClass.has: `boolean has(char c)`
    pub fn has(this: &Ref<CharClass>, c: u16) -> bool {
        // Pattern.somd:556: for (int i = 0; i < count; i++) {
        {
            let lows_1 = hoist_path(peek!(this.lows), move || peek!(this.lows));
            let highs_2 = hoist_path(peek!(this.highs), move || peek!(this.highs));
            let end_3 = this.count.get();
            let steps_4 = Steps::up(0, end_3 as i64, 1);
            // Every index is in range: there is nothing to check.
            if lows_1.covers(steps_4, 1, 0, 0, 0) && highs_2.covers(steps_4, 1, 0, 0, 0) {
                for i in 0..end_3 {
                    // Pattern.somd:557: if (c >= lows[i] && c <= highs[i]) return true;
                    if c as i32 >= lows_1.nth(i as isize) as i32 && (c as i32) <= highs_2.nth(i as isize) as i32 {
                        return true;
                    }
                }
            } else {
                for i in 0..end_3 {
                    if c as i32 >= lows_1.at(i, "this.lows") as i32 && (c as i32) <= highs_2.at(i, "this.highs") as i32
                    {
                        return true;
                    }
                }
            }
        }
        // Pattern.somd:559: return false;
        false
    }

    /// java.util.regex.CharClass.isSingle: `boolean isSingle()`
    pub fn isSingle(this: &Ref<CharClass>) -> bool {
        // Pattern.somd:562: boolean isSingle() { return count == 1 && lows[0] == highs[0]; }
        this.count.get() == 1
            && peek!(this.lows).at(0, "this.lows") as i32 == peek!(this.highs).at(0, "this.highs") as i32
    }

    /// java.util.regex.CharClass.lowest: `char lowest()`
    pub fn lowest(this: &Ref<CharClass>) -> u16 {
        // Pattern.somd:564: char lowest() { return lows[0]; }
        peek!(this.lows).at(0, "this.lows")
    }

    /// java.util.regex.CharClass.negated: `java.util.regex.CharClass negated()`
    pub fn negated(this: &Ref<CharClass>) -> Ref<CharClass> {
        // Pattern.somd:567: CharClass s = new CharClass();
        let s: Ref<CharClass> = CharClass::new();
        // Pattern.somd:568: int from = 0;
        let mut from: i32 = 0;
        // Pattern.somd:569: while (from <= 0xffff) {
        while from <= 65535 {
            // Pattern.somd:570: int next = 0x10000;
            let mut next: i32 = 65536;
            // Pattern.somd:571: int end = -1;
            let mut end: i32 = -1;
            // Pattern.somd:572: for (int i = 0; i < count; i++) {
            {
                let lows_1 = hoist_path(peek!(this.lows), move || peek!(this.lows));
                let highs_2 = hoist_path(peek!(this.highs), move || peek!(this.highs));
                let end_3 = this.count.get();
                let steps_4 = Steps::up(0, end_3 as i64, 1);
                // Every index is in range: there is nothing to check.
                if lows_1.covers(steps_4, 1, 0, 0, 0) && highs_2.covers(steps_4, 1, 0, 0, 0) {
                    for i in 0..end_3 {
                        // Pattern.somd:573: if (highs[i] >= from && lows[i] < next) {
                        if highs_2.nth(i as isize) as i32 >= from && (lows_1.nth(i as isize) as i32) < next {
                            // Pattern.somd:574: next = Math.max(lows[i], from);
                            next = natives::math::max_int(lows_1.nth(i as isize) as i32, from);
                            // Pattern.somd:575: end = highs[i];
                            end = highs_2.nth(i as isize) as i32;
                        }
                    }
                } else {
                    for i in 0..end_3 {
                        // Pattern.somd:573: if (highs[i] >= from && lows[i] < next) {
                        if highs_2.at(i, "this.highs") as i32 >= from && (lows_1.at(i, "this.lows") as i32) < next {
                            // Pattern.somd:574: next = Math.max(lows[i], from);
                            next = natives::math::max_int(lows_1.at(i, "this.lows") as i32, from);
                            // Pattern.somd:575: end = highs[i];
                            end = highs_2.at(i, "this.highs") as i32;
                        }
                    }
                }
            }
            // Pattern.somd:578: if (next > from) s.add((char) from, (char) (next - 1));
            if next > from {
                CharClass::add(
                    s.invoke("java.util.regex.CharClass.add(char, char)", "s"),
                    from as u16,
                    (next - 1) as u16,
                );
            }
            // Pattern.somd:579: if (end < 0) break;
            if end < 0 {
                break;
            }
            // Pattern.somd:580: from = end + 1;
            from = end + 1;
        }
        // Pattern.somd:582: return s;
        s
    }

    /// java.util.regex.CharClass.intersected: `java.util.regex.CharClass intersected(java.util.regex.CharClass other)`
    pub fn intersected(this: &Ref<CharClass>, other: &Ref<CharClass>) -> Ref<CharClass> {
        // Pattern.somd:586: CharClass n = negated();
        let n: Ref<CharClass> = CharClass::negated(this);
        // Pattern.somd:587: n.include(other.negated());
        {
            let argument_1 = CharClass::negated(other.invoke("java.util.regex.CharClass.negated()", "other"));
            CharClass::include(
                n.invoke("java.util.regex.CharClass.include(java.util.regex.CharClass)", "n"),
                &argument_1,
            )
        }
        // Pattern.somd:588: return n.negated();
        CharClass::negated(n.invoke("java.util.regex.CharClass.negated()", "n"))
    }

    /// java.util.regex.CharClass.ignoringCase: `java.util.regex.CharClass ignoringCase()`
    pub fn ignoringCase(this: &Ref<CharClass>) -> Ref<CharClass> {
        // Pattern.somd:592: CharClass s = new CharClass();
        let s: Ref<CharClass> = CharClass::new();
        // Pattern.somd:593: s.include(this);
        CharClass::include(s.invoke("java.util.regex.CharClass.include(java.util.regex.CharClass)", "s"), this);
        // Pattern.somd:594: for (int i = 0; i < count; i++) {
        {
            let mut i: i32 = 0;
            while i < this.count.get() {
                // Pattern.somd:595: for (int c = Math.max(lows[i], 'A'); c <= highs[i] && c <= 'z'; c++) {
                {
                    let mut c: i32 = natives::math::max_int(peek!(this.lows).at(i, "this.lows") as i32, 65);
                    while c <= peek!(this.highs).at(i, "this.highs") as i32 && c <= 122 {
                        // Pattern.somd:596: if (c >= 'A' && c <= 'Z') s.add((char) (c + 32), (char) (c + 32));
                        if c >= 65 && c <= 90 {
                            CharClass::add(
                                s.invoke("java.util.regex.CharClass.add(char, char)", "s"),
                                (c + 32) as u16,
                                (c + 32) as u16,
                            );
                        } else if c >= 97 && c <= 122 {
                            // Pattern.somd:597: else if (c >= 'a' && c <= 'z') s.add((char) (c - 32), (char) (c - 32));
                            CharClass::add(
                                s.invoke("java.util.regex.CharClass.add(char, char)", "s"),
                                (c - 32) as u16,
                                (c - 32) as u16,
                            );
                        }
                        c += 1;
                    }
                }
                i += 1;
            }
        }
        // Pattern.somd:600: return s;
        s
    }

    /// java.util.regex.CharClass.digits: `static java.util.regex.CharClass digits()`
    pub fn digits() -> Ref<CharClass> {
        // Pattern.somd:603: static CharClass digits() { return range('0', '9'); }
        CharClass::range(48, 57)
    }

    /// java.util.regex.CharClass.letters: `static java.util.regex.CharClass letters()`
    pub fn letters() -> Ref<CharClass> {
        // Pattern.somd:606: CharClass s = range('a', 'z');
        let s: Ref<CharClass> = CharClass::range(97, 122);
        // Pattern.somd:607: s.add('A', 'Z');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 65, 90);
        // Pattern.somd:608: return s;
        s
    }

    /// java.util.regex.CharClass.word: `static java.util.regex.CharClass word()`
    pub fn word() -> Ref<CharClass> {
        // Pattern.somd:612: CharClass s = letters();
        let s: Ref<CharClass> = CharClass::letters();
        // Pattern.somd:613: s.add('0', '9');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 48, 57);
        // Pattern.somd:614: s.add('_', '_');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 95, 95);
        // Pattern.somd:615: return s;
        s
    }

    /// java.util.regex.CharClass.space: `static java.util.regex.CharClass space()`
    pub fn space() -> Ref<CharClass> {
        // Pattern.somd:619: CharClass s = range('\t', '\r');
        let s: Ref<CharClass> = CharClass::range(9, 13);
        // Pattern.somd:620: s.add(' ', ' ');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 32, 32);
        // Pattern.somd:621: return s;
        s
    }

    /// java.util.regex.CharClass.dot: `static java.util.regex.CharClass dot(boolean all)`
    pub fn dot(all: bool) -> Ref<CharClass> {
        // Pattern.somd:625: if (all) return range('\0', '\uffff');
        if all {
            return CharClass::range(0, 65535);
        }
        // Pattern.somd:626: CharClass s = of('\n');
        let s: Ref<CharClass> = CharClass::of(10);
        // Pattern.somd:627: s.add('\r', '\r');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 13, 13);
        // Pattern.somd:628: s.add('\u0085', '\u0085');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 133, 133);
        // Pattern.somd:629: s.add('\u2028', '\u2029');
        CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 8232, 8233);
        // Pattern.somd:630: return s.negated();
        CharClass::negated(s.invoke("java.util.regex.CharClass.negated()", "s"))
    }

    /// java.util.regex.CharClass.named: `static java.util.regex.CharClass named(java.lang.String name)`
    pub fn named(name: Ref<Str>) -> Ref<CharClass> {
        // Pattern.somd:635: CharClass s;
        let mut s: Ref<CharClass> = Ref::null();
        // Pattern.somd:636: switch (name) {
        let case_1 = {
            let string: Ref<Str> = name;
            {
                let mut which: i32 = 0;
                match natives::string::hash_code(string.invoke("String.hashCode()", "string")) {
                    -1963186297 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISLOWERCASE.get().up(),
                        ) {
                            2
                        } else {
                            -1
                        };
                    }
                    -1709572171 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_XDIGIT.get().up(),
                        ) {
                            26
                        } else {
                            -1
                        };
                    }
                    -1225155416 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISUPPERCASE.get().up(),
                        ) {
                            6
                        } else {
                            -1
                        };
                    }
                    -1215661658 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISWHITE_SPACE.get().up(),
                        ) {
                            29
                        } else {
                            -1
                        };
                    }
                    -573325821 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISDIGIT.get().up(),
                        ) {
                            17
                        } else {
                            -1
                        };
                    }
                    -367494640 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISLETTER.get().up(),
                        ) {
                            13
                        } else {
                            -1
                        };
                    }
                    76 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_L.get().up(),
                        ) {
                            10
                        } else {
                            -1
                        };
                    }
                    78 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_N.get().up(),
                        ) {
                            16
                        } else {
                            -1
                        };
                    }
                    80 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_P.get().up(),
                        ) {
                            20
                        } else {
                            -1
                        };
                    }
                    2464 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_LL.get().up(),
                        ) {
                            1
                        } else {
                            -1
                        };
                    }
                    2473 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_LU.get().up(),
                        ) {
                            5
                        } else {
                            -1
                        };
                    }
                    2518 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ND.get().up(),
                        ) {
                            15
                        } else {
                            -1
                        };
                    }
                    73794 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISL.get().up(),
                        ) {
                            11
                        } else {
                            -1
                        };
                    }
                    62568241 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ASCII.get().up(),
                        ) {
                            8
                        } else {
                            -1
                        };
                    }
                    63355739 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ALNUM.get().up(),
                        ) {
                            18
                        } else {
                            -1
                        };
                    }
                    63357246 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ALPHA.get().up(),
                        ) {
                            9
                        } else {
                            -1
                        };
                    }
                    64266548 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_BLANK.get().up(),
                        ) {
                            24
                        } else {
                            -1
                        };
                    }
                    65268035 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_CNTRL.get().up(),
                        ) {
                            25
                        } else {
                            -1
                        };
                    }
                    66029837 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_DIGIT.get().up(),
                        ) {
                            14
                        } else {
                            -1
                        };
                    }
                    69062958 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_GRAPH.get().up(),
                        ) {
                            22
                        } else {
                            -1
                        };
                    }
                    73612001 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_LOWER.get().up(),
                        ) {
                            0
                        } else {
                            -1
                        };
                    }
                    77382285 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_PRINT.get().up(),
                        ) {
                            23
                        } else {
                            -1
                        };
                    }
                    77476122 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_PUNCT.get().up(),
                        ) {
                            19
                        } else {
                            -1
                        };
                    }
                    80085222 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_SPACE.get().up(),
                        ) {
                            27
                        } else {
                            -1
                        };
                    }
                    81946754 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_UPPER.get().up(),
                        ) {
                            4
                        } else {
                            -1
                        };
                    }
                    914845135 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_JAVALOWERCASE.get().up(),
                        ) {
                            3
                        } else {
                            -1
                        };
                    }
                    1125086135 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISALPHABETIC.get().up(),
                        ) {
                            12
                        } else {
                            -1
                        };
                    }
                    1278596528 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_ISPUNCTUATION.get().up(),
                        ) {
                            21
                        } else {
                            -1
                        };
                    }
                    1652876016 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_JAVAUPPERCASE.get().up(),
                        ) {
                            7
                        } else {
                            -1
                        };
                    }
                    1666718271 => {
                        which = if natives::string::equals(
                            string.invoke("String.equals(Object)", "string"),
                            TEXT_JAVAWHITESPACE.get().up(),
                        ) {
                            28
                        } else {
                            -1
                        };
                    }
                    _ => {
                        which = -1;
                    }
                }
                which
            }
        };
        match case_1 {
            0..=3 => {
                // Pattern.somd:637: case "Lower": case "Ll": case "IsLowercase": case "javaLowerCase": return range('a', 'z');
                CharClass::range(97, 122)
            }
            4..=7 => {
                // Pattern.somd:638: case "Upper": case "Lu": case "IsUppercase": case "javaUpperCase": return range('A', 'Z');
                CharClass::range(65, 90)
            }
            8 => {
                // Pattern.somd:639: case "ASCII": return range('\0', '\u007f');
                CharClass::range(0, 127)
            }
            9..=13 => {
                // Pattern.somd:640: case "Alpha": case "L": case "IsL": case "IsAlphabetic": case "IsLetter": return letters();
                CharClass::letters()
            }
            14..=17 => {
                // Pattern.somd:641: case "Digit": case "Nd": case "N": case "IsDigit": return digits();
                CharClass::digits()
            }
            18 => {
                // Pattern.somd:643: s = letters();
                s = CharClass::letters();
                // Pattern.somd:644: s.add('0', '9');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 48, 57);
                // Pattern.somd:645: return s;
                s
            }
            19..=21 => {
                // Pattern.somd:647: s = range('!', '/');
                s = CharClass::range(33, 47);
                // Pattern.somd:648: s.add(':', '@');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 58, 64);
                // Pattern.somd:649: s.add('[', '`');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 91, 96);
                // Pattern.somd:650: s.add('{', '~');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 123, 126);
                // Pattern.somd:651: return s;
                s
            }
            22 => {
                // Pattern.somd:652: case "Graph": return range('!', '~');
                CharClass::range(33, 126)
            }
            23 => {
                // Pattern.somd:653: case "Print": return range(' ', '~');
                CharClass::range(32, 126)
            }
            24 => {
                // Pattern.somd:655: s = of(' ');
                s = CharClass::of(32);
                // Pattern.somd:656: s.add('\t', '\t');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 9, 9);
                // Pattern.somd:657: return s;
                s
            }
            25 => {
                // Pattern.somd:659: s = range('\0', '\u001f');
                s = CharClass::range(0, 31);
                // Pattern.somd:660: s.add('\u007f', '\u007f');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 127, 127);
                // Pattern.somd:661: return s;
                s
            }
            26 => {
                // Pattern.somd:663: s = digits();
                s = CharClass::digits();
                // Pattern.somd:664: s.add('a', 'f');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 97, 102);
                // Pattern.somd:665: s.add('A', 'F');
                CharClass::add(s.invoke("java.util.regex.CharClass.add(char, char)", "s"), 65, 70);
                // Pattern.somd:666: return s;
                s
            }
            27..=29 => {
                // Pattern.somd:667: case "Space": case "javaWhitespace": case "IsWhite_Space": return space();
                CharClass::space()
            }
            _ => {
                // Pattern.somd:668: default: return null;
                Ref::null()
            }
        }
    }

    /// `new java.util.regex.CharClass`
    pub fn new() -> Ref<CharClass> {
        let this = Ref::alloc_acyclic(Self::ID, CharClass::default());
        Self::init(&this);
        this
    }

    /// java.util.regex.CharClass.<init>: `java.util.regex.CharClass()`
    pub fn init(this: &Ref<CharClass>) {
        // Pattern.somd:522: final class CharClass {

        // Pattern.somd:523: private char[] lows = new char[4];
        this.lows.set(Array::<u16>::new(4));
        // Pattern.somd:524: private char[] highs = new char[4];
        this.highs.set(Array::<u16>::new(4));
    }
}

/// `java.util.regex.PatternSyntaxException`
#[repr(C)]
#[derive(Default)]
pub struct PatternSyntaxException {
    pub base: IllegalArgumentException,
    pub description: Slot<Str>,
    pub pattern: Slot<Str>,
    pub index: Cell<i32>,
}

extends!(PatternSyntaxException: IllegalArgumentException, RuntimeException, Exception, Throwable);

impl PatternSyntaxException {
    pub const ID: u32 = 47;
    pub const LAST: u32 = 47;

    /// `new java.util.regex.PatternSyntaxException`
    pub fn new(description: Ref<Str>, pattern: Ref<Str>, index: i32) -> Ref<PatternSyntaxException> {
        let this = Ref::alloc_cyclic(Self::ID, PatternSyntaxException::default());
        Self::init(&this, description, pattern, index);
        this
    }

    /// java.util.regex.PatternSyntaxException.<init>: `java.util.regex.PatternSyntaxException(java.lang.String description, java.lang.String pattern, int index)`
    pub fn init(this: &Ref<PatternSyntaxException>, description: Ref<Str>, pattern: Ref<Str>, index: i32) {
        // Pattern.somd:679: super(description);
        IllegalArgumentException::init(this.up(), description.clone());
        // Pattern.somd:680: this.description = description;
        this.description.set(description);
        // Pattern.somd:681: this.pattern = pattern;
        this.pattern.set(pattern);
        // Pattern.somd:682: this.index = index;
        this.index.set(index);
    }

    /// java.util.regex.PatternSyntaxException.getMessage: `java.lang.String getMessage()`
    pub fn getMessage(this: &Ref<PatternSyntaxException>) -> Ref<Str> {
        // Pattern.somd:690: String s = description;
        let mut s: Ref<Str> = this.description.get();
        // Pattern.somd:691: if (index >= 0) s += " near index " + index;
        if this.index.get() >= 0 {
            {
                let old_1 = s.clone();
                s = concat_str!(old_1, concat_str!(" near index ", this.index.get()))
            }
        }
        // Pattern.somd:692: s += "\n" + pattern;
        {
            let old_2 = s.clone();
            s = concat_str!(old_2, concat_str!("\n", this.pattern.get()))
        }
        // Pattern.somd:693: if (index >= 0 && pattern != null && index < pattern.length()) s += "\n" + " ".repeat(index) + "^";
        if this.index.get() >= 0
            && !peek!(this.pattern).is_null()
            && this.index.get() < natives::string::length(peek!(this.pattern).invoke("String.length()", "this.pattern"))
        {
            {
                let old_3 = s.clone();
                s = concat_str!(old_3, concat_str!("\n", JString::repeat(TEXT__7.get(), this.index.get()), "^"))
            }
        }
        // Pattern.somd:694: return s;
        s
    }
}
