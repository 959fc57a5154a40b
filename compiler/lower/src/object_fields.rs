//! Arrays of objects in fields, as a simulation has its particles: a loop of a SOMD method that uses one, and that changes no such field, works on
//! a local that has the array. So it is gathered as an array is that the method is given ([`columns`](crate::somd)).

use super::normal::further_local;
use super::walk;
use somd_hir::{
    Block, ClassId, ClassKind, Expr, ExprKind, FieldId, Method, MethodId, MethodKind, Program, Slot, Stmt, StmtKind, Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// Gives the loops of all SOMD methods locals for such fields.
pub fn name_arrays(program: &mut Program) {
    let fields: BTreeSet<FieldId> =
        (0..program.fields.len() as u32).map(FieldId).filter(|&f| has_objects(program, &program.field(f).ty)).collect();
    if fields.is_empty() || program.methods.iter().all(|m| m.somd.is_none()) {
        return;
    }
    let writers = writers(program, &fields);
    for k in 0..program.methods.len() {
        if program.methods[k].somd.is_none() {
            continue;
        }
        let Some(mut body) = program.methods[k].body.take() else { continue };
        let stable = |s: &Stmt, field: FieldId| unchanged(program, &writers, s, field);
        let class = program.methods[k].class;
        let mut wanted: Vec<Vec<FieldId>> = Vec::new();
        loops(&mut body.stmts, &mut |s| {
            let used = used(program, class, &fields, s);
            wanted.push(used.into_iter().filter(|&f| stable(s, f)).collect());
            Vec::new()
        });
        let types: BTreeMap<FieldId, Ty> = wanted.iter().flatten().map(|&f| (f, program.field(f).ty.clone())).collect();
        let texts: BTreeMap<FieldId, (String, String)> = types.keys().map(|&f| (f, text(program, f))).collect();
        let mut wanted = wanted.into_iter();
        let method = &mut program.methods[k];
        loops(&mut body.stmts, &mut |s| {
            let fields = wanted.next().unwrap_or_default();
            fields.into_iter().map(|f| named(method, s, f, &texts[&f], &types[&f])).collect()
        });
        program.methods[k].body = Some(body);
    }
}

/// An array of objects of the program's classes.
fn has_objects(program: &Program, ty: &Ty) -> bool {
    let Ty::Array { elem, .. } = ty else { return false };
    let Ty::Class(class) = **elem else { return false };
    let c = program.class(class);
    !c.is_value && !c.is_library && matches!(c.kind, ClassKind::Class | ClassKind::Record)
}

/// The methods that give a field another array, but for those that make the object, or initialise the class.
fn writers(program: &Program, fields: &BTreeSet<FieldId>) -> BTreeMap<FieldId, BTreeSet<MethodId>> {
    let mut writers: BTreeMap<FieldId, BTreeSet<MethodId>> = BTreeMap::new();
    for (id, m) in (0..).map(MethodId).zip(&program.methods) {
        let Some(body) = &m.body else { continue };
        for field in walk::fields_written(body).into_iter().filter(|f| fields.contains(f)) {
            let begins = match m.kind {
                MethodKind::Constructor => !program.field(field).is_static && m.class == program.field(field).class,
                MethodKind::StaticInit => program.field(field).is_static && m.class == program.field(field).class,
                _ => false,
            };
            if !begins {
                writers.entry(field).or_default().insert(id);
            }
        }
    }
    writers
}

/// Whether nothing that a statement does, or calls, gives the field another array.
fn unchanged(program: &Program, writers: &BTreeMap<FieldId, BTreeSet<MethodId>>, s: &Stmt, field: FieldId) -> bool {
    let block = Block { stmts: vec![s.clone()], span: s.span };
    if walk::fields_written(&block).contains(&field) {
        return false;
    }
    let Some(writers) = writers.get(&field) else { return true };
    // Whatever has the name of a method that is called may run, and any lambda.
    let mut reached: BTreeSet<MethodId> = BTreeSet::new();
    let mut next = called(&block);
    while let Some(method) = next.pop() {
        if !reached.insert(method) {
            continue;
        }
        let name = &program.method(method).name;
        for (id, m) in (0..).map(MethodId).zip(&program.methods) {
            let lambda = matches!(program.class(m.class).kind, ClassKind::Lambda { .. });
            if (m.is_virtual && m.name == *name || lambda) && !reached.contains(&id) {
                next.push(id);
            }
        }
        next.extend(program.method(method).body.iter().flat_map(called));
    }
    writers.is_disjoint(&reached)
}

fn called(block: &Block) -> Vec<MethodId> {
    let mut all = Vec::new();
    walk::exprs_in(block, &mut |e| match &e.kind {
        ExprKind::Call { method, .. } => all.push(*method),
        ExprKind::New { constructor, .. } => all.push(*constructor),
        _ => {}
    });
    all
}

/// The field of the object or class whose method it is.
fn own_field(e: &Expr) -> Option<(FieldId, bool)> {
    match &e.kind {
        ExprKind::Field { object: None, field } => Some((*field, true)),
        ExprKind::Field { object: Some(of), field } if matches!(of.kind, ExprKind::This) => Some((*field, false)),
        _ => None,
    }
}

/// Of these fields those that a loop uses. (To read a static field of another class may initialise that.)
fn used(program: &Program, class: ClassId, fields: &BTreeSet<FieldId>, s: &Stmt) -> BTreeSet<FieldId> {
    let mut used = BTreeSet::new();
    walk::exprs_in(&Block { stmts: vec![s.clone()], span: s.span }, &mut |e| {
        if let Some((field, is_static)) = own_field(e)
            && fields.contains(&field)
            && (!is_static || program.field(field).class == class)
            && program.captured(field).is_none()
        {
            used.insert(field);
        }
    });
    used
}

/// Calls `f` on each loop that stands in no other, and puts what it gives in front.
fn loops(stmts: &mut Vec<Stmt>, f: &mut dyn FnMut(&mut Stmt) -> Vec<Stmt>) {
    let mut k = 0;
    while k < stmts.len() {
        let mut front = Vec::new();
        match &mut stmts[k].kind {
            StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. } => front = f(&mut stmts[k]),
            StmtKind::Block(b) => loops(&mut b.stmts, f),
            StmtKind::If { then, otherwise, .. } => {
                loops(&mut then.stmts, f);
                otherwise.iter_mut().for_each(|o| loops(&mut o.stmts, f));
            }
            _ => {}
        }
        let made = front.len();
        stmts.splice(k..k, front);
        k += made + 1;
    }
}

/// The field's name, and what messages call it.
fn text(program: &Program, field: FieldId) -> (String, String) {
    let f = program.field(field);
    let of = if f.is_static { program.class(f.class).binary_name.as_str() } else { "this" };
    (f.name.to_string(), format!("{of}.{}", f.name))
}

/// Lets a loop use a new local for a field, and declares it.
fn named(method: &mut Method, s: &mut Stmt, field: FieldId, (name, written): &(String, String), ty: &Ty) -> Stmt {
    let span = s.span;
    let local = further_local(method, name, ty.clone(), span);
    method.slots.resize(method.locals.len(), Slot::none());
    method.slots[local.index()].written = Some(written.as_str().into());
    let mut init = None;
    let mut block = Block { stmts: vec![s.clone()], span };
    walk::rewrite_block(&mut block, &mut |e| {
        if own_field(e).is_some_and(|(f, _)| f == field) {
            init.get_or_insert_with(|| e.clone());
            e.kind = ExprKind::Local(local);
            return false;
        }
        true
    });
    if let Some(changed) = block.stmts.pop() {
        *s = changed;
    }
    Stmt { kind: StmtKind::Local { local, init }, span }
}
