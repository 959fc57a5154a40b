//! Arrays whose elements are constants of the program: a local or static array that is made once, of literals, and of which nothing is asked but
//! elements and lengths. Nobody else can know such an array, so nobody changes it, and a kernel may have its elements in its text.

use super::Cx;
use super::types::primitive_type;
use somd_core::arith;
use somd_core::ir::{Const, Table, UnOp};
use somd_core::value::CoreValue;
use somd_hir::walk::{self, Node};
use somd_hir::{self as hir, Expr, ExprKind, FieldId, LocalId, MethodId, Place, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Tables {
    fields: BTreeMap<FieldId, Table>,
    locals: BTreeMap<(MethodId, LocalId), Table>,
}

/// Elements at most.
const MOST: usize = 1024;

impl Tables {
    pub fn of(program: &hir::Program) -> Tables {
        let mut tables = Tables::default();
        let mut uses = Uses::default();
        for class in &program.classes {
            let Some(body) = class.static_init.and_then(|m| program.method(m).body.as_ref()) else { continue };
            for s in &body.stmts {
                if let StmtKind::Expr(e) = &s.kind
                    && let ExprKind::Assign { place: Place::Field { object: None, field }, value } = &e.kind
                {
                    tables.fields.extend(table(value).map(|t| (*field, t)));
                }
            }
        }
        for (n, method) in program.methods.iter().enumerate() {
            let Some(body) = &method.body else { continue };
            let id = MethodId(n as u32);
            walk::stmts_in(body, &mut |s| {
                if let StmtKind::Local { local, init: Some(init) } = &s.kind {
                    tables.locals.extend(table(init).map(|t| ((id, *local), t)));
                }
            });
            (uses.set, uses.known) = Default::default();
            body.stmts.iter().for_each(|s| uses.node(Node::Stmt(s)));
            let Uses { set, known, .. } = &uses;
            tables.locals.retain(|(m, l), _| *m != id || !known.contains(l) && set.get(l) == Some(&1));
        }
        tables.fields.retain(|f, _| !uses.known_fields.contains(f) && uses.set_fields.get(f) == Some(&1));
        tables
    }
}

impl Cx<'_> {
    /// The elements of a static field's array.
    pub fn constant_field(&self, e: &Expr) -> Option<Table> {
        let ExprKind::Field { object: None, field } = &e.kind else { return None };
        self.tables.fields.get(field).cloned()
    }

    /// Those of a local's array.
    pub fn constant_local(&self, method: MethodId, e: &Expr) -> Option<Table> {
        let ExprKind::Local(local) = &e.kind else { return None };
        self.tables.locals.get(&(method, *local)).cloned()
    }
}

/// What is done with variables.
#[derive(Default)]
struct Uses {
    /// How often each gets a value.
    set: BTreeMap<LocalId, usize>,
    set_fields: BTreeMap<FieldId, usize>,
    /// Those whose array someone else may come to know.
    known: BTreeSet<LocalId>,
    known_fields: BTreeSet<FieldId>,
}

impl Uses {
    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(e) => self.expr(e),
            Node::Stmt(s) => walk::of_stmt(s, &mut |n| self.node(n)),
            Node::Declare(l) => *self.set.entry(l).or_default() += 1,
            Node::Place(Place::Local(l)) => *self.set.entry(*l).or_default() += 1,
            Node::Place(Place::Field { object: None, field }) => *self.set_fields.entry(*field).or_default() += 1,
            Node::Place(p) => walk::of_place(p, &mut |n| self.node(n)),
        }
    }

    fn expr(&mut self, e: &Expr) {
        let asked = match &e.kind {
            ExprKind::Index { .. } if !matches!(e.ty, hir::Ty::Array { .. }) => Some(e),
            ExprKind::Length(a) => Some(&**a),
            _ => None,
        };
        if let Some(mut at) = asked {
            let mut indices = Vec::new();
            while let ExprKind::Index { array, index } = &at.kind {
                indices.push(index);
                at = array;
            }
            if matches!(at.kind, ExprKind::Local(_) | ExprKind::Field { object: None, .. }) {
                indices.into_iter().for_each(|i| self.expr(i));
                return;
            }
        }
        match &e.kind {
            ExprKind::Local(l) => _ = self.known.insert(*l),
            ExprKind::Field { object: None, field } => _ = self.known_fields.insert(*field),
            _ => walk::of_expr(e, &mut |n| self.node(n)),
        }
    }
}

/// The elements of a literal, all of whose rows have one length.
fn table(e: &Expr) -> Option<Table> {
    let ExprKind::ArrayLit(elements) = &e.kind else { return None };
    let first = elements.first()?;
    if !matches!(first.ty, hir::Ty::Array { .. }) {
        let values: Vec<Const> = elements.iter().map(|e| value(e)?.to_const()).collect::<Option<_>>()?;
        // What a NaN's bits are is not settled before the program runs.
        let settled =
            |c: &Const| !matches!(c, Const::F32(x) if x.is_nan()) && !matches!(c, Const::F64(x) if x.is_nan());
        let fits = values.len() <= MOST && values.iter().all(settled);
        return fits.then(|| Table { dims: vec![values.len() as u32], values });
    }
    let rows: Vec<Table> = elements.iter().map(table).collect::<Option<_>>()?;
    let dims = &rows[0].dims;
    let fits = rows.iter().all(|r| r.dims == *dims) && rows.len() * rows[0].values.len() <= MOST;
    let dims = [rows.len() as u32].into_iter().chain(dims.iter().copied()).collect();
    fits.then(|| Table { dims, values: rows.into_iter().flat_map(|r| r.values).collect() })
}

/// A constant expression.
fn value(e: &Expr) -> Option<CoreValue> {
    Some(match &e.kind {
        ExprKind::Lit(lit) => {
            let c = match lit {
                hir::Lit::Int(n) => Const::Int(*n as i64),
                hir::Lit::Long(n) => Const::Int(*n),
                hir::Lit::Float(x) => Const::F32(*x),
                hir::Lit::Double(x) => Const::F64(*x),
                _ => return None,
            };
            CoreValue::of_const(&c, &primitive_type(&e.ty)?)
        }
        ExprKind::Neg(a) => arith::unary(UnOp::Neg, &value(a)?)?,
        ExprKind::Convert(a) => arith::convert(&value(a)?, &primitive_type(&e.ty)?)?,
        ExprKind::Binary(op, a, b) => arith::binary(*op, &value(a)?, &value(b)?)?,
        _ => return None,
    })
}
