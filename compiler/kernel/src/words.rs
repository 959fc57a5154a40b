//! The names that a module has, its own and those of the text form.

use crate::ir::*;
use std::collections::BTreeSet;

/// All names of a module but those of fields and of the parameters of an [`Item::Inline`].
pub fn words(m: &Module) -> BTreeSet<Name> {
    let mut all = BTreeSet::new();
    items(&m.items, &mut all);
    all
}

/// The names of the functions in a module.
pub fn functions(m: &Module) -> BTreeSet<Name> {
    fn of(items: &[Item], all: &mut BTreeSet<Name>) {
        for item in items {
            match item {
                Item::Function(f) => drop(all.insert(f.name.clone())),
                Item::Inline { name, .. } => drop(all.insert(name.clone())),
                Item::Choice(c) => {
                    of(&c.then, all);
                    of(&c.otherwise, all);
                }
                _ => {}
            }
        }
    }
    let mut all = BTreeSet::new();
    of(&m.items, &mut all);
    all
}

fn items(items_of: &[Item], all: &mut BTreeSet<Name>) {
    for item in items_of {
        match item {
            Item::Comment(_)
            | Item::Blank
            | Item::LongAtomics { .. }
            | Item::ExactArithmetic
            | Item::Unrolls
            | Item::Calls => {}
            Item::Value { name, value } => {
                all.insert(name.clone());
                expr(value, all);
            }
            Item::Inline { name, params, body } => {
                all.insert(name.clone());
                let mut own = BTreeSet::new();
                expr(body, &mut own);
                all.extend(own.into_iter().filter(|w| !params.contains(w)));
            }
            Item::TypeName { name, ty: of, .. } => {
                all.insert(name.clone());
                ty(of, all);
            }
            Item::SpaceName { name, .. } => drop(all.insert(name.clone())),
            Item::ParamName { name, param } => {
                all.insert(name.clone());
                params(std::slice::from_ref(param), all);
            }
            Item::Choice(c) => {
                cond(&c.cond, all);
                items(&c.then, all);
                items(&c.otherwise, all);
            }
            Item::Struct { name, fields } => {
                all.insert(name.clone());
                fields.iter().for_each(|(t, n)| {
                    all.insert(n.clone());
                    ty(t, all);
                });
            }
            Item::Table { name, values, .. } => {
                all.insert(name.clone());
                values.iter().for_each(|e| expr(e, all));
            }
            Item::Function(f) => {
                all.insert(f.name.clone());
                ty(&f.ret, all);
                params(&f.params, all);
                f.body.iter().for_each(|s| stmt(s, all));
            }
        }
    }
}

fn cond(c: &Cond, all: &mut BTreeSet<Name>) {
    match c {
        Cond::Given(name) | Cond::Absent(name) => drop(all.insert(name.clone())),
        Cond::Value(e) => expr(e, all),
    }
}

fn params(of: &[Param], all: &mut BTreeSet<Name>) {
    for p in of {
        p.when.iter().for_each(|c| cond(c, all));
        all.insert(p.name().clone());
        if let ParamKind::Typed { ty: t, .. } = &p.kind {
            ty(t, all);
        }
    }
}

fn ty(t: &Type, all: &mut BTreeSet<Name>) {
    match t {
        Type::Named(name) => drop(all.insert(name.clone())),
        Type::Pointer(p) => {
            if let Space::Named(name) = &p.space {
                all.insert(name.clone());
            }
            ty(&p.to, all);
        }
        Type::Array(of, _, dims) => {
            ty(of, all);
            dims.iter().for_each(|e| expr(e, all));
        }
        _ => {}
    }
}

fn stmt(s: &Stmt, all: &mut BTreeSet<Name>) {
    s.each(&mut |e| word(e, all));
    s.all(&mut |s| match s {
        Stmt::Declare(d) => declared(d, all),
        Stmt::For { init: Some(init), .. } => {
            if let Stmt::Declare(d) = &**init {
                declared(d, all);
            }
        }
        Stmt::Goto(name) | Stmt::Label(name) => drop(all.insert(name.clone())),
        Stmt::Choice(c) => cond(&c.cond, all),
        _ => {}
    });
}

fn declared(d: &Declare, all: &mut BTreeSet<Name>) {
    ty(&d.base, all);
    all.extend(d.names.iter().map(|n| n.name.clone()));
}

fn expr(e: &Expr, all: &mut BTreeSet<Name>) {
    e.each(&mut |e| word(e, all));
}

/// The word that an expression begins or ends with itself.
fn word(e: &Expr, all: &mut BTreeSet<Name>) {
    match &e.kind {
        Kind::Name(name) | Kind::Call(name, _) => drop(all.insert(name.clone())),
        Kind::Cast(t, _) | Kind::Struct(t, _) => ty(t, all),
        Kind::Builtin(b, _) => drop(all.insert(b.name().into())),
        Kind::Field(_, name) => drop(all.insert(name.clone())),
        _ => {}
    }
}
