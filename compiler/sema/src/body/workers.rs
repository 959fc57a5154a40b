//! Which of several workers of one name a `task` expression means: the one that fits the tasks that it is connected to.
//!
//! A chain `a => b => c` is looked at as a whole, before its parts are: of every stage, the workers that it may be are those whose items
//! some worker of the stages beside it gives or takes.

use super::Attr;
use super::overload::is_diamond;
use crate::types::Type;
use somd_hir::MethodId;
use somd_syntax::ast::{self, ExprKind as A};
use somd_syntax::source::Span;

/// A worker that a task may be.
#[derive(Clone)]
struct Candidate {
    method: MethodId,
    takes: Vec<Type>,
    /// Nothing, or one item.
    gives: Vec<Type>,
}

/// One task of a stage.
enum Part {
    /// The place of the worker's name, and what it may be.
    Worker(Span, Vec<Candidate>),
    /// A task whose types are not written here.
    Unknown,
}

impl Attr<'_> {
    /// Decides what the overloaded workers of `a => b` are, as far as its tasks are written out.
    pub(super) fn choose_workers(&mut self, a: &ast::Expr, b: &ast::Expr) {
        let mut chain = Vec::new();
        stages(a, &mut chain);
        stages(b, &mut chain);
        let mut parts: Vec<Vec<Part>> = chain.iter().map(|s| s.iter().map(|e| self.part(e)).collect()).collect();
        let is_open = |p: &Part| matches!(p, Part::Worker(_, all) if all.len() > 1);
        if !parts.iter().flatten().any(is_open) {
            return;
        }
        loop {
            let before = count(&parts);
            for i in 1..parts.len() {
                let (left, right) = parts.split_at_mut(i);
                self.fit(&mut left[i - 1], &mut right[0]);
            }
            if count(&parts) == before {
                break;
            }
        }
        for part in parts.into_iter().flatten() {
            if let Part::Worker(at, all) = part {
                // A part of the chain is looked at again by itself, and says less.
                let known = self.fitting_workers.entry(at).or_insert_with(|| all.iter().map(|c| c.method).collect());
                if all.len() < known.len() {
                    *known = all.iter().map(|c| c.method).collect();
                }
            }
        }
    }

    /// Decides what the overloaded workers behind a task are that gives items of these types.
    pub(super) fn choose_takers(&mut self, given: &[Type], to: &ast::Expr) {
        let mut chain = Vec::new();
        stages(to, &mut chain);
        for e in chain.into_iter().next().into_iter().flatten() {
            let Part::Worker(at, mut all) = self.part(e) else { continue };
            if let Some(known) = self.fitting_workers.get(&at) {
                all.retain(|c| known.contains(&c.method));
            }
            if all.len() > 1 {
                retain(&mut all, |c| self.flow_into(given, &c.takes));
                self.fitting_workers.insert(at, all.iter().map(|c| c.method).collect());
            }
        }
    }

    fn part(&mut self, e: &ast::Expr) -> Part {
        let A::Task { class, args, method } = &e.kind else { return Part::Unknown };
        if is_diamond(class) {
            return Part::Unknown;
        }
        // What is wrong with the class is told where the task is looked at.
        let told = self.diags.len();
        let ty = self.resolve(class);
        self.diags.truncate(told);
        let all = if ty.is_error() { Vec::new() } else { self.workers(&ty, &method.name, args.is_none()) };
        if all.is_empty() {
            return Part::Unknown;
        }
        let candidate = |m: MethodId| {
            let sig = self.t.called_sig(&ty, m);
            let gives = if sig.ret == Type::Void { Vec::new() } else { vec![sig.ret] };
            Candidate { method: m, takes: sig.params, gives }
        };
        Part::Worker(method.span, all.into_iter().map(candidate).collect())
    }

    /// Leaves of two neighbouring stages the workers that fit each other.
    fn fit(&self, from: &mut [Part], to: &mut [Part]) {
        let Some(given) = combined(from) else { return };
        for part in to.iter_mut() {
            if let Part::Worker(_, all) = part {
                retain(all, |c| given.iter().any(|g| self.flow_into(g, &c.takes)));
            }
        }
        // What all of the next stage may take.
        let taken: Vec<Vec<Vec<Type>>> = to
            .iter()
            .filter_map(|p| match p {
                Part::Worker(_, all) => Some(all.iter().map(|c| c.takes.clone()).collect()),
                Part::Unknown => None,
            })
            .collect();
        let wanted = |g: &[Type]| taken.iter().all(|takes| takes.iter().any(|t| self.flow_into(g, t)));
        if let [Part::Worker(_, all)] = from {
            return retain(all, |c| wanted(&c.gives));
        }
        let at: Vec<usize> = from.iter().map(|p| if let Part::Worker(_, all) = p { all.len() } else { 0 }).collect();
        for (k, n) in at.into_iter().enumerate() {
            let fits: Vec<bool> = (0..n)
                .map(|i| {
                    let alone = from.iter().enumerate().map(|(j, p)| match p {
                        Part::Worker(_, all) if j == k => vec![all[i].gives.clone()],
                        Part::Worker(_, all) => all.iter().map(|c| c.gives.clone()).collect(),
                        Part::Unknown => Vec::new(),
                    });
                    product(alone).iter().any(|g| wanted(g))
                })
                .collect();
            if let Part::Worker(_, all) = &mut from[k]
                && fits.contains(&true)
            {
                let mut fits = fits.iter();
                all.retain(|_| fits.next().copied().unwrap_or(true));
            }
        }
    }
}

/// Leaves out what does not hold, where something is left then: else the message speaks of all.
fn retain(all: &mut Vec<Candidate>, holds: impl Fn(&Candidate) -> bool) {
    if all.iter().any(&holds) {
        all.retain(holds);
    }
}

fn count(parts: &[Vec<Part>]) -> usize {
    let of = |p: &Part| if let Part::Worker(_, all) = p { all.len() } else { 0 };
    parts.iter().flatten().map(of).sum()
}

/// What the tasks of a stage may give together; None where one of them is not known.
fn combined(stage: &[Part]) -> Option<Vec<Vec<Type>>> {
    let each: Option<Vec<Vec<Vec<Type>>>> = stage
        .iter()
        .map(|p| match p {
            Part::Worker(_, all) => Some(all.iter().map(|c| c.gives.clone()).collect()),
            Part::Unknown => None,
        })
        .collect();
    Some(product(each?.into_iter()))
}

/// Every choice of one of each, joined.
fn product(each: impl Iterator<Item = Vec<Vec<Type>>>) -> Vec<Vec<Type>> {
    each.fold(vec![Vec::new()], |all, next| {
        let join = |a: &Vec<Type>| next.iter().map(|b| [a.as_slice(), b].concat()).collect::<Vec<_>>();
        all.iter().flat_map(join).collect()
    })
}

/// The stages of a chain in order, each with its tasks.
fn stages<'e>(e: &'e ast::Expr, out: &mut Vec<Vec<&'e ast::Expr>>) {
    match &e.kind {
        A::Connect(a, b) => {
            stages(a, out);
            stages(b, out);
        }
        A::Paren(inner) => stages(inner, out),
        A::TaskTuple(tasks) => out.push(tasks.iter().map(without_parens).collect()),
        _ => out.push(vec![e]),
    }
}

fn without_parens(e: &ast::Expr) -> &ast::Expr {
    match &e.kind {
        A::Paren(inner) => without_parens(inner),
        _ => e,
    }
}
