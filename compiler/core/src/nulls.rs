//! What Java says where an array is null that a region uses. The message names the array as the source does, which Core no longer knows, so that
//! the texts are made while the source is at hand.

use crate::ir::{CheckKind, Expr as CoreExpr, ExprKind as Core, Func, FuncKind, Program, Site, SiteId, VarId};
use crate::npe::Messages;
use crate::walk;
use smol_str::SmolStr;
use somd_hir::{self as hir, Expr, ExprKind, MethodId, Place, Ty};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The messages of a program's regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nulls {
    /// Of arrays that may be null: where an element's index is checked.
    elements: BTreeMap<SiteId, SmolStr>,
    /// Of others, by the names of the region and the parameter: where the source asks for their length.
    lengths: BTreeMap<(SmolStr, SmolStr), SmolStr>,
}

impl Nulls {
    /// From the program as it was before its loops became regions.
    pub fn of(hir: &hir::Program, core: &Program) -> Nulls {
        let mut made = Nulls::default();
        let methods = Methods::of(hir);
        for func in &core.funcs {
            let FuncKind::Region { optional, .. } = &func.kind else { continue };
            let nullable = func.nullable();
            let mut sites = BTreeSet::new();
            if !nullable.is_empty() {
                walk::for_each_stmt(&func.body, &mut |s| {
                    walk::stmt_exprs(s, &mut |e| checks(e, &nullable, &mut sites));
                });
            }
            for site in sites {
                if let Some(text) = element_at(&methods, &core.sites[site.index()]) {
                    made.elements.insert(site, text.into());
                }
            }
            let is_array = |p: &VarId| func.vars[p.index()].ty.as_array().is_some();
            for &param in func.params.iter().filter(|p| is_array(p) && !optional.contains(*p)) {
                if let Some(text) = length_of(&methods, func, param) {
                    made.lengths.entry(key(func, param)).or_insert(text.into());
                }
            }
        }
        made
    }

    /// Where the array is null whose index is checked at a site.
    pub fn at(&self, site: SiteId) -> Option<&str> {
        self.elements.get(&site).map(SmolStr::as_str)
    }

    /// Where an array that the region is given is null.
    pub fn given(&self, func: &Func, param: VarId) -> Option<&str> {
        self.lengths.get(&key(func, param)).map(SmolStr::as_str)
    }
}

/// Passes number variables anew.
fn key(func: &Func, param: VarId) -> (SmolStr, SmolStr) {
    (func.name.clone(), func.vars[param.index()].name.clone())
}

fn checks(e: &CoreExpr, nullable: &BTreeSet<VarId>, sites: &mut BTreeSet<SiteId>) {
    if let Core::Check { kind: CheckKind::Index { array, .. }, site, .. } = &e.kind
        && nullable.contains(array)
    {
        sites.insert(*site);
    }
    walk::expr_children(e, &mut |c| checks(c, nullable, sites));
}

fn text(program: &hir::Program, method: MethodId, failed: String, array: &Expr) -> String {
    Messages { program, method: program.method(method) }.because(failed, array)
}

/// Of the array whose element is looked at or stored to at a site.
fn element_at(methods: &Methods, site: &Site) -> Option<String> {
    let mut found = None;
    methods.for_each(&site.method, &mut |method, e| {
        let (what, array) = match &e.kind {
            _ if e.span != site.span || found.is_some() => return,
            ExprKind::Index { array, .. } => ("load from", array),
            ExprKind::Assign { place: Place::Index { array, .. }, .. } => ("store to", array),
            ExprKind::CompoundAssign { place: Place::Index { array, .. }, .. }
            | ExprKind::IncDec { place: Place::Index { array, .. }, .. } => ("load from", array),
            _ => return,
        };
        found = Some(text(methods.program, method, format!("Cannot {what} {} array", kind_of(&array.ty)), array));
    });
    found
}

/// How Java names the elements of an array.
fn kind_of(array: &Ty) -> &'static str {
    let elements = match array {
        Ty::Array { elem, .. } | Ty::ValueArray { elem, .. } => elem.as_ref(),
        _ => &Ty::Null,
    };
    match elements {
        Ty::Boolean | Ty::Byte => "byte/boolean",
        Ty::Short => "short",
        Ty::Char => "char",
        Ty::Int => "int",
        Ty::Long => "long",
        Ty::Float => "float",
        Ty::Double => "double",
        _ => "object",
    }
}

/// Where the source of a region first asks for the length of an array that the region is given.
fn length_of(methods: &Methods, func: &Func, param: VarId) -> Option<String> {
    let (name, from) = (&func.vars[param.index()].name, func.prov.0.first()?.lo);
    let mut found: Option<(u32, String)> = None;
    methods.for_each(&func.display, &mut |method, e| {
        let ExprKind::Length(array) = &e.kind else { return };
        let ExprKind::Local(local) = &array.kind else { return };
        let at = array.span.lo;
        let is_first = at >= from && found.as_ref().is_none_or(|f| at < f.0);
        if is_first && methods.program.method(method).locals[local.index()].name == *name {
            found = Some((at, text(methods.program, method, "Cannot read the array length".into(), array)));
        }
    });
    found.map(|f| f.1)
}

/// The methods of a program that have bodies, by what they are shown as.
struct Methods<'a> {
    program: &'a hir::Program,
    shown: HashMap<&'a str, Vec<MethodId>>,
}

impl<'a> Methods<'a> {
    fn of(program: &'a hir::Program) -> Methods<'a> {
        let mut shown: HashMap<&str, Vec<MethodId>> = HashMap::new();
        for (id, m) in (0..).map(MethodId).zip(&program.methods).filter(|(_, m)| m.body.is_some()) {
            shown.entry(&m.display).or_default().push(id);
        }
        Methods { program, shown }
    }

    /// Each expression of those that are shown so.
    fn for_each(&self, display: &str, f: &mut dyn FnMut(MethodId, &'a Expr)) {
        for &id in self.shown.get(display).into_iter().flatten() {
            if let Some(body) = &self.program.method(id).body {
                hir::walk::exprs_in(body, &mut |e| f(id, e));
            }
        }
    }
}
