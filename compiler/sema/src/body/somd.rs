//! SOMD's annotations: what is distributed, how results are combined, `sync` and `single`.

use super::{Attr, Expect};
use crate::instances;
use crate::types::Type;
use somd_hir::{Block, Dist, Expr, ExprKind, Lit, LocalId, Reduce, Somd, StmtKind};
use somd_syntax::ast::{self, Modifier, ReduceKind};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;

impl Attr<'_> {
    /// `dist` and `shared` on a parameter or local.
    pub fn local_modifiers(&mut self, local: LocalId, modifiers: &ast::Modifiers) {
        if modifiers.has(Modifier::Shared) {
            let f = self.frame();
            f.locals[local.index()].shared = true;
            let (ty, span) = (f.vars[local.index()].ty.clone(), f.locals[local.index()].span);
            if !ty.is_primitive() && !ty.is_error() {
                let shown = self.show(&ty);
                self.error("E0271", "`shared` is for scalars", span, format!("this is {shown}"));
            }
        }
        let Some(spec) = &modifiers.dist else { return };
        let dist = self.dist(spec, local);
        let f = self.frame();
        f.is_somd = true;
        f.locals[local.index()].dist = dist;
    }

    fn dist(&mut self, spec: &ast::DistSpec, local: LocalId) -> Option<Dist> {
        let f = self.frame();
        let (ty, span) = (f.vars[local.index()].ty.clone(), f.locals[local.index()].span);
        if ty.is_error() {
            return None;
        }
        let mut rank = 0;
        let mut t = ty.clone();
        while let Some(e) = t.element() {
            rank += 1;
            t = e;
        }
        if rank == 0 && spec.partitioner.is_none() {
            let shown = self.show(&ty);
            self.report(
                Diagnostic::error("E0270", format!("{shown} cannot be distributed"), span)
                    .label("not an array")
                    .also(spec.span, "`dist` splits arrays; other types need a partitioner"),
            );
            return None;
        }
        let mut dims = Vec::new();
        for d in &spec.dims {
            let Some(n) = self.constant_int(d) else { continue };
            if n < 1 || n > rank {
                self.error(
                    "E0272",
                    format!("there is no dimension {n}"),
                    d.span,
                    format!("dimensions are 1 to {rank}"),
                );
                continue;
            }
            dims.push(n as u32 - 1);
        }
        let mut view = Vec::new();
        for (a, b) in &spec.view {
            if let (Some(x), Some(y)) = (self.constant_int(a), self.constant_int(b)) {
                if x < 0 || y < 0 {
                    self.error("E0273", "a view reaches 0 or more elements", a.span.to(b.span), "negative");
                    continue;
                }
                view.push((x as u32, y as u32));
            }
        }
        if view.len() as i32 > rank.max(1) {
            self.error("E0273", format!("the array has {rank} dimensions"), spec.span, "the view has more");
        }
        let partitioner = spec.partitioner.as_ref().and_then(|(ty, args)| self.make(ty, args, "somd.Partitioner"));
        Some(Dist {
            dims: (!spec.dims.is_empty()).then_some(dims),
            view: (!spec.view.is_empty()).then_some(view),
            corners: spec.corners,
            partitioner: partitioner.map(Box::new),
            span: spec.span,
        })
    }

    fn constant_int(&mut self, e: &ast::Expr) -> Option<i32> {
        let ex = self.expr(e, &Expect::None);
        if ex.is_error() {
            return None;
        }
        if ex.constant().is_none() {
            self.error("E0274", "must be a constant", e.span, "its value is not known when compiling");
            return None;
        }
        match self.assign_to(ex, &Type::INT).kind {
            ExprKind::Lit(Lit::Int(v)) => Some(v),
            _ => None,
        }
    }

    /// `new T(args)`, which must be an `interface`.
    fn make(&mut self, ty: &ast::Type, args: &[ast::Expr], interface: &str) -> Option<Expr> {
        let made = self.new_object(None, &[], ty, args, None, &Expect::None, ty.span);
        if made.is_error() {
            return None;
        }
        if !self.is_instance_of(&made.ty, interface) {
            let shown = self.show(&made.ty);
            self.error("E0275", format!("{shown} is no {interface}"), ty.span, "must implement it");
            return None;
        }
        Some(made.hir)
    }

    pub fn reduce(&mut self, spec: &ast::ReduceSpec) -> Option<(Reduce, Span)> {
        let kind = match &spec.kind {
            ReduceKind::Op(op) => Reduce::Op(*op),
            ReduceKind::SelfReduce => Reduce::SelfReduce,
            ReduceKind::User(ty, args) => Reduce::User(Box::new(self.make(ty, args, "somd.Reduction")?)),
        };
        Some((kind, spec.span))
    }

    /// What makes the method that the innermost frame is a SOMD method.
    pub fn somd_of(&mut self, decl: &ast::MethodDecl) -> Option<Somd> {
        let spec = decl.modifiers.reduce.as_ref();
        let is_somd = self.frame().is_somd || spec.is_some();
        if !is_somd {
            return None;
        }
        let reduce = spec.and_then(|r| self.reduce(r));
        if let (Some(r), Some(ret)) = (spec, &decl.ret) {
            let ty = self.resolve(ret);
            let mut scalar = ty.clone();
            while let Some(e) = scalar.element() {
                scalar = e;
            }
            let numeric = self.prim(&scalar).is_some();
            if ty == Type::Void {
                self.error(
                    "E0276",
                    "a `void` method has no result to reduce",
                    r.span,
                    "remove this, or return a value",
                );
            } else if matches!(r.kind, ReduceKind::Op(_)) && !numeric && !ty.is_error() {
                let shown = self.show(&ty);
                self.error(
                    "E0276",
                    format!("{shown} has no such operator"),
                    r.span,
                    "operators reduce numbers and arrays of them",
                );
            }
        }
        let ranges = decl.params.last().filter(|p| p.name.name == instances::RANGES);
        let ranges = ranges.map(|_| LocalId(decl.params.len() as u32 - 1));
        Some(Somd { reduce, ranges, library: None, folds: Default::default() })
    }

    pub fn sync_stmt(&mut self, reduce: Option<&ast::ReduceSpec>, vars: &[ast::Ident], body: &ast::Block) -> StmtKind {
        let reduce = reduce.and_then(|r| self.reduce(r));
        let here = self.env.len() - 1;
        let mut locals = Vec::new();
        for v in vars {
            match self.find_local(&v.name) {
                Some((frame, local)) if frame == here => locals.push(local),
                _ => self.error(
                    "E0277",
                    format!("`{}` is not a variable of this method", v.name),
                    v.span,
                    "`sync` names locals and parameters",
                ),
            }
        }
        let body: Block = self.block(body);
        StmtKind::Sync { reduce, vars: locals, body }
    }
}
