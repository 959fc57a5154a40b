//! Loops: arrays are looked up before them, and one test before an innermost loop covers its indices.
//!
//! A loop whose indices are covered is printed twice. The first text runs where the test succeeds and has no checks left, so
//! that the Rust compiler can keep everything in registers and use vector instructions; the second checks each access, and
//! throws where Java throws, with all that happened before. See [`super::loop_invariants`] for what is known to stay the same, and
//! `Hoisted` in the runtime for the arrays.

use super::code::{Code, Prec};
use super::func::Function;
use super::loop_invariants::{Changes, Leaf, Path, Repeated, Sum};
use super::stmt::reads;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::mod_ref::Stores;
use somd_host::walk::{self, Node};
use std::collections::{BTreeMap, BTreeSet};

/// The accesses that a test before the loop covers.
#[derive(Default)]
pub struct Cover {
    variable: Option<LocalId>,
    /// Variables of the body that stand for a sum.
    defined: BTreeMap<LocalId, Sum>,
    groups: BTreeMap<Group, Range>,
}

/// Accesses of one array at `scale * variable + base + constant`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    path: Path,
    scale: Sum,
    base: Sum,
}

/// The least and the greatest constant of a group, and the texts of scale and base.
struct Range {
    least: i32,
    most: i32,
    scale: String,
    base: String,
}

/// `for (int i = first; i < end; i += step)`, and its kin.
struct Counted<'e> {
    variable: LocalId,
    first: &'e Expr,
    end: &'e Expr,
    /// `<=` or `>=`
    inclusive: bool,
    up: bool,
    step: Sum,
}

impl Counted<'_> {
    fn by_one(&self) -> bool {
        self.step == Sum::constant(1)
    }
}

/// An array, or a string, that a loop uses.
pub struct Hoist<'e> {
    array: &'e Expr,
    /// It is a string whose `char`s or length are asked for.
    text: bool,
    /// Elements are written.
    written: bool,
    /// Elements of rows that are not looked up before are read, or written.
    rows: bool,
    rows_written: bool,
    /// Its rows are looked at by these variables alone, which end with the loop's turn.
    lent: BTreeSet<LocalId>,
    /// The array's variable is used as nothing else: its name can stand for the elements.
    shadows: bool,
}

type Uses<'e> = BTreeMap<Path, Hoist<'e>>;

/// A body of more expressions than this is not printed twice.
const MAX_TWICE: usize = 800;

impl Function<'_> {
    /// Prints a loop with `print`, in a block that looks up what the loop uses where there is any.
    pub fn with_hoists(&mut self, code: Repeated<'_>, print: impl FnOnce(&mut Self)) {
        let changes = Changes::of(self.cx, self.method, code);
        let hoists = self.new_hoists(code, &changes);
        if hoists.is_empty() {
            return print(self);
        }
        self.line("{");
        self.open_hoists(&hoists);
        print(self);
        self.line("}");
        self.close_hoists(&hoists);
    }

    pub fn for_statement(&mut self, init: &[Stmt], code: Repeated<'_>, label: LabelId) {
        let changes = Changes::of(self.cx, self.method, code);
        if let Some(counted) = self.counted(init, code, &changes) {
            return self.counted_loop(&counted, code, &changes, label);
        }
        let hoists = self.new_hoists(code, &changes);
        let braced = !init.is_empty() || !hoists.is_empty();
        if braced {
            self.line("{");
        }
        for s in init {
            self.statement(s);
        }
        let mut all: Vec<&Expr> = code.update.iter().collect();
        all.extend(code.cond);
        self.declare_patterns(&all);
        self.open_hoists(&hoists);
        self.loop_statement(code.cond, code.update, code.body, label);
        if braced {
            self.line("}");
        }
        self.close_hoists(&hoists);
    }

    // ---- arrays ---------------------------------------------------------------------------------------------------

    /// The arrays to look up before a loop, those on the way to others first.
    fn new_hoists<'e>(&self, code: Repeated<'e>, changes: &Changes) -> Vec<(Path, Hoist<'e>)> {
        let mut uses: Uses = BTreeMap::new();
        self.note_texts(code, changes, &mut uses);
        if changes.stores.is_anything() || changes.stores.has_elements() {
            return uses.into_iter().collect();
        }
        let mut arrays: Vec<(&Expr, bool)> = Vec::new();
        // How often locals stand as an array and at all: where that is the same, the name can stand for the elements.
        let mut counts: BTreeMap<LocalId, (u32, u32)> = BTreeMap::new();
        code.walk(&mut |n| {
            let (array, written) = match n {
                Node::Expr(e) => match &e.kind {
                    ExprKind::Local(l) => {
                        counts.entry(*l).or_default().1 += 1;
                        return;
                    }
                    ExprKind::Index { array, .. } | ExprKind::Length(array) => (array, false),
                    _ => return,
                },
                Node::Place(Place::Index { array, .. }) => (array, true),
                _ => return,
            };
            if let ExprKind::Local(l) = array.kind {
                counts.entry(l).or_default().0 += 1;
            }
            arrays.push((array, written));
        });
        // Those on the way to others first: they learn what is done with their rows.
        arrays.sort_by_key(|(array, _)| self.path(array).map_or(u32::MAX, |p| p.depth()));
        for (array, written) in arrays {
            self.note_use(array, written, changes, &mut uses);
        }
        self.note_lent(code, &mut uses);
        for (path, hoist) in uses.iter_mut().filter(|(_, h)| !h.text) {
            hoist.shadows = matches!(path, Path::Local(l) if counts.get(l).is_some_and(|(array, all)| array == all));
        }
        let mut found: Vec<(Path, Hoist)> = uses.into_iter().collect();
        found.sort_by_key(|(path, _)| path.depth());
        found
    }

    /// Strings that stay the same and whose `char`s or length are asked for.
    fn note_texts<'e>(&self, code: Repeated<'e>, changes: &Changes, uses: &mut Uses<'e>) {
        code.walk(&mut |n| {
            if let Node::Expr(e) = n
                && let Some((_, string)) = self.cx.text_access(e)
                && let Some(path) = self.path(string)
                // On a longer way, what is null could be an object before the string.
                && (path.depth() == 0 || matches!(&path, Path::Field(o, _) if **o == Path::This))
                && !self.is_on_stack(string)
                && !self.hoisted.contains_key(&path)
                && changes.keeps_path(self.cx.program, &path)
            {
                let new = Hoist {
                    array: string,
                    text: true,
                    written: false,
                    rows: false,
                    rows_written: false,
                    lent: BTreeSet::new(),
                    shadows: false,
                };
                uses.entry(path).or_insert(new);
            }
        });
    }

    fn note_use<'e>(&self, array: &'e Expr, written: bool, changes: &Changes, uses: &mut Uses<'e>) {
        let Ty::Array { elem, .. } = &array.ty else { return };
        if self.cx.value_class(elem).is_some() {
            return;
        }
        let path = self.path(array);
        if path.as_ref().is_some_and(|p| self.hoisted.contains_key(p)) {
            return;
        }
        let Some(path) = path.filter(|p| changes.keeps_path(self.cx.program, p)) else {
            // A row that varies.
            if let ExprKind::Index { array: outer, .. } = &array.kind
                && elem.is_primitive()
                && let Some(outer) = self.path(outer).and_then(|p| uses.get_mut(&p))
            {
                outer.rows = true;
                outer.rows_written |= written;
            }
            return;
        };
        // The cold way to a row goes through its matrix.
        let mut at = array;
        while let ExprKind::Index { array: outer, .. } | ExprKind::Field { object: Some(outer), .. } = &at.kind {
            if matches!(at.kind, ExprKind::Index { .. }) {
                self.note_use(outer, false, changes, uses);
            }
            at = strip_upcast(outer);
        }
        let new = Hoist {
            array,
            text: false,
            written: false,
            rows: false,
            rows_written: false,
            lent: BTreeSet::new(),
            shadows: false,
        };
        uses.entry(path).or_insert(new).written |= written;
    }

    /// The matrices of primitives whose rows are looked at by variables alone that let none leave.
    fn note_lent(&self, code: Repeated<'_>, uses: &mut Uses<'_>) {
        if self.cx.options.kernels.is_none() || self.lends {
            return;
        }
        let mut looks: BTreeMap<Path, usize> = BTreeMap::new();
        code.walk(&mut |n| match n {
            Node::Expr(Expr { kind: ExprKind::Index { array, .. }, .. }) | Node::Place(Place::Index { array, .. }) => {
                if let Some(path) = self.path(array).filter(|p| uses.contains_key(p)) {
                    *looks.entry(path).or_default() += 1;
                }
            }
            Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(e) }, .. }) => {
                let ExprKind::Index { array, index } = &e.kind else { return };
                let Some(hoist) = self.path(array).and_then(|p| uses.get_mut(&p)) else { return };
                let u = &self.uses[local.index()];
                let is_row = matches!(&e.ty, Ty::Array { elem, .. } if elem.is_primitive())
                    && matches!(array.ty, Ty::Array { .. })
                    && self.local(*local).ty == e.ty;
                if is_row
                    && u.cursor
                    && !u.written
                    && self.cx.keeps_references(self.method, index)
                    && self.cx.row_stays(self.id, *local)
                {
                    hoist.lent.insert(*local);
                }
            }
            _ => {}
        });
        for (path, hoist) in uses {
            if looks.get(path) != Some(&hoist.lent.len()) {
                hoist.lent.clear();
            }
        }
    }

    fn open_hoists(&mut self, hoists: &[(Path, Hoist<'_>)]) {
        for (path, Hoist { array: e, text, written, rows, rows_written, lent, shadows }) in hoists {
            if *text {
                let name = self.temp(&format!("{}_text", self.path_name(e)));
                let string = self.place_of(e, &Stores::NOTHING).recv();
                self.line(&format!("let {name} = {string}.view();"));
                self.hoisted.insert(path.clone(), name);
                continue;
            }
            let suffix = match (lent.is_empty(), *written) {
                (false, _) => "_rows",
                (true, true) => "_mut",
                (true, false) => "",
            };
            self.lent.extend(lent);
            let with_rows =
                |array: &str| if *rows { format!(".with_rows({array}, {rows_written})") } else { String::new() };
            let (name, value) = match path {
                Path::Local(l) => {
                    let name = self.name(*l);
                    let borrow = if self.uses[l.index()].borrowed { "" } else { "&" };
                    let value = format!("{name}.hoist{suffix}(){}", with_rows(&format!("{borrow}{name}")));
                    (if *shadows { name } else { self.temp(&format!("{name}_elements")) }, value)
                }
                _ => {
                    let name = self.temp(&self.path_name(e));
                    let (look, find) = (self.look(e).text, self.place_of(e, &Stores::NOTHING).text);
                    let hoist = format!("hoist_path{suffix}({look}, move || {find}){}", with_rows(&look));
                    // The closure takes a copy of a borrow, where it would take the reference.
                    let owned = match path.root() {
                        Path::Local(l) if !self.hoisted.contains_key(path.root()) && !self.uses[l.index()].borrowed => {
                            Some(self.name(*l))
                        }
                        _ => None,
                    };
                    (name, owned.map_or(hoist.clone(), |n| format!("{{ let {n} = &{n}; {hoist} }}")))
                }
            };
            self.line(&format!("let {name} = {value};"));
            self.hoisted.insert(path.clone(), name);
        }
    }

    fn close_hoists(&mut self, hoists: &[(Path, Hoist<'_>)]) {
        for (path, hoist) in hoists {
            self.hoisted.remove(path);
            self.lent.retain(|l| !hoist.lent.contains(l));
        }
    }

    /// `a_i` for `a[i]`, and so on.
    fn path_name(&self, e: &Expr) -> String {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Local(l) => self.name(*l).trim_start_matches('_').to_string(),
            ExprKind::Field { field, .. } => super::code::ident(&self.cx.program.field(*field).name),
            ExprKind::Index { array, index } => match &index.kind {
                ExprKind::Local(_) => format!("{}_{}", self.path_name(array), self.path_name(index)),
                _ => format!("{}_row", self.path_name(array)),
            },
            _ => "array".into(),
        }
    }

    /// The reference at a path, or null where the way there throws.
    fn look(&mut self, e: &Expr) -> Code {
        let e = strip_upcast(e);
        match &e.kind {
            ExprKind::Local(l) => Code::atom(self.name(*l)),
            ExprKind::Field { object: Some(o), field } if !matches!(strip_upcast(o).kind, ExprKind::This) => {
                let o = strip_upcast(o);
                let path = format!("{}{}", self.cx.base_path(&o.ty, *field), self.cx.field_name(*field));
                self.look(o).method(&format!("look(|object| &object.{path})"))
            }
            ExprKind::Index { array, index } => {
                let rows = self.array_place(array, &Stores::NOTHING);
                let index = self.value(index).text;
                rows.method(&format!("look_row({index})"))
            }
            _ => self.place_of(e, &Stores::NOTHING),
        }
    }

    /// As [`Function::place_of`] for an array whose elements or length are asked for.
    pub fn array_place(&mut self, e: &Expr, during: &Stores) -> Code {
        match self.hoisted_name(e) {
            Some(name) => Code::atom(name),
            None => self.place_of(e, during),
        }
    }

    /// `_valid` where an array is a row of a matrix that was hoisted with its rows.
    pub fn valid_suffix(&self, array: &Expr) -> &'static str {
        match &array.kind {
            ExprKind::Index { array: outer, .. }
                if matches!(&array.ty, Ty::Array { elem, .. } if elem.is_primitive())
                    && self.hoisted_name(array).is_none()
                    && self.hoisted_name(outer).is_some() =>
            {
                "_valid"
            }
            _ => "",
        }
    }

    /// The variable that stands for an array's elements.
    pub fn hoisted_name(&self, array: &Expr) -> Option<String> {
        if self.hoisted.is_empty() {
            return None;
        }
        self.hoisted.get(&self.path(array)?).cloned()
    }

    // ---- counted loops --------------------------------------------------------------------------------------------

    fn counted<'e>(&self, init: &'e [Stmt], code: Repeated<'e>, changes: &Changes) -> Option<Counted<'e>> {
        let [Stmt { kind: StmtKind::Local { local, init: Some(first) }, .. }] = init else { return None };
        let variable = *local;
        let is_variable = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == variable);
        let Some(Expr { kind: ExprKind::Binary(op, left, right), .. }) = code.cond else { return None };
        let (op, end) = if is_variable(left) {
            (*op, right)
        } else if is_variable(right) {
            let mirrored = match op {
                BinOp::Lt => BinOp::Gt,
                BinOp::Le => BinOp::Ge,
                BinOp::Gt => BinOp::Lt,
                BinOp::Ge => BinOp::Le,
                _ => return None,
            };
            (mirrored, left)
        } else {
            return None;
        };
        let (mut up, mut step) = self.step(code.update, variable)?;
        if step.is_constant() && step.constant < 0 && step.constant > i32::MIN {
            (up, step) = (!up, Sum::constant(-step.constant));
        }
        if up != matches!(op, BinOp::Lt | BinOp::Le) || !op.is_comparison() || matches!(op, BinOp::Eq | BinOp::Ne) {
            return None;
        }
        // The variable itself changes in the update alone.
        let assigned = walk::assigned_in_block(code.body);
        let ty = &self.local(variable).ty;
        let inclusive = matches!(op, BinOp::Le | BinOp::Ge);
        let counted = Counted { variable, first, end, inclusive, up, step };
        let plain_range = up && !inclusive && counted.by_one();
        let ok = !assigned.contains(&variable)
            && (*ty == Ty::Int || *ty == Ty::Long && plain_range)
            && end.ty == *ty
            && self.is_fixed(end, changes)
            && changes.keeps_sum(self.cx.program, &counted.step);
        ok.then_some(counted)
    }

    /// What is added to (or subtracted from) the variable after each iteration.
    fn step(&self, update: &[Expr], variable: LocalId) -> Option<(bool, Sum)> {
        let [update] = update else { return None };
        let none = BTreeMap::new();
        match &update.kind {
            ExprKind::IncDec { place: Place::Local(l), decrement, .. } if *l == variable => {
                Some((!decrement, Sum::constant(1)))
            }
            ExprKind::CompoundAssign { place: Place::Local(l), op: BinOp::Add, op_ty: Ty::Int, value }
                if *l == variable =>
            {
                Some((true, self.sum(value, &none)?))
            }
            ExprKind::CompoundAssign { place: Place::Local(l), op: BinOp::Sub, op_ty: Ty::Int, value }
                if *l == variable =>
            {
                Some((false, self.sum(value, &none)?))
            }
            ExprKind::Assign { place: Place::Local(l), value } if *l == variable => {
                let (scale, rest) = self.sum(value, &none)?.split(variable)?;
                (scale == Sum::constant(1)).then_some((true, rest))
            }
            _ => None,
        }
    }

    fn counted_loop(&mut self, counted: &Counted<'_>, code: Repeated<'_>, changes: &Changes, label: LabelId) {
        let hoists = self.new_hoists(code, changes);
        let Counted { variable, first, end, .. } = *counted;
        self.declare_patterns(&[first]);
        // What is not a variable or a number gets a name, where its text would stand more than once or after the hoists.
        let simple = |f: &Self, e: &Expr| match &e.kind {
            ExprKind::Lit(_) => true,
            ExprKind::Local(l) => !changes.locals.contains(l) && *l != variable && f.local(*l).ty == e.ty,
            _ => false,
        };
        let named = !walk::is_inert(first);
        let braced = !hoists.is_empty() || named;
        if braced {
            self.line("{");
        }
        let mut first_text = self.typed_end(first, code.body);
        if named {
            let t = self.temp("first");
            self.line(&format!("let {t} = {};", first_text.text));
            first_text = Code::atom(t);
        }
        self.open_hoists(&hoists);
        let mut cover = self.cover(counted, code, changes);
        if cover.groups.is_empty() {
            self.checked_loop(counted, &first_text, None, code, label);
        } else {
            if !simple(self, first) && !named {
                let t = self.temp("first");
                self.line(&format!("let {t} = {};", first_text.text));
                first_text = Code::atom(t);
            }
            let mut end_text = self.typed_end(end, code.body);
            if !simple(self, end) {
                let t = self.temp("end");
                self.line(&format!("let {t} = {};", end_text.text));
                end_text = Code::atom(t);
            }
            let step = self.sum_text(&counted.step);
            let test = self.cover_test(counted, &first_text, &end_text, &step, &mut cover);
            self.line("// Every index is in range: there is nothing to check.");
            self.line(&format!("if {test} {{"));
            self.covered = Some(cover);
            self.unchecked_loop(counted, &first_text, &end_text, &step, code, label);
            self.covered = None;
            self.line("} else {");
            self.checked_loop(counted, &first_text, Some(&end_text), code, label);
            self.line("}");
        }
        if braced {
            self.line("}");
        }
        self.close_hoists(&hoists);
    }

    /// The loop as Java has it.
    fn checked_loop(
        &mut self,
        counted: &Counted<'_>,
        first: &Code,
        end: Option<&Code>,
        code: Repeated<'_>,
        label: LabelId,
    ) {
        if counted.up && !counted.inclusive && counted.by_one() {
            let end = end.cloned().unwrap_or_else(|| self.typed_end(counted.end, code.body));
            return self.range(counted, format!("{}..{}", first.at(Prec::Or), end.at(Prec::Or)), code.body, label);
        }
        let (name, ty) = (self.name(counted.variable), self.ty(&self.local(counted.variable).ty.clone()));
        self.line("{");
        self.line(&format!("let mut {name}: {ty} = {};", first.text));
        self.loop_statement(code.cond, code.update, code.body, label);
        self.line("}");
    }

    /// The loop where the test says that the variable does not overflow.
    fn unchecked_loop(
        &mut self,
        counted: &Counted<'_>,
        first: &Code,
        end: &Code,
        step: &Code,
        code: Repeated<'_>,
        label: LabelId,
    ) {
        let (first_text, end_text) = (first.at(Prec::Sum), end.at(Prec::Sum));
        if counted.by_one() {
            let range = match (counted.up, counted.inclusive) {
                (true, false) => format!("{}..{}", first.at(Prec::Or), end.at(Prec::Or)),
                (true, true) => format!("{}..{end_text} + 1", first.at(Prec::Or)),
                (false, true) => format!("({}..{first_text} + 1).rev()", end.at(Prec::Or)),
                (false, false) => format!("({end_text} + 1..{first_text} + 1).rev()"),
            };
            return self.range(counted, range, code.body, label);
        }
        let name = self.name(counted.variable);
        let test = match (counted.up, counted.inclusive) {
            (true, false) => "<",
            (true, true) => "<=",
            (false, false) => ">",
            (false, true) => ">=",
        };
        let by = if counted.up { step.text.clone() } else { step.negate().text };
        let next = format!("{name} = advance({name}, {by});");
        self.line("{");
        self.line(&format!("let mut {name}: i32 = {};", first.text));
        self.repeat(&format!("while {name} {test} {}", end.at(Prec::BitOr)), &[next], code.body, label);
        self.line("}");
    }

    fn range(&mut self, counted: &Counted<'_>, range: String, body: &Block, label: LabelId) {
        let mut variable = self.name(counted.variable);
        if reads(body, counted.variable) {
            variable = variable.trim_start_matches('_').to_string();
        } else if !variable.starts_with('_') {
            variable = format!("_{variable}");
        }
        self.repeat(&format!("for {variable} in {range}"), &[], body, label);
    }

    fn typed_end(&mut self, e: &Expr, body: &Block) -> Code {
        let mut has_method = false;
        walk::block(body, &mut |n| {
            if let Node::Expr(Expr { kind: ExprKind::Binary(op, _, b), .. }) = n {
                has_method |= op.is_shift() && !matches!(b.kind, ExprKind::Lit(_));
            }
        });
        // The other end, or a use of the variable, need not fix the type where both ends are literals: it is `i32` then,
        // if no method is looked up before that is known.
        if e.ty == Ty::Int && !has_method { self.value(e) } else { self.typed_value(e) }
    }

    // ---- covered accesses -----------------------------------------------------------------------------------------

    /// The accesses of an innermost loop that one test can cover, as long as they are sure to happen. Where methods are
    /// called, checks do not matter.
    fn cover(&self, counted: &Counted<'_>, code: Repeated<'_>, changes: &Changes) -> Cover {
        let variable = counted.variable;
        let mut cover = Cover { variable: Some(variable), ..Cover::default() };
        if !changes.stores.is_nothing() || changes.calls || self.local(variable).ty != Ty::Int || self.covered.is_some()
        {
            return cover;
        }
        let (mut size, mut plain) = (0, true);
        walk::block(code.body, &mut |n| match n {
            Node::Expr(_) => size += 1,
            Node::Stmt(s) => {
                use StmtKind::*;
                plain &= !matches!(s.kind, While { .. } | DoWhile { .. } | For { .. } | Try { .. } | Switch { .. });
            }
            _ => {}
        });
        if !plain || size > MAX_TWICE {
            return cover;
        }
        cover.defined = self.defined_in(code.body, variable, changes);
        let unsure = unsure_accesses(code.body);
        let mut later: Vec<(Group, i32)> = Vec::new();
        walk::block(code.body, &mut |n| {
            let (array, index) = match n {
                // A row that was looked up is not looked up again.
                Node::Expr(e) if self.hoisted_name(e).is_some() => return,
                Node::Expr(Expr { kind: ExprKind::Index { array, index }, .. })
                | Node::Place(Place::Index { array, index }) => (array, index),
                _ => return,
            };
            let Some((group, constant)) = self.group(&cover, array, index) else { return };
            let fixed = |s: &Sum| changes.keeps_sum(self.cx.program, s);
            if !self.hoisted.contains_key(&group.path) || !fixed(&group.scale) || !fixed(&group.base) {
                return;
            }
            if unsure.contains(&std::ptr::from_ref::<Expr>(array)) {
                later.push((group, constant));
            } else {
                cover.add(group, constant);
            }
        });
        // What happens only now and then is covered where it is sure to fit as well as what always happens: an index that
        // is just the variable, or one that another array has.
        for (group, constant) in later {
            let alone = group.scale == Sum::constant(1) && group.base == Sum::default() && constant == 0;
            let known = cover
                .groups
                .iter()
                .any(|(g, r)| g.scale == group.scale && g.base == group.base && (r.least..=r.most).contains(&constant));
            if alone || known {
                cover.add(group, constant);
            }
        }
        cover
    }

    /// The locals of a body that are declared with a sum of fixed variables and the loop's, and not assigned again.
    fn defined_in(&self, body: &Block, variable: LocalId, changes: &Changes) -> BTreeMap<LocalId, Sum> {
        let mut given: BTreeMap<LocalId, u32> = BTreeMap::new();
        walk::block(body, &mut |n| {
            if let Node::Place(&Place::Local(l)) | Node::Declare(l) = n {
                *given.entry(l).or_default() += 1;
            }
        });
        let mut defined = BTreeMap::new();
        walk::block(body, &mut |n| {
            let Node::Stmt(Stmt { kind: StmtKind::Local { local, init: Some(e) }, .. }) = n else { return };
            if self.local(*local).ty != Ty::Int || given.get(local) != Some(&1) {
                return;
            }
            if let Some(sum) = self.sum(e, &defined)
                && let Some((scale, rest)) = sum.split(variable)
                && changes.keeps_sum(self.cx.program, &scale)
                && changes.keeps_sum(self.cx.program, &rest)
            {
                defined.insert(*local, sum);
            }
        });
        defined
    }

    fn group(&self, cover: &Cover, array: &Expr, index: &Expr) -> Option<(Group, i32)> {
        let (scale, mut base) = self.sum(index, &cover.defined)?.split(cover.variable?)?;
        let constant = std::mem::take(&mut base.constant);
        Some((Group { path: self.path(array)?, scale, base }, constant))
    }

    /// The text of the test; gives names to what its numbers need.
    fn cover_test(
        &mut self,
        counted: &Counted<'_>,
        first: &Code,
        end: &Code,
        step: &Code,
        cover: &mut Cover,
    ) -> String {
        let direction = if counted.up { "up" } else { "down" };
        let behind = match (counted.inclusive, counted.up) {
            (false, _) => "",
            (true, true) => " + 1",
            (true, false) => " - 1",
        };
        let end = match counted.end.kind {
            ExprKind::Lit(Lit::Int(v)) => v.to_string(),
            _ => end.cast("i64").text,
        };
        let steps = self.temp("steps");
        self.line(&format!("let {steps} = Steps::{direction}({}, {end}{behind}, {});", first.text, step.text));
        let mut named: BTreeMap<Sum, String> = BTreeMap::new();
        let mut tests = Vec::new();
        for (group, range) in &mut cover.groups {
            for (sum, text, hint) in [(&group.scale, &mut range.scale, "scale"), (&group.base, &mut range.base, "base")]
            {
                *text = if sum.is_constant() {
                    sum.constant.to_string()
                } else if let Some(name) = named.get(sum) {
                    name.clone()
                } else {
                    let name = self.temp(hint);
                    let value = self.sum_text(sum).cast("isize").text;
                    self.line(&format!("let {name} = {value};"));
                    named.insert(sum.clone(), name.clone());
                    name
                };
            }
            let number =
                |sum: &Sum, text: &str| if sum.is_constant() { text.to_string() } else { format!("{text} as i64") };
            tests.push(format!(
                "{}.covers({steps}, {}, {}, {}, {})",
                self.hoisted[&group.path],
                number(&group.scale, &range.scale),
                number(&group.base, &range.base),
                range.least,
                range.most
            ));
        }
        tests.join(" && ")
    }

    /// The elements and the index of an access that the test before the loop covers.
    pub fn covered_access(&self, array: &Expr, index: &Expr) -> Option<(String, String)> {
        let cover = self.covered.as_ref()?;
        let (group, constant) = self.group(cover, array, index)?;
        let range = cover.groups.get(&group).filter(|r| (r.least..=r.most).contains(&constant))?;
        let variable = format!("{} as isize", self.name(cover.variable?).trim_start_matches('_'));
        let mut text = match (&group.scale, range.scale.as_str()) {
            (s, "0") if s.is_constant() => String::new(),
            (s, "1") if s.is_constant() => variable,
            (_, scale) => format!("{variable} * {scale}"),
        };
        if !group.base.is_constant() {
            text = if text.is_empty() { range.base.clone() } else { format!("{text} + {}", range.base) };
        }
        text = match constant {
            c if text.is_empty() => c.to_string(),
            0 => text,
            c if c < 0 => format!("{text} - {}", c.unsigned_abs()),
            c => format!("{text} + {c}"),
        };
        Some((self.hoisted.get(&group.path)?.clone(), text))
    }

    /// A sum as Rust computes it, in `i32`.
    fn sum_text(&mut self, sum: &Sum) -> Code {
        let mut out: Option<Code> = None;
        for (product, &factor) in &sum.terms {
            let mut term: Option<Code> = None;
            for &leaf in product {
                let leaf = self.leaf_text(leaf);
                term = Some(match term {
                    Some(t) => Code::binary(&t, "*", Prec::Product, &leaf),
                    None => leaf,
                });
            }
            let Some(mut term) = term else { continue };
            let size = if factor == i32::MIN { factor } else { factor.abs() };
            if size != 1 {
                term = Code::binary(&term, "*", Prec::Product, &Code::new(size.to_string(), Prec::Unary));
            }
            let minus = factor < 0 && factor != i32::MIN;
            out = Some(match out {
                Some(o) => Code::binary(&o, if minus { "-" } else { "+" }, Prec::Sum, &term),
                None if minus => term.negate(),
                None => term,
            });
        }
        let constant = Code::new(sum.constant.to_string(), if sum.constant < 0 { Prec::Unary } else { Prec::Postfix });
        match out {
            None => constant,
            Some(o) if sum.constant == 0 => o,
            Some(o) => Code::binary(&o, "+", Prec::Sum, &constant),
        }
    }

    fn leaf_text(&mut self, leaf: Leaf) -> Code {
        match leaf {
            Leaf::Local(l) if self.local(l).ty == Ty::Int => Code::atom(self.name(l)),
            Leaf::Local(l) => Code::atom(self.name(l)).cast("i32"),
            Leaf::Static(f) => Code::atom(format!("{}.get()", self.cx.field_name(f))),
            Leaf::Own(f) => {
                let path = self.cx.base_path(&Ty::Class(self.method.class), f);
                Code::atom(format!("this.{path}{}.get()", self.cx.field_name(f)))
            }
        }
    }
}

impl Cover {
    fn add(&mut self, group: Group, constant: i32) {
        let empty = Range { least: constant, most: constant, scale: String::new(), base: String::new() };
        let range = self.groups.entry(group).or_insert(empty);
        range.least = range.least.min(constant);
        range.most = range.most.max(constant);
    }
}

/// The arrays of accesses that an iteration may leave out: in branches, and behind statements that may jump.
fn unsure_accesses(body: &Block) -> BTreeSet<*const Expr> {
    let mut unsure = BTreeSet::new();
    let mut note = |n: Node<'_>| {
        if let Node::Expr(Expr { kind: ExprKind::Index { array, .. }, .. }) | Node::Place(Place::Index { array, .. }) =
            n
        {
            unsure.insert(std::ptr::from_ref::<Expr>(array));
        }
    };
    let mut may_jump = false;
    for s in &body.stmts {
        if may_jump {
            walk::stmt(s, &mut note);
            continue;
        }
        walk::stmt(s, &mut |n| match n {
            Node::Expr(e) => match &e.kind {
                ExprKind::And(_, b) | ExprKind::Or(_, b) => walk::expr(b, &mut note),
                ExprKind::Cond(_, a, b) => {
                    walk::expr(a, &mut note);
                    walk::expr(b, &mut note);
                }
                ExprKind::Switch(s) => walk::stmt(&s.switch, &mut note),
                _ => {}
            },
            Node::Stmt(s) => match &s.kind {
                StmtKind::If { then, otherwise, .. } => {
                    walk::block(then, &mut note);
                    if let Some(b) = otherwise {
                        walk::block(b, &mut note);
                    }
                }
                StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_) => {
                    may_jump = true
                }
                _ => {}
            },
            _ => {}
        });
    }
    unsure
}
