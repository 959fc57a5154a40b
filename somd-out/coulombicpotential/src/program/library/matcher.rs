//! The classes of `Matcher.somd`.

use super::*;

/// `java.util.regex.Matcher`
#[repr(C)]
#[derive(Default)]
pub struct Matcher {
    pub pattern: Slot<Pattern>,
    pub text: Slot<Str>,
    pub groups: Slot<Array<i32>>,
    pub matched: Cell<bool>,
    pub from: Cell<i32>,
    pub trial: Slot<Array<i32>>,
    pub counts: Slot<Array<i32>>,
    pub entries: Slot<Array<i32>>,
    pub acceptedAt: Cell<i32>,
    pub wholly: Cell<bool>,
}

impl Matcher {
    pub const ID: u32 = 75;
    pub const LAST: u32 = 75;

    /// `new java.util.regex.Matcher`
    pub fn new(pattern: Ref<Pattern>, text: Ref<Str>) -> Ref<Matcher> {
        let this = Ref::alloc_cyclic(Self::ID, Matcher::default());
        Self::init(&this, pattern, text);
        this
    }

    /// java.util.regex.Matcher.<init>: `java.util.regex.Matcher(java.util.regex.Pattern pattern, java.lang.String text)`
    pub fn init(this: &Ref<Matcher>, pattern: Ref<Pattern>, text: Ref<Str>) {
        // Matcher.somd:31: Matcher(Pattern pattern, String text) {

        // Matcher.somd:32: this.pattern = pattern;
        this.pattern.set(pattern);
        // Matcher.somd:33: this.text = text;
        this.text.set(text);
    }

    /// The fields of `new java.util.regex.Matcher`; the caller has a place for them.
    pub fn new__fields(pattern: Ref<Pattern>, text: Ref<Str>) -> Matcher {
        let this = OnStack::new(Self::ID, Matcher::default());
        Self::init(&this.get(), pattern, text);
        this.into_fields()
    }

    /// java.util.regex.Matcher.tryAt: `boolean tryAt(int start, boolean whole)`
    pub fn tryAt(this: &Ref<Matcher>, start: i32, whole: bool) -> bool {
        // Matcher.somd:51: trial = new int[2 * pattern.groups];
        this.trial.set(Array::<i32>::new(2 * peek!(this.pattern).read("groups", "this.pattern").groups.get()));
        // Matcher.somd:52: for (int i = 0; i < trial.length; i++) trial[i] = -1;
        {
            let trial_1 = hoist_path_mut(peek!(this.trial), move || peek!(this.trial));
            let end_2 = trial_1.length("this.trial");
            let steps_3 = Steps::up(0, end_2 as i64, 1);
            // Every index is in range: there is nothing to check.
            if trial_1.covers(steps_3, 1, 0, 0, 0) {
                for i in 0..end_2 {
                    trial_1.put_nth(i as isize, -1);
                }
            } else {
                for i in 0..end_2 {
                    trial_1.put(i, -1, "this.trial");
                }
            }
        }
        // Matcher.somd:53: counts = new int[pattern.counters];
        this.counts.set(Array::<i32>::new(peek!(this.pattern).read("counters", "this.pattern").counters.get()));
        // Matcher.somd:54: entries = new int[pattern.counters];
        this.entries.set(Array::<i32>::new(peek!(this.pattern).read("counters", "this.pattern").counters.get()));
        // Matcher.somd:55: wholly = whole;
        this.wholly.set(whole);
        // Matcher.somd:56: matched = run(pattern.root, start, true);
        this.matched.set(Matcher::run(this, peek!(this.pattern).read("root", "this.pattern").root.get(), start, true));
        // Matcher.somd:57: if (matched) {
        if this.matched.get() {
            // Matcher.somd:58: trial[0] = start;
            peek!(this.trial).put(0, start, "this.trial");
            // Matcher.somd:59: trial[1] = acceptedAt;
            peek!(this.trial).put(1, this.acceptedAt.get(), "this.trial");
            // Matcher.somd:60: groups = trial;
            this.groups.set(this.trial.get());
        }
        // Matcher.somd:62: return matched;
        this.matched.get()
    }

    /// java.util.regex.Matcher.after: `boolean after()`
    pub fn after(this: &Ref<Matcher>) -> bool {
        // Matcher.somd:70: from = groups[1] == groups[0] ? groups[1] + 1 : groups[1];
        this.from.set(if peek!(this.groups).at(1, "this.groups") == peek!(this.groups).at(0, "this.groups") {
            peek!(this.groups).at(1, "this.groups") + 1
        } else {
            peek!(this.groups).at(1, "this.groups")
        });
        // Matcher.somd:71: return true;
        true
    }

    /// java.util.regex.Matcher.find: `boolean find()`
    #[inline(always)]
    pub fn find(this: &Ref<Matcher>) -> bool {
        // Matcher.somd:75: for (int i = from; i <= text.length(); i++) {
        {
            let mut i: i32 = this.from.get();
            while i <= natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) {
                // Matcher.somd:76: if (tryAt(i, false)) return after();
                if Matcher::tryAt(this, i, false) {
                    return Matcher::after(this);
                }
                i += 1;
            }
        }
        // Matcher.somd:78: from = text.length() + 1;
        this.from.set(natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) + 1);
        // Matcher.somd:79: matched = false;
        this.matched.set(false);
        // Matcher.somd:80: return false;
        false
    }

    /// java.util.regex.Matcher.run: `boolean run(java.util.regex.Node n, int i, boolean outer)`
    pub fn run(this: &Ref<Matcher>, mut n: Ref<java_util_regex_Node>, mut i: i32, outer: bool) -> bool {
        stack_check();
        // Matcher.somd:94: while (true) {
        'loop_0: loop {
            // Matcher.somd:95: switch (n.kind) {
            'switch_1: {
                match n.read("kind", "n").kind.get() {
                    0 => {
                        // Matcher.somd:97: if (outer && wholly && i != text.length()) return false;
                        if outer
                            && this.wholly.get()
                            && i != natives::string::length(peek!(this.text).invoke("String.length()", "this.text"))
                        {
                            return false;
                        }
                        // Matcher.somd:98: acceptedAt = i;
                        this.acceptedAt.set(i);
                        // Matcher.somd:99: return true;
                        return true;
                    }
                    1 => {
                        // Matcher.somd:101: if (i >= text.length() || !n.set.has(text.charAt(i))) return false;
                        if i >= natives::string::length(peek!(this.text).invoke("String.length()", "this.text"))
                            || !({
                                let receiver_1 = peek!(n.read("set", "n").set);
                                let argument_2 = natives::string::char_at(
                                    peek!(this.text).invoke("String.charAt(int)", "this.text"),
                                    i,
                                );
                                CharClass::has(
                                    receiver_1.invoke("java.util.regex.CharClass.has(char)", "n.set"),
                                    argument_2,
                                )
                            })
                        {
                            return false;
                        }
                        // Matcher.somd:102: i++;
                        i += 1;
                    }
                    2 => {
                        {
                            // Matcher.somd:105: for (int k = 0; k < n.branches.size() - 1; k++) {
                            {
                                let mut k: i32 = 0;
                                while k < ArrayList::size(
                                    peek!(n.read("branches", "n").branches)
                                        .invoke("java.util.ArrayList.size()", "n.branches"),
                                ) - 1
                                {
                                    // Matcher.somd:106: int[] saved = trial.clone();
                                    let saved: Ref<Array<i32>> = {
                                        let array: Ref<Array<i32>> = this.trial.get();
                                        Arrays::copyOf(&array, array.length("array"))
                                    };
                                    // Matcher.somd:107: if (run(n.branches.get(k), i, outer)) return true;
                                    if Matcher::run(
                                        this,
                                        java_util_regex_Node::cast(ArrayList::get(
                                            peek!(n.read("branches", "n").branches)
                                                .invoke("java.util.ArrayList.get(int)", "n.branches"),
                                            k,
                                        )),
                                        i,
                                        outer,
                                    ) {
                                        return true;
                                    }
                                    // Matcher.somd:108: trial = saved;
                                    this.trial.set(saved.clone());
                                    k += 1;
                                }
                            }
                            // Matcher.somd:110: n = n.branches.get(n.branches.size() - 1);
                            n = java_util_regex_Node::cast({
                                let receiver_3 = peek!(n.read("branches", "n").branches);
                                let argument_4 = ArrayList::size(
                                    peek!(n.read("branches", "n").branches)
                                        .invoke("java.util.ArrayList.size()", "n.branches"),
                                ) - 1;
                                ArrayList::get(
                                    receiver_3.invoke("java.util.ArrayList.get(int)", "n.branches"),
                                    argument_4,
                                )
                            });
                            // Matcher.somd:111: continue;
                            continue 'loop_0;
                        }
                    }
                    3 => {
                        // Matcher.somd:114: return repeatSet(n, i, outer);
                        return Matcher::repeatSet(this, &n, i, outer);
                    }
                    4 => {
                        {
                            // Matcher.somd:116: int count = counts[n.group], entry = entries[n.group];
                            let count: i32 = peek!(this.counts).at(n.read("group", "n").group.get(), "this.counts");
                            let entry: i32 = peek!(this.entries).at(n.read("group", "n").group.get(), "this.entries");
                            // Matcher.somd:117: counts[n.group] = 0;
                            peek!(this.counts).put(n.read("group", "n").group.get(), 0, "this.counts");
                            // Matcher.somd:118: entries[n.group] = -1;
                            peek!(this.entries).put(n.read("group", "n").group.get(), -1, "this.entries");
                            // Matcher.somd:119: if (run(n.next, i, outer)) return true;
                            if Matcher::run(this, n.read("next", "n").next.get(), i, outer) {
                                return true;
                            }
                            // Matcher.somd:120: counts[n.group] = count;
                            peek!(this.counts).put(n.read("group", "n").group.get(), count, "this.counts");
                            // Matcher.somd:121: entries[n.group] = entry;
                            peek!(this.entries).put(n.read("group", "n").group.get(), entry, "this.entries");
                            // Matcher.somd:122: return false;
                            return false;
                        }
                    }
                    5 => {
                        // Matcher.somd:125: return loop(n, i, outer);
                        return Matcher::loop_(this, &n, i, outer);
                    }
                    6 => {
                        {
                            // Matcher.somd:127: int old = trial[2 * n.group];
                            let old: i32 = peek!(this.trial).at(2 * n.read("group", "n").group.get(), "this.trial");
                            // Matcher.somd:128: trial[2 * n.group] = i;
                            peek!(this.trial).put(2 * n.read("group", "n").group.get(), i, "this.trial");
                            // Matcher.somd:129: if (run(n.next, i, outer)) return true;
                            if Matcher::run(this, n.read("next", "n").next.get(), i, outer) {
                                return true;
                            }
                            // Matcher.somd:130: trial[2 * n.group] = old;
                            peek!(this.trial).put(2 * n.read("group", "n").group.get(), old, "this.trial");
                            // Matcher.somd:131: return false;
                            return false;
                        }
                    }
                    7 => {
                        {
                            // Matcher.somd:134: int old = trial[2 * n.group + 1];
                            let old: i32 = peek!(this.trial).at(2 * n.read("group", "n").group.get() + 1, "this.trial");
                            // Matcher.somd:135: trial[2 * n.group + 1] = i;
                            peek!(this.trial).put(2 * n.read("group", "n").group.get() + 1, i, "this.trial");
                            // Matcher.somd:136: if (run(n.next, i, outer)) return true;
                            if Matcher::run(this, n.read("next", "n").next.get(), i, outer) {
                                return true;
                            }
                            // Matcher.somd:137: trial[2 * n.group + 1] = old;
                            peek!(this.trial).put(2 * n.read("group", "n").group.get() + 1, old, "this.trial");
                            // Matcher.somd:138: return false;
                            return false;
                        }
                    }
                    8 => {
                        // Matcher.somd:141: if (i != 0) return false;
                        if i != 0 {
                            return false;
                        }
                    }
                    9 => {
                        // Matcher.somd:144: if (i != text.length() && !(i == text.length() - 1 && text.charAt(i) == '\n')
                        if i != natives::string::length(peek!(this.text).invoke("String.length()", "this.text"))
                            && !(i
                                == natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) - 1
                                && natives::string::char_at(
                                    peek!(this.text).invoke("String.charAt(int)", "this.text"),
                                    i,
                                ) as i32
                                    == 10)
                            && !(i
                                == natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) - 2
                                && natives::string::char_at(
                                    peek!(this.text).invoke("String.charAt(int)", "this.text"),
                                    i,
                                ) as i32
                                    == 13
                                && natives::string::char_at(
                                    peek!(this.text).invoke("String.charAt(int)", "this.text"),
                                    i + 1,
                                ) as i32
                                    == 10)
                        {
                            // Matcher.somd:145: && !(i == text.length() - 2 && text.charAt(i) == '\r' && text.charAt(i + 1) == '\n')) return false;
                            return false;
                        }
                    }
                    10 => {
                        // Matcher.somd:148: if (i != 0 && (text.charAt(i - 1) != '\n' || i == text.length())) return false;
                        if i != 0
                            && (natives::string::char_at(
                                peek!(this.text).invoke("String.charAt(int)", "this.text"),
                                i - 1,
                            ) as i32
                                != 10
                                || i == natives::string::length(
                                    peek!(this.text).invoke("String.length()", "this.text"),
                                ))
                        {
                            return false;
                        }
                    }
                    11 => {
                        // Matcher.somd:151: if (i != text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') return false;
                        if i != natives::string::length(peek!(this.text).invoke("String.length()", "this.text"))
                            && natives::string::char_at(peek!(this.text).invoke("String.charAt(int)", "this.text"), i)
                                as i32
                                != 10
                            && natives::string::char_at(peek!(this.text).invoke("String.charAt(int)", "this.text"), i)
                                as i32
                                != 13
                        {
                            return false;
                        }
                    }
                    12 => {
                        // Matcher.somd:154: if (i != text.length()) return false;
                        if i != natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) {
                            return false;
                        }
                    }
                    13 => {
                        // Matcher.somd:157: if (isWord(i - 1) == isWord(i)) return false;
                        if Matcher::isWord(this, i - 1) == Matcher::isWord(this, i) {
                            return false;
                        }
                    }
                    14 => {
                        // Matcher.somd:160: if (isWord(i - 1) != isWord(i)) return false;
                        if Matcher::isWord(this, i - 1) != Matcher::isWord(this, i) {
                            return false;
                        }
                    }
                    15 => {
                        {
                            // Matcher.somd:163: if (n.group < 0 || n.group >= pattern.groups || trial[2 * n.group] < 0) return false;
                            if n.read("group", "n").group.get() < 0
                                || n.read("group", "n").group.get()
                                    >= peek!(this.pattern).read("groups", "this.pattern").groups.get()
                                || peek!(this.trial).at(2 * n.read("group", "n").group.get(), "this.trial") < 0
                            {
                                return false;
                            }
                            // Matcher.somd:164: int length = trial[2 * n.group + 1] - trial[2 * n.group];
                            let length: i32 = peek!(this.trial)
                                .at(2 * n.read("group", "n").group.get() + 1, "this.trial")
                                - peek!(this.trial).at(2 * n.read("group", "n").group.get(), "this.trial");
                            // Matcher.somd:165: if (!text.regionMatches(n.lazy, trial[2 * n.group], text, i, length)) return false;
                            if !({
                                let receiver_5 = peek!(this.text);
                                let argument_6 = n.read("lazy", "n").lazy.get();
                                let argument_7 =
                                    peek!(this.trial).at(2 * n.read("group", "n").group.get(), "this.trial");
                                let argument_8 = peek!(this.text);
                                JString::regionMatches(
                                    receiver_5
                                        .invoke("String.regionMatches(boolean, int, String, int, int)", "this.text"),
                                    argument_6,
                                    argument_7,
                                    argument_8,
                                    i,
                                    length,
                                )
                            }) {
                                return false;
                            }
                            // Matcher.somd:166: i += length;
                            i += length;
                            // Matcher.somd:167: break;
                            break 'switch_1;
                        }
                    }
                    16 => {
                        {
                            // Matcher.somd:170: int[] saved = trial.clone();
                            let saved: Ref<Array<i32>> = {
                                let array: Ref<Array<i32>> = this.trial.get();
                                Arrays::copyOf(&array, array.length("array"))
                            };
                            // Matcher.somd:171: boolean found = run(n.inner, i, false);
                            let found: bool = Matcher::run(this, n.read("inner", "n").inner.get(), i, false);
                            // Matcher.somd:172: if (found == n.lazy) {
                            if found == n.read("lazy", "n").lazy.get() {
                                // Matcher.somd:173: trial = saved;
                                this.trial.set(saved.clone());
                                // Matcher.somd:174: return false;
                                return false;
                            }
                            // Matcher.somd:176: if (n.lazy) trial = saved;
                            if n.read("lazy", "n").lazy.get() {
                                this.trial.set(saved.clone());
                            }
                            // Matcher.somd:177: break;
                            break 'switch_1;
                        }
                    }
                    17 => {
                        {
                            // Matcher.somd:180: boolean found = false;
                            let mut found: bool = false;
                            // Matcher.somd:181: for (int start = i; start >= 0 && !found; start--) {
                            {
                                let mut start: i32 = i;
                                while start >= 0 && !found {
                                    // Matcher.somd:182: int[] saved = trial.clone();
                                    let saved: Ref<Array<i32>> = {
                                        let array: Ref<Array<i32>> = this.trial.get();
                                        Arrays::copyOf(&array, array.length("array"))
                                    };
                                    // Matcher.somd:183: found = endsAt(n.inner, start, i);
                                    found = Matcher::endsAt(this, n.read("inner", "n").inner.get(), start, i);
                                    // Matcher.somd:184: if (!found) trial = saved;
                                    if !found {
                                        this.trial.set(saved.clone());
                                    }
                                    start -= 1;
                                }
                            }
                            // Matcher.somd:186: if (found == n.lazy) return false;
                            if found == n.read("lazy", "n").lazy.get() {
                                return false;
                            }
                            // Matcher.somd:187: break;
                            break 'switch_1;
                        }
                    }
                    _ => {
                        {
                            // Matcher.somd:190: int[] saved = trial.clone();
                            let saved: Ref<Array<i32>> = {
                                let array: Ref<Array<i32>> = this.trial.get();
                                Arrays::copyOf(&array, array.length("array"))
                            };
                            // Matcher.somd:191: if (!run(n.inner, i, false)) {
                            if !Matcher::run(this, n.read("inner", "n").inner.get(), i, false) {
                                // Matcher.somd:192: trial = saved;
                                this.trial.set(saved.clone());
                                // Matcher.somd:193: return false;
                                return false;
                            }
                            // Matcher.somd:195: i = acceptedAt;
                            i = this.acceptedAt.get();
                            // Matcher.somd:196: break;
                            break 'switch_1;
                        }
                    }
                }
            }
            // Matcher.somd:199: n = n.next;
            n = n.read("next", "n").next.get();
        }
    }

    /// java.util.regex.Matcher.endsAt: `boolean endsAt(java.util.regex.Node n, int start, int end)`
    pub fn endsAt(this: &Ref<Matcher>, n: Ref<java_util_regex_Node>, start: i32, end: i32) -> bool {
        stack_check();
        // Matcher.somd:205: String all = text;
        let all: Ref<Str> = this.text.get();
        // Matcher.somd:206: boolean whole = wholly;
        let whole: bool = this.wholly.get();
        // Matcher.somd:207: text = all.substring(0, end);
        this.text.set(natives::string::substring(all.invoke("String.substring(int, int)", "all"), 0, end));
        // Matcher.somd:208: wholly = true;
        this.wholly.set(true);
        // Matcher.somd:209: boolean found = run(n, start, true);
        let found: bool = Matcher::run(this, n, start, true);
        // Matcher.somd:210: text = all;
        this.text.set(all);
        // Matcher.somd:211: wholly = whole;
        this.wholly.set(whole);
        // Matcher.somd:212: return found;
        found
    }

    /// java.util.regex.Matcher.repeatSet: `boolean repeatSet(java.util.regex.Node n, int i, boolean outer)`
    pub fn repeatSet(this: &Ref<Matcher>, n: &Ref<java_util_regex_Node>, i: i32, outer: bool) -> bool {
        stack_check();
        // Matcher.somd:216: int least = i;
        let mut least: i32 = i;
        // Matcher.somd:217: for (int k = 0; k < n.min; k++) {
        {
            let mut k: i32 = 0;
            let text_text_1 = peek!(this.text).view();
            while k < n.read("min", "n").min.get() {
                // Matcher.somd:218: if (least >= text.length() || !n.set.has(text.charAt(least))) return false;
                if least >= text_text_1.length("String.length()", "this.text")
                    || !({
                        let receiver_2 = peek!(n.read("set", "n").set);
                        let argument_3 = text_text_1.char_at(least, "String.charAt(int)", "this.text");
                        CharClass::has(receiver_2.invoke("java.util.regex.CharClass.has(char)", "n.set"), argument_3)
                    })
                {
                    return false;
                }
                // Matcher.somd:219: least++;
                least += 1;
                k += 1;
            }
        }
        // Matcher.somd:221: if (n.lazy) {
        if n.read("lazy", "n").lazy.get() {
            // Matcher.somd:222: int k = n.min;
            let mut k: i32 = n.read("min", "n").min.get();
            // Matcher.somd:223: while (true) {
            loop {
                // Matcher.somd:224: if (run(n.next, least, outer)) return true;
                if Matcher::run(this, n.read("next", "n").next.get(), least, outer) {
                    return true;
                }
                // Matcher.somd:225: if (k == n.max || least >= text.length() || !n.set.has(text.charAt(least))) return false;
                if k == n.read("max", "n").max.get()
                    || least >= natives::string::length(peek!(this.text).invoke("String.length()", "this.text"))
                    || !({
                        let receiver_4 = peek!(n.read("set", "n").set);
                        let argument_5 =
                            natives::string::char_at(peek!(this.text).invoke("String.charAt(int)", "this.text"), least);
                        CharClass::has(receiver_4.invoke("java.util.regex.CharClass.has(char)", "n.set"), argument_5)
                    })
                {
                    return false;
                }
                // Matcher.somd:226: least++;
                least += 1;
                // Matcher.somd:227: k++;
                k += 1;
            }
        }
        // Matcher.somd:230: int most = least;
        let mut most: i32 = least;
        // Matcher.somd:231: int k = n.min;
        let mut k: i32 = n.read("min", "n").min.get();
        // Matcher.somd:232: while (k < n.max && most < text.length() && n.set.has(text.charAt(most))) {
        {
            let text_text_6 = peek!(this.text).view();
            while k < n.read("max", "n").max.get()
                && most < text_text_6.length("String.length()", "this.text")
                && ({
                    let receiver_7 = peek!(n.read("set", "n").set);
                    let argument_8 = text_text_6.char_at(most, "String.charAt(int)", "this.text");
                    CharClass::has(receiver_7.invoke("java.util.regex.CharClass.has(char)", "n.set"), argument_8)
                })
            {
                // Matcher.somd:233: most++;
                most += 1;
                // Matcher.somd:234: k++;
                k += 1;
            }
        }
        // Matcher.somd:236: for (int end = most; end >= least; end--) {
        {
            let mut end: i32 = most;
            while end >= least {
                // Matcher.somd:237: if (run(n.next, end, outer)) return true;
                if Matcher::run(this, n.read("next", "n").next.get(), end, outer) {
                    return true;
                }
                end -= 1;
            }
        }
        // Matcher.somd:239: return false;
        false
    }

    /// java.util.regex.Matcher.loop: `boolean loop(java.util.regex.Node n, int i, boolean outer)`
    pub fn loop_(this: &Ref<Matcher>, n: &Ref<java_util_regex_Node>, i: i32, outer: bool) -> bool {
        stack_check();
        // Matcher.somd:243: int count = counts[n.group], entry = entries[n.group];
        let count: i32 = peek!(this.counts).at(n.read("group", "n").group.get(), "this.counts");
        let entry: i32 = peek!(this.entries).at(n.read("group", "n").group.get(), "this.entries");
        // Matcher.somd:244: if (count < n.min) return again(n, i, outer, count, entry);
        if count < n.read("min", "n").min.get() {
            return Matcher::again(this, n, i, outer, count, entry);
        }
        // Matcher.somd:246: boolean may = count < n.max && entry != i;
        let may: bool = count < n.read("max", "n").max.get() && entry != i;
        // Matcher.somd:247: if (n.lazy) {
        if n.read("lazy", "n").lazy.get() {
            // Matcher.somd:248: if (run(n.next, i, outer)) return true;
            if Matcher::run(this, n.read("next", "n").next.get(), i, outer) {
                return true;
            }
            // Matcher.somd:249: return may && again(n, i, outer, count, entry);
            return may && Matcher::again(this, n, i, outer, count, entry);
        }
        // Matcher.somd:251: if (may && again(n, i, outer, count, entry)) return true;
        if may && Matcher::again(this, n, i, outer, count, entry) {
            return true;
        }
        // Matcher.somd:252: return run(n.next, i, outer);
        Matcher::run(this, n.read("next", "n").next.get(), i, outer)
    }

    /// java.util.regex.Matcher.again: `boolean again(java.util.regex.Node n, int i, boolean outer, int count, int entry)`
    pub fn again(
        this: &Ref<Matcher>,
        n: &Ref<java_util_regex_Node>,
        i: i32,
        outer: bool,
        count: i32,
        entry: i32,
    ) -> bool {
        stack_check();
        // Matcher.somd:256: int[] saved = trial.clone();
        let saved: Ref<Array<i32>> = {
            let array: Ref<Array<i32>> = this.trial.get();
            Arrays::copyOf(&array, array.length("array"))
        };
        // Matcher.somd:257: counts[n.group] = count + 1;
        peek!(this.counts).put(n.read("group", "n").group.get(), count + 1, "this.counts");
        // Matcher.somd:258: entries[n.group] = i;
        peek!(this.entries).put(n.read("group", "n").group.get(), i, "this.entries");
        // Matcher.somd:259: if (run(n.inner, i, outer)) return true;
        if Matcher::run(this, n.read("inner", "n").inner.get(), i, outer) {
            return true;
        }
        // Matcher.somd:260: counts[n.group] = count;
        peek!(this.counts).put(n.read("group", "n").group.get(), count, "this.counts");
        // Matcher.somd:261: entries[n.group] = entry;
        peek!(this.entries).put(n.read("group", "n").group.get(), entry, "this.entries");
        // Matcher.somd:262: trial = saved;
        this.trial.set(saved);
        // Matcher.somd:263: return false;
        false
    }

    /// java.util.regex.Matcher.isWord: `boolean isWord(int i)`
    pub fn isWord(this: &Ref<Matcher>, i: i32) -> bool {
        // Matcher.somd:267: if (i < 0 || i >= text.length()) return false;
        if i < 0 || i >= natives::string::length(peek!(this.text).invoke("String.length()", "this.text")) {
            return false;
        }
        // Matcher.somd:268: char c = text.charAt(i);
        let c: u16 = natives::string::char_at(peek!(this.text).invoke("String.charAt(int)", "this.text"), i);
        // Matcher.somd:269: return c == '_' || Character.isLetterOrDigit(c);
        c as i32 == 95
            || ({
                Character::clinit();
                Character::isLetterOrDigit(c)
            })
    }

    /// java.util.regex.Matcher.bound: `int bound(int at)`
    pub fn bound(this: &Ref<Matcher>, at: i32) -> i32 {
        // Matcher.somd:273: if (!matched) throw new IllegalStateException("No match available");
        if !this.matched.get() {
            throw(IllegalStateException::new(TEXT_NO_MATCH_AVAILABLE.get().clone()).into_up());
        }
        // Matcher.somd:274: return groups[at];
        peek!(this.groups).at(at, "this.groups")
    }

    /// java.util.regex.Matcher.start: `int start()`
    #[inline(always)]
    pub fn start(this: &Ref<Matcher>) -> i32 {
        // Matcher.somd:282: public int start() { return bound(0); }
        Matcher::bound(this, 0)
    }

    /// java.util.regex.Matcher.end: `int end()`
    #[inline(always)]
    pub fn end(this: &Ref<Matcher>) -> i32 {
        // Matcher.somd:283: public int end() { return bound(1); }
        Matcher::bound(this, 1)
    }
}
