//! Methods whose value is the same each time, and who writes which field: what the bounds of loops depend on.

use super::builder::math_op;
use somd_hir::walk::exprs_in;
use somd_hir::{self as hir, BinOp, Block, Expr, ExprKind, FieldId, MethodId, MethodKind, Place, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Methods that get others are followed to this depth.
const MOST_GETTERS: u32 = 4;

pub struct Pure {
    /// Of the library: their results depend on their arguments alone, and they always return.
    always: BTreeSet<MethodId>,
    /// A value computed from arguments and from these fields, which nothing else is done for: `int size() { return w * h; }`.
    getters: BTreeMap<MethodId, BTreeSet<FieldId>>,
    /// Fields that are written after the constructor of their object, and the methods in whose run that may be.
    writers: BTreeMap<FieldId, BTreeSet<MethodId>>,
}

impl Pure {
    pub fn of(program: &hir::Program) -> Pure {
        let known = |m: &hir::Method| math_op(&program.class(m.class).name, &m.name, m.params.len()).is_some();
        let ids = || (0..).map(MethodId).zip(&program.methods);
        let always = ids().filter(|(_, m)| known(m)).map(|(id, _)| id).collect();
        let mut pure = Pure { always, getters: BTreeMap::new(), writers: writers(program) };
        let mut overridden = BTreeSet::new();
        for class in &program.classes {
            overridden.extend(class.vtable.iter().filter(|(declared, runs)| declared != runs).map(|(d, _)| *d));
        }
        let getters = ids().filter_map(|(id, _)| Some((id, pure.fields_got(program, &overridden, id, 0)?))).collect();
        pure.getters = getters;
        pure
    }

    pub fn always(&self, method: MethodId) -> bool {
        self.always.contains(&method)
    }

    /// The fields that a method's value is computed from, where it does nothing else.
    pub fn getter(&self, method: MethodId) -> Option<&BTreeSet<FieldId>> {
        self.getters.get(&method)
    }

    fn fields_got(
        &self,
        program: &hir::Program,
        overridden: &BTreeSet<MethodId>,
        id: MethodId,
        depth: u32,
    ) -> Option<BTreeSet<FieldId>> {
        let m = program.method(id);
        let class = program.class(m.class);
        if class.name == "java.lang.String" {
            return (m.name == "length" && m.params.is_empty()).then(BTreeSet::new);
        }
        let [hir::Stmt { kind: StmtKind::Return(Some(value)), .. }] = m.body.as_ref()?.stmts.as_slice() else {
            return None;
        };
        if class.is_library || m.somd.is_some() || overridden.contains(&id) || depth > MOST_GETTERS {
            return None;
        }
        let (mut fields, mut fine) = (BTreeSet::new(), true);
        hir::walk::exprs(value, &mut |e| {
            fine &= match &e.kind {
                ExprKind::Lit(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::Neg(_) | ExprKind::Convert(_) => {
                    true
                }
                ExprKind::Length(_) | ExprKind::Upcast(_) => true,
                ExprKind::Binary(op, ..) => !matches!(op, BinOp::Div | BinOp::Rem),
                ExprKind::Field { object: Some(_), field } => {
                    fields.insert(*field);
                    true
                }
                ExprKind::Call { method, .. } if self.always.contains(method) => true,
                ExprKind::Call { method, .. } => match self.fields_got(program, overridden, *method, depth + 1) {
                    Some(inner) => {
                        fields.extend(inner);
                        true
                    }
                    None => false,
                },
                _ => false,
            };
        });
        fine.then_some(fields)
    }

    /// Whether the fields that an expression reads stay as they are while a block runs.
    pub fn keeps_fields(&self, read: &Expr, block: &Block) -> bool {
        let mut fields = BTreeSet::new();
        hir::walk::exprs(read, &mut |e| match &e.kind {
            ExprKind::Field { field, .. } => _ = fields.insert(*field),
            ExprKind::Call { method, .. } => fields.extend(self.getters.get(method).into_iter().flatten()),
            _ => {}
        });
        fields.retain(|f| self.writers.contains_key(f));
        if fields.is_empty() {
            return true;
        }
        let mut keeps = true;
        exprs_in(block, &mut |e| {
            let called = called(e);
            let runs = |m: MethodId| fields.iter().any(|f| self.writers[f].contains(&m));
            keeps &= !called.is_some_and(runs) && !written(e).is_some_and(|(f, _)| fields.contains(&f));
        });
        keeps
    }
}

/// The field that an expression assigns, and of which object.
fn written(e: &Expr) -> Option<(FieldId, Option<&Expr>)> {
    match &e.kind {
        ExprKind::Assign { place: Place::Field { object, field }, .. }
        | ExprKind::CompoundAssign { place: Place::Field { object, field }, .. }
        | ExprKind::IncDec { place: Place::Field { object, field }, .. } => Some((*field, object.as_deref())),
        _ => None,
    }
}

fn called(e: &Expr) -> Option<MethodId> {
    match &e.kind {
        ExprKind::Call { method, .. }
        | ExprKind::New { constructor: method, .. }
        | ExprKind::Map { method, .. }
        | ExprKind::ReduceMethod { method, .. }
        | ExprKind::Task { method, .. } => Some(*method),
        _ => None,
    }
}

/// See [`Pure::writers`]. Of the program's own classes.
fn writers(program: &hir::Program) -> BTreeMap<FieldId, BTreeSet<MethodId>> {
    let mut found: BTreeMap<FieldId, BTreeSet<MethodId>> = BTreeMap::new();
    let bodies = || (0..).map(MethodId).zip(&program.methods).filter_map(|(id, m)| Some((id, m, m.body.as_ref()?)));
    // The library knows nothing of the program's fields.
    for (id, m, body) in bodies().filter(|(_, m, _)| !program.class(m.class).is_library) {
        let constructs = m.kind == MethodKind::Constructor;
        exprs_in(body, &mut |e| {
            let Some((field, object)) = written(e) else { return };
            let class = program.field(field).class;
            let own = constructs && class == m.class && object.is_some_and(|o| matches!(o.kind, ExprKind::This));
            if !own && !program.class(class).is_library {
                found.entry(field).or_default().insert(id);
            }
        });
    }
    if found.is_empty() {
        return found;
    }
    let mut callers: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for (id, _, body) in bodies() {
        exprs_in(body, &mut |e| called(e).into_iter().for_each(|m| callers.entry(m).or_default().push(id)));
    }
    for class in &program.classes {
        for (&declared, &runs) in class.vtable.iter().filter(|(declared, runs)| declared != runs) {
            callers.entry(runs).or_default().push(declared);
        }
    }
    for methods in found.values_mut() {
        let mut work: Vec<MethodId> = methods.iter().copied().collect();
        while let Some(method) = work.pop() {
            let further = callers.get(&method).into_iter().flatten();
            work.extend(further.filter(|m| methods.insert(**m)));
        }
    }
    found
}
