//! What a program uses of Java's library and is not in this one: an error where the program can run it, a warning elsewhere.
//!
//! A library that a program brings along may have methods for windows or networks that this program never calls. Their bodies
//! are put out of the program before anything else looks at it.

use somd_hir::{Block, Expr, ExprKind, Lit, MethodId, MethodKind, OutsideUse, Owner, Program, Stmt, StmtKind, Ty};
use somd_sema::follows;
use somd_syntax::diagnostics::{Diagnostic, Severity};
use somd_syntax::source::Span;

/// Makes warnings of the errors about what is outside the library that stand in text which never runs, unless something
/// else is wrong too, and takes that text out of the program, whose uses of it are then those in text that runs.
pub fn settle(program: &mut Program, runs: impl Fn(&Program, &Owner) -> bool, diagnostics: &mut Vec<Diagnostic>) {
    // Where there are other errors, what runs is not known: only what is reached in spite of them counts.
    let in_part = diagnostics.iter().any(|d| d.is_error() && d.outside.is_none());
    let uses = std::mem::take(&mut program.outside);
    let (mut run, mut idle): (Vec<_>, Vec<_>) = uses.into_iter().partition(|u| runs(program, &u.owner));
    let is_error_in = |d: &Diagnostic, uses: &[OutsideUse]| {
        d.is_error() && d.outside.is_some_and(|at| uses.iter().any(|u| u.at == at))
    };
    if diagnostics.iter().any(|d| is_error_in(d, &run) && !is_cause(d)) {
        // The superclass that is missing is one of an object whose making has no type either.
        let (objects, others) = idle.into_iter().partition(|u| matches!(u.owner, Owner::Objects(_)));
        idle = others;
        run.extend::<Vec<_>>(objects);
    }
    // A value may have come from elsewhere, where nothing runs.
    if !in_part && !diagnostics.iter().any(|d| is_error_in(d, &run)) {
        diagnostics.extend(run.iter().map(|u| Diagnostic { severity: Severity::Error, ..follows(u.at) }));
    }
    let is_idle = |at: Span| idle.iter().any(|u| u.at == at) && !run.iter().any(|u| u.at == at);
    let is_said = diagnostics.iter().any(|d| is_error_in(d, &run) && is_cause(d));
    // What follows from a superclass that is missing is no matter of its own.
    diagnostics.retain(|d| is_cause(d) || d.outside.is_none_or(|at| !is_said && !is_idle(at)));
    if in_part {
        diagnostics.retain(|d| !d.is_error() || !d.outside.is_some_and(is_idle));
    }
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
    program.outside = run;
}

/// Whether it names what is outside.
fn is_cause(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, "E0900" | "E0102" | "E0103")
}

/// The method throws, whatever it is called with: no statement of it is looked at again.
/// Puts a method's body out of the program.
pub fn empty(program: &mut Program, method: MethodId) {
    let method = &mut program.methods[method.index()];
    let Some(Block { span, .. }) = method.body else { return };
    let null = Expr { kind: ExprKind::Lit(Lit::Null), ty: Ty::Null, span };
    method.body = Some(Block { stmts: vec![Stmt { kind: StmtKind::Throw(null), span }], span });
    method.somd = None;
}
