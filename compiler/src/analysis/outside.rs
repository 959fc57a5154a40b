//! What a program uses of Java's library and is not in this one: an error where the program can run it, a warning elsewhere.
//!
//! A library that a program brings along may have methods for windows or networks that this program never calls. Their bodies
//! are put out of the program before anything else looks at it.

use crate::hir::{Block, Expr, ExprKind, Lit, MethodId, MethodKind, OutsideUse, Owner, Program, Stmt, StmtKind, Ty};
use crate::sema::follows;
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::Span;

/// Makes warnings of the errors about what is outside the library that stand in text which never runs, unless something
/// else is wrong too, and takes that text out of the program.
pub fn settle(program: &mut Program, runs: impl Fn(&Owner) -> bool, diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.iter().any(|d| d.is_error() && d.outside.is_none()) {
        return;
    }
    let uses = std::mem::take(&mut program.outside);
    let (run, idle): (Vec<_>, Vec<_>) = uses.into_iter().partition(|u| runs(&u.owner));
    let is_idle = |at: Span| idle.iter().any(|u| u.at == at) && !run.iter().any(|u| u.at == at);
    // A value may have come from elsewhere, where nothing runs.
    let is_said = |u: &OutsideUse| {
        let mut errors = diagnostics.iter().filter(|d| d.is_error()).filter_map(|d| d.outside);
        errors.any(|at| run.iter().any(|other| other.at == at && other.owner == u.owner))
    };
    let unsaid: Vec<Diagnostic> = run.iter().filter(|u| !is_said(u)).map(|u| follows(u.at)).collect();
    diagnostics.extend(unsaid.into_iter().map(|d| Diagnostic { severity: Severity::Error, ..d }));
    // What follows from a superclass that is missing is no matter of its own.
    diagnostics.retain(|d| !d.outside.is_some_and(is_idle) || matches!(d.code, "E0900" | "E0102" | "E0103"));
    for d in diagnostics.iter_mut().filter(|d| d.is_error() && d.outside.is_some_and(is_idle)) {
        d.severity = Severity::Warning;
        d.code = "W0104";
        d.notes.clear();
        d.suggestions.clear();
        d.primary.text = "nothing that runs uses it".into();
    }
    for u in &idle {
        let of_class = |m: MethodId| match &u.owner {
            Owner::Method(owner) => m == *owner,
            Owner::Fields(_) => false,
            Owner::StaticInit(class) => {
                program.method(m).class == *class && program.method(m).kind == MethodKind::StaticInit
            }
            Owner::Objects(class) => {
                program.method(m).class == *class && program.method(m).kind == MethodKind::Constructor
            }
            Owner::Class(class) => program.method(m).class == *class,
        };
        // Methods of lambdas and of classes in a body have its text too.
        let all = (0..program.methods.len()).map(|i| MethodId(i as u32));
        let emptied: Vec<MethodId> = all.filter(|&m| of_class(m) || program.method(m).span.contains(u.at)).collect();
        emptied.into_iter().for_each(|m| empty(program, m));
    }
}

/// The method throws, whatever it is called with: no statement of it is looked at again.
fn empty(program: &mut Program, method: MethodId) {
    let method = &mut program.methods[method.index()];
    let Some(Block { span, .. }) = method.body else { return };
    let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: Ty::Null, span };
    method.body = Some(Block { stmts: vec![Stmt { kind: StmtKind::Throw(null), span }], span });
    method.somd = None;
}
