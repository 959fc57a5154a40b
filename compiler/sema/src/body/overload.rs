//! Which method a call means (JLS 15.12.2): the three phases, the most specific, and the inference of its type arguments.

use super::{Attr, Ex, Expect, InferVar, Operands};
use crate::members::MethodSig;
use crate::types::{Subst, Type, TypeArg};
use somd_hir::{ClassId, Expr, ExprKind, MethodId, Ty};
use somd_syntax::ast::{self, ExprKind as A, PrimType};
use somd_syntax::diagnostics::Diagnostic;
use somd_syntax::source::Span;
use std::sync::Arc;

/// An argument: attributed, or left until the parameter's type is known.
pub(crate) struct Arg<'a> {
    pub ast: &'a ast::Expr,
    pub ex: Option<Ex>,
}

/// The method chosen, its unknowns in place of its type parameters.
pub(crate) struct Chosen {
    pub method: MethodId,
    pub params: Vec<Type>,
    pub ret: Type,
    /// Called with its last arguments gathered into an array, of elements of this type.
    pub gather: Option<Type>,
    /// What this call throws, where that is not what the method declares.
    pub throws: Option<Vec<ClassId>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Strict,
    Loose,
    Variable,
}

impl Attr<'_> {
    /// Attributes what needs no target; lambdas and the like wait.
    pub fn args<'a>(&mut self, args: &'a [ast::Expr]) -> Vec<Arg<'a>> {
        args.iter()
            .map(|a| {
                self.open_call = matches!(a.kind, A::Call { .. });
                let ex = (!waits(a)).then(|| self.expr(a, &Expect::Arg));
                self.open_call = false;
                if let Some(ex) = &ex
                    && ex.ty == Type::Void
                {
                    self.error("E0206", "a `void` call has no value", a.span, "an argument needs a value");
                    return Arg { ast: a, ex: Some(self.error_ex(a.span)) };
                }
                Arg { ast: a, ex }
            })
            .collect()
    }

    fn formals(sig: &MethodSig, n: usize, phase: Phase) -> Vec<Type> {
        if phase != Phase::Variable {
            return sig.params.clone();
        }
        let mut out = sig.params.clone();
        let last = out.pop().and_then(|t| t.element()).unwrap_or(Type::Error);
        out.resize(n.max(out.len()), last);
        out
    }

    fn arity_fits(sig: &MethodSig, n: usize) -> bool {
        sig.params.len() == n || (sig.varargs && n + 1 >= sig.params.len())
    }

    fn instantiate(&mut self, sig: &MethodSig, explicit: &[TypeArg]) -> Subst {
        if !explicit.is_empty() && explicit.len() == sig.type_params.len() {
            Subst::new(&sig.type_params, explicit)
        } else {
            self.fresh_at(&sig.type_params, &sig.site)
        }
    }

    /// Written type arguments are as many as there are variables, and within their bounds. A method that has none ignores them
    /// (JLS 15.12.2.1).
    fn explicit_fit(&mut self, sig: &MethodSig, explicit: &[TypeArg]) -> bool {
        if explicit.is_empty() || sig.type_params.is_empty() {
            return true;
        }
        if explicit.len() != sig.type_params.len() {
            return false;
        }
        let own = Subst::new(&sig.type_params, explicit);
        // Bounds may name the type parameters of the class too.
        let subst = Subst(own.0.iter().chain(&sig.site.0).cloned().collect());
        sig.type_params.iter().all(|&v| {
            let own = own.apply(&Type::Var(v));
            self.t.type_var(v).bounds.iter().all(|bound| self.t.is_subtype_unchecked(&own, &subst.apply(bound)))
        })
    }

    /// `alone`: there is no other candidate, so that what does not fit is said where it stands.
    fn applicable(
        &mut self,
        sig: &MethodSig,
        args: &[Arg<'_>],
        explicit: &[TypeArg],
        phase: Phase,
        alone: bool,
    ) -> bool {
        if phase == Phase::Variable {
            if !sig.varargs || args.len() + 1 < sig.params.len() {
                return false;
            }
        } else if sig.params.len() != args.len() {
            return false;
        }
        if !self.explicit_fit(sig, explicit) {
            return false;
        }
        let subst = self.instantiate(sig, explicit);
        let formals = Self::formals(sig, args.len(), phase);
        args.iter().zip(&formals).enumerate().all(|(i, (arg, formal))| {
            let formal = subst.apply(formal);
            // Then this is the array itself of a parameter of many arguments.
            let gathers = sig.varargs && phase != Phase::Variable && i + 1 == sig.params.len();
            match &arg.ex {
                Some(ex) if formal.is_error() && !alone && !self.may_be_missing(&ex.ty) => false,
                Some(ex) if !self.operands_fit(ex, &formal, phase != Phase::Strict) => false,
                Some(ex) if self.is_open(&ex.ty) => self.open_fits(&ex.ty, &formal, phase != Phase::Strict),
                Some(ex) if formal.is_primitive() && self.operands.contains_key(&ex.span()) => true,
                Some(ex) => self.fits(ex, &formal, phase != Phase::Strict, false),
                None if gathers && matches!(arg.ast.kind, A::Switch(_)) => self.is_right_for(arg.ast, &formal),
                None => self.shape_fits(arg.ast, &formal) && (alone || self.types_fit(arg.ast, &formal)),
            }
        })
    }

    /// Whether a value may be of a class that this library lacks. Parameters of such a class take no other values where there are
    /// methods to choose from.
    fn may_be_missing(&self, ty: &Type) -> bool {
        match ty {
            Type::Prim(_) | Type::Array(..) | Type::ValueArray(..) => false,
            Type::Class(c) => self.t.lacks_supertypes(c.class),
            _ => true,
        }
    }

    /// Whether each side of a conditional that has no type of its own is let pass for a parameter (JLS 15.25.3): for a primitive one
    /// alone, for others with the conditional itself.
    fn operands_fit(&mut self, ex: &Ex, formal: &Type, loose: bool) -> bool {
        let Some(operands) = self.operands.get(&ex.span()).cloned() else { return true };
        operands.sides.iter().all(|side| {
            if self.operands.contains_key(&side.span()) {
                self.operands_fit(side, formal, loose)
            } else if !formal.is_primitive() {
                loose || !side.ty.is_primitive()
            } else if self.is_open(&side.ty) {
                self.open_fits(&side.ty, formal, loose)
            } else {
                let side = Ex { ty: self.settle(&side.ty), hir: side.hir.clone() };
                self.fits(&side, formal, loose, false)
            }
        })
    }

    /// Such a conditional for a primitive parameter: each side is converted.
    fn operands_to(&mut self, ex: Ex, to: PrimType) -> Ex {
        match self.operands.get(&ex.span()).cloned() {
            Some(Operands { cond, sides: [x, y] }) => {
                let (x, y) = (self.operands_to(x, to).hir, self.operands_to(y, to).hir);
                self.ex(ExprKind::Cond(Box::new(cond), Box::new(x), Box::new(y)), Type::Prim(to), ex.span())
            }
            None => {
                let ex = self.decided(ex);
                Ex { hir: self.convert_fitting(ex, &Type::Prim(to)), ty: Type::Prim(to) }
            }
        }
    }

    /// An unknown of which no value is known: only its upper bounds are. What such an unknown is given to is one too.
    pub fn is_open(&self, ty: &Type) -> bool {
        let mut seen: Vec<Type> = Vec::new();
        let mut left = vec![self.zonk(ty)];
        while let Some(ty) = left.pop() {
            if seen.contains(&ty) {
                continue;
            }
            match &ty {
                Type::Infer(v) => left.extend(self.infer[v.0 as usize].lower.iter().map(|l| self.zonk(l))),
                Type::Null if !seen.is_empty() => {}
                _ => return false,
            }
            seen.push(ty);
        }
        true
    }

    /// Whether such an unknown may be of a parameter's type: some type is below that and its upper bounds.
    fn open_fits(&mut self, ty: &Type, formal: &Type, loose: bool) -> bool {
        let formal = match self.zonk(formal) {
            Type::Prim(_) if !loose => return false,
            Type::Prim(p) => self.t.boxed(p),
            reference => reference,
        };
        let Type::Infer(v) = self.zonk(ty) else { return self.sub(ty, &formal) };
        let bounds = self.infer[v.0 as usize].upper.clone();
        bounds.iter().all(|b| self.may_meet(b, &formal)) && self.sub(ty, &formal)
    }

    /// Whether two types have a lower bound other than that of null: of two classes, one extends the other, and an array is of no
    /// class or interface but those that all arrays are of.
    fn may_meet(&self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.t.erasure(&self.zonk(a)), self.t.erasure(&self.zonk(b)));
        let related = self.t.is_subtype(&a, &b) || self.t.is_subtype(&b, &a);
        let is_interface = |t: &Type| t.class_id().is_some_and(|c| self.t.is_interface(c));
        related
            || Self::has_infer(&a)
            || Self::has_infer(&b)
            || (!a.is_array() && is_interface(&b))
            || (!b.is_array() && is_interface(&a))
    }

    /// Whether the lambdas and references among the arguments give a value where the method's interfaces want one.
    fn values_fit(&mut self, sig: &MethodSig, args: &[Arg<'_>]) -> bool {
        args.iter().zip(&sig.params).all(|(arg, formal)| arg.ex.is_some() || self.gives_value(arg.ast, formal))
    }

    /// Whether a parameter may take what a static call with a lambda in it gives, by the erased type of its result alone: such a call, as
    /// `Comparator.comparingInt(e -> e.size)`, waits for the parameter's type (JLS 15.12.2.2: it is not pertinent to applicability).
    fn takes_results(&mut self, sig: &MethodSig, args: &[Arg<'_>]) -> bool {
        args.iter().zip(&sig.params).all(|(arg, formal)| {
            arg.ex.is_some() || !waits_for_lambdas(arg.ast) || {
                let results = self.static_results(arg.ast);
                let formal = self.t.erasure(formal);
                results.is_empty() || results.iter().any(|r| self.t.is_subtype(r, &formal))
            }
        })
    }

    /// Tries it and forgets what it learned.
    fn trial<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        let before: Vec<InferVar> = self.infer.clone();
        let out = f(self);
        self.infer = before;
        out
    }

    /// Picks among candidates and infers. Says what is wrong where none or several fit.
    pub fn resolve_call(
        &mut self,
        what: &str,
        candidates: &[MethodSig],
        args: &mut [Arg<'_>],
        explicit: &[TypeArg],
        expect: &Expect,
        name_span: Span,
    ) -> Option<Chosen> {
        let n = args.len();
        let mut by_arity: Vec<&MethodSig> = candidates.iter().filter(|c| Self::arity_fits(c, n)).collect();
        if by_arity.len() > 1 {
            let valued: Vec<&MethodSig> =
                by_arity.iter().filter(|c| self.trial(|attr| attr.values_fit(c, args))).copied().collect();
            if !valued.is_empty() {
                by_arity = valued;
            }
            let taken: Vec<&MethodSig> = by_arity.iter().filter(|c| self.takes_results(c, args)).copied().collect();
            if let [_] = taken.as_slice() {
                by_arity = taken;
            }
        }
        if by_arity.len() != 1 {
            for a in args.iter_mut() {
                if a.ex.is_none() && !needs_target(a.ast) {
                    a.ex = Some(self.expr(a.ast, &Expect::Arg));
                }
            }
        }
        for (i, a) in args.iter_mut().enumerate() {
            let decides = matches!(by_arity.as_slice(), [one] if !one.varargs && one.params.get(i).is_some_and(Type::is_reference));
            // A type that nothing has said anything about yet fits any reference (JLS 18.5.2.1): an array for the parameter of
            // many arguments too.
            let open = (by_arity.len() > 1 || by_arity.iter().any(|c| c.varargs))
                && a.ex.as_ref().is_some_and(|ex| self.is_open(&ex.ty));
            if !decides && !open {
                a.ex = a.ex.take().map(|ex| self.decided(ex));
            }
        }
        let any_error = args.iter().any(|a| a.ex.as_ref().is_some_and(Ex::is_error));
        let mut chosen: Option<(&MethodSig, Phase)> = None;
        for phase in [Phase::Strict, Phase::Loose, Phase::Variable] {
            let mut fit: Vec<&MethodSig> = Vec::new();
            for c in &by_arity {
                if self.trial(|attr| attr.applicable(c, args, explicit, phase, by_arity.len() == 1)) {
                    fit.push(c);
                }
            }
            if fit.is_empty() {
                continue;
            }
            if fit.len() == 1 || any_error {
                chosen = Some((fit[0], phase));
            } else {
                match self.most_specific(&fit, args, phase) {
                    Ok(best) => chosen = Some((best, phase)),
                    Err(two) => {
                        self.ambiguous(what, two, name_span);
                        self.abandon(args);
                        return None;
                    }
                }
            }
            break;
        }
        let Some((sig, phase)) = chosen else {
            if !any_error {
                self.no_candidate(what, candidates, args, explicit, name_span);
            }
            self.abandon(args);
            return None;
        };
        let ambiguous_by_error = any_error && by_arity.len() > 1;
        let sig = sig.clone();
        let subst = self.instantiate(&sig, explicit);
        let throws: Vec<Type> = sig.throws.iter().map(|t| subst.apply(t)).collect();
        self.mark_thrown(&throws);
        let params: Vec<Type> = Self::formals(&sig, n, phase).iter().map(|p| subst.apply(p)).collect();
        for (arg, formal) in args.iter_mut().zip(&params) {
            if let (Some(ex), Type::Prim(p)) = (&arg.ex, formal)
                && self.operands.contains_key(&ex.span())
            {
                arg.ex = arg.ex.take().map(|ex| self.operands_to(ex, *p));
            }
            match &arg.ex {
                Some(ex) if self.is_open(&ex.ty) => {
                    self.open_fits(&ex.ty, formal, true);
                }
                Some(ex) => {
                    self.fits(ex, formal, true, false);
                }
                None => {}
            }
        }
        for (arg, formal) in args.iter().zip(&params) {
            if let (None, A::Lambda { params, .. }) = (&arg.ex, &super::ops::strip_parens(arg.ast).kind) {
                self.learn_typed(params, formal);
            }
        }
        let unchecked =
            args.iter().zip(&params).any(|(a, formal)| a.ex.as_ref().is_some_and(|ex| self.is_raw_for(ex, formal)));
        // What a raw argument was let pass for is not known, and so neither is what the result is of (JLS 15.12.2.6).
        let ret = if unchecked { self.t.erasure(&sig.ret) } else { subst.apply(&sig.ret) };
        // A capture would hide what a wildcard's bound has to be found out.
        let is_open = Self::has_open_wildcard(&ret);
        let ret = if is_open { ret } else { self.t.capture(&ret) };
        if let Expect::To(target) = expect
            && target.is_reference()
            && Self::has_infer(&ret)
        {
            let before = self.infer.clone();
            if !self.sub(&ret, target) {
                self.infer = before;
            }
        }
        // `int i = get()`, where nothing else says what `<T> T get()` gives: the box (JLS 18.5.2.1).
        if let (Expect::To(Type::Prim(p)), Type::Infer(v)) = (expect, self.zonk(&ret))
            && self.infer[v.0 as usize].lower.is_empty()
        {
            let (boxed, before) = (self.t.boxed(*p), self.infer.clone());
            if !self.sub(&ret, &boxed) {
                self.infer = before;
            }
        }
        for (arg, formal) in args.iter_mut().zip(&params) {
            if arg.ex.is_none() {
                let formal = self.zonk(formal);
                let ex = self.expr(arg.ast, &Expect::To(formal.clone()));
                if !self.fits(&ex, &formal, true, false) {
                    self.mismatch(&ex, &formal);
                }
                arg.ex = Some(ex);
            }
        }
        let ret = if ambiguous_by_error { Type::Error } else { self.zonk(&ret) };
        // It may be for the parameter to decide that this is an argument for.
        let ret = if is_open && !Self::has_open_wildcard(&ret) { self.t.capture(&ret) } else { ret };
        let throws = self.thrown_by(&sig, &subst);
        let gather = if phase == Phase::Variable {
            let open = matches!(expect, Expect::Arg);
            sig.params.last().and_then(Type::element).map(|elem| self.gathered(&subst.apply(&elem), &ret, open))
        } else {
            None
        };
        Some(Chosen { method: sig.method, params, ret, gather, throws })
    }

    /// Whether this value passes for the parameterised type only because it is raw.
    fn is_raw_for(&mut self, ex: &Ex, formal: &Type) -> bool {
        let (from, to) = (self.zonk(&ex.ty), self.zonk(formal));
        let Type::Class(target) = &to else { return false };
        target.args.iter().any(|arg| !matches!(arg, TypeArg::Any))
            && self.t.as_super(&from, target.class).is_some_and(|sup| sup.args.is_empty())
    }

    /// The type of the elements of the array that a call's last arguments become. One that is not known yet is decided here,
    /// unless the call is an argument whose parameter may say what its result is of; where the result is an array of it, that
    /// array may be the result.
    fn gathered(&mut self, elem: &Type, ret: &Type, open: bool) -> Type {
        let elem = self.zonk(elem);
        let is_result = ret.element().is_some_and(|of| self.zonk(&of) == elem);
        if open && !is_result && Self::has_infer(ret) { elem } else { self.settle(&elem) }
    }

    /// What the call throws, where the `throws` clause has type variables that stand for something here.
    fn thrown_by(&mut self, sig: &MethodSig, subst: &Subst) -> Option<Vec<ClassId>> {
        let declared = &self.t.method(sig.method).throws;
        if *declared == sig.throws && sig.throws.iter().all(|t| !matches!(t, Type::Var(_))) {
            return None;
        }
        let mut out = Vec::new();
        for thrown in sig.throws.clone() {
            let ty = self.settle(&subst.apply(&thrown));
            out.extend(self.t.erasure(&ty).class_id());
        }
        Some(out)
    }

    /// Keeps what a call throws for the analysis of paths.
    pub fn note_throws(&mut self, chosen: &Chosen, span: Span) {
        if let Some(throws) = &chosen.throws {
            self.out.thrown_by_call.insert((span, chosen.method), throws.clone());
        }
    }

    /// After an error: lambdas are attributed as far as they can be, so that their own errors show.
    fn abandon(&mut self, args: &mut [Arg<'_>]) {
        for a in args {
            if a.ex.is_none() {
                a.ex = Some(self.expr(a.ast, &Expect::To(Type::Error)));
            }
        }
    }

    /// The arguments as the method's erased parameters want them.
    pub fn passed(&mut self, chosen: &Chosen, mut args: Vec<Arg<'_>>, span: Span) -> Vec<Expr> {
        for arg in &mut args {
            arg.ex = arg.ex.take().map(|ex| self.decided(ex));
        }
        self.passed_open(chosen, args, span)
    }

    /// As [`Self::passed`], leaving open what is.
    pub fn passed_open(&mut self, chosen: &Chosen, args: Vec<Arg<'_>>, span: Span) -> Vec<Expr> {
        let declared: Vec<Ty> = self.t.method(chosen.method).params.clone().iter().map(|p| self.erase(p)).collect();
        let fixed = if chosen.gather.is_some() { declared.len() - 1 } else { declared.len() };
        let array = chosen.gather.as_ref().and_then(|elem| self.gathered_array(elem, declared.last()?));
        let mut out = Vec::new();
        let mut gathered = Vec::new();
        for (i, arg) in args.into_iter().enumerate() {
            let Some(ex) = arg.ex else { continue };
            let ex = if self.shows(chosen.method) { self.shown_contents(ex) } else { ex };
            let target = if i < fixed {
                declared[i].clone()
            } else {
                match &array {
                    Some(Ty::Array { elem, .. }) => (**elem).clone(),
                    _ => continue,
                }
            };
            let value = self.arg_value(ex, &chosen.params[i.min(chosen.params.len() - 1)], &target);
            if i < fixed { out.push(value) } else { gathered.push(value) }
        }
        if let (Some(ty), Some(declared)) = (array, declared.last()) {
            out.push(self.reference_to(Expr { kind: ExprKind::ArrayLit(gathered), ty, span }, declared));
        }
        out
    }

    /// The array of gathered arguments: of what the elements' type is here (JLS 15.12.4.2), or as the method declares it while
    /// that is not known.
    fn gathered_array(&mut self, elem: &Type, declared: &Ty) -> Option<Ty> {
        let Ty::Array { elem: erased, bound } = declared else { return None };
        let elem = self.zonk(elem);
        if !erased.is_reference() || matches!(elem, Type::Infer(_)) {
            return Some(declared.clone());
        }
        Some(Ty::Array { elem: Arc::new(self.erase(&elem)), bound: *bound })
    }

    /// A call's result of a type that was left for the parameter to decide.
    fn decided(&mut self, ex: Ex) -> Ex {
        if !matches!(ex.ty, Type::Infer(_)) {
            return ex;
        }
        let ty = self.settle(&ex.ty);
        let wanted = self.erase(&ty);
        Ex { hir: self.reference_to(ex.hir, &wanted), ty }
    }

    pub fn arg_value(&mut self, ex: Ex, formal: &Type, declared: &Ty) -> Expr {
        if ex.is_error() {
            return ex.hir;
        }
        if declared.is_primitive() || ex.ty.is_primitive() {
            let formal = self.zonk(formal);
            let formal = if matches!(formal, Type::Infer(_)) { self.t.object() } else { formal };
            let hir = self.convert_fitting(ex, &formal);
            return self.reference_to(hir, declared);
        }
        // An argument has the type that the parameter has in this call, whatever the method's own erased one is.
        let formal = self.zonk(formal);
        let hir = match formal {
            Type::Infer(_) => ex.hir,
            _ => {
                let own = self.erase(&formal);
                if self.erased_subtype(&ex.hir.ty, &own) { self.reference_to(ex.hir, &own) } else { ex.hir }
            }
        };
        self.kept_as(hir, declared)
    }

    fn most_specific<'c>(
        &mut self,
        fit: &[&'c MethodSig],
        args: &[Arg<'_>],
        phase: Phase,
    ) -> Result<&'c MethodSig, (&'c MethodSig, &'c MethodSig)> {
        let mut best: Vec<&'c MethodSig> = Vec::new();
        for &m in fit {
            let beats_all =
                fit.iter().all(|&o| std::ptr::eq(m, o) || self.trial(|attr| attr.more_specific(m, o, args, phase)));
            if beats_all {
                best.push(m);
            }
        }
        match best.as_slice() {
            [one] => Ok(one),
            [] => {
                // Two that no other one is nearer than.
                let last: Vec<&'c MethodSig> = fit
                    .iter()
                    .filter(|m| {
                        !fit.iter().any(|o| {
                            !std::ptr::eq(**m, *o)
                                && self.trial(|attr| attr.more_specific(o, m, args, phase))
                                && !self.trial(|attr| attr.more_specific(m, o, args, phase))
                        })
                    })
                    .copied()
                    .collect();
                match last.as_slice() {
                    [a, b, ..] => Err((a, b)),
                    _ => Err((fit[0], fit[1])),
                }
            }
            many => {
                // Same parameters: of several interfaces, or overridden with a more precise result.
                let concrete: Vec<&&MethodSig> = many.iter().filter(|m| !self.t.method(m.method).is_abstract).collect();
                if let [one] = concrete.as_slice() {
                    return Ok(one);
                }
                let mut pick = many[0];
                for m in &many[1..] {
                    // A raw result is one of any arguments, but less precise.
                    let raw = |attr: &Self, t: &Type| attr.t.is_raw(t);
                    let less = raw(self, &m.ret) && !raw(self, &pick.ret) && m.ret.class_id() == pick.ret.class_id();
                    if !less && self.trial(|attr| attr.sub(&m.ret, &pick.ret)) {
                        pick = m;
                    }
                }
                Ok(pick)
            }
        }
    }

    fn more_specific(&mut self, a: &MethodSig, b: &MethodSig, args: &[Arg<'_>], phase: Phase) -> bool {
        let subst = self.fresh_at(&b.type_params, &b.site);
        let n = args.len();
        let (pa, pb) = (Self::formals(a, n, phase), Self::formals(b, n, phase));
        args.iter().zip(pa.iter().zip(&pb)).all(|(arg, (x, y))| {
            let y = subst.apply(y);
            match &arg.ex {
                Some(_) => match (x, &y) {
                    (Type::Prim(p), Type::Prim(q)) => self.t.is_widening(*p, *q),
                    // Only subtyping counts, boxing does not.
                    (Type::Prim(_), _) | (_, Type::Prim(_)) => false,
                    _ => self.sub(x, &y),
                },
                None => self.sub(x, &y) || self.functional_more_specific(arg.ast, x, &y),
            }
        })
    }

    /// For a lambda: a primitive result is nearer if the body's value is primitive. One whose parameters have the types of the
    /// interface does not choose between interfaces, and neither does the name of several methods (JLS 15.12.2.5).
    fn functional_more_specific(&mut self, arg: &ast::Expr, x: &Type, y: &Type) -> bool {
        if !self.decides_alone(arg) {
            return false;
        }
        let (Some(f), Some(g)) = (self.t.functional_method(x), self.t.functional_method(y)) else { return false };
        if g.ret == Type::Void {
            return true;
        }
        match (&f.ret, &g.ret) {
            (Type::Void, _) => false,
            (Type::Prim(p), Type::Prim(q)) => self.t.is_widening(*p, *q),
            (Type::Prim(_), _) => self.gives_primitive(arg),
            (_, Type::Prim(_)) => !self.gives_primitive(arg),
            (a, b) => self.sub(a, b),
        }
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    fn ambiguous(&mut self, what: &str, (a, b): (&MethodSig, &MethodSig), span: Span) {
        let (x, y) = (self.t.display_method(a.method), self.t.display_method(b.method));
        self.report(
            Diagnostic::error("E0222", format!("which {what} is meant is not clear"), span)
                .label("several fit equally well")
                .note(format!("`{x}`"))
                .note(format!("`{y}`")),
        );
    }

    fn no_candidate(
        &mut self,
        what: &str,
        candidates: &[MethodSig],
        args: &mut [Arg<'_>],
        explicit: &[TypeArg],
        span: Span,
    ) {
        let near: Vec<&MethodSig> = candidates.iter().filter(|c| Self::arity_fits(c, args.len())).collect();
        let only = match (near.as_slice(), candidates) {
            ([one], _) => Some(*one),
            ([], [one]) => Some(one),
            _ => None,
        };
        if let Some(only) = only {
            let (declared, shown) = (self.t.method(only.method).name_span, self.t.display_method(only.method));
            let is_library = self.t.class(self.t.method(only.method).class).is_library;
            if !Self::arity_fits(only, args.len()) {
                let n = only.params.len();
                let mut d = Diagnostic::error(
                    "E0220",
                    format!("{what} takes {n} argument{}, not {}", if n == 1 { "" } else { "s" }, args.len()),
                    span,
                )
                .label(format!("called with {}", args.len()));
                d = if is_library { d.note(format!("`{shown}`")) } else { d.also(declared, "declared here") };
                self.report(d);
                return;
            }
            if !self.explicit_fit(only, explicit) {
                self.report(
                    Diagnostic::error("E0105", format!("these type arguments do not fit {what}"), span)
                        .label("not as many as it has type variables, or not within their bounds")
                        .note(format!("`{}`", self.t.display_method(only.method))),
                );
                return;
            }
            let subst = self.instantiate(only, explicit);
            let phase = if only.varargs && only.params.len() != args.len() { Phase::Variable } else { Phase::Loose };
            for (arg, formal) in args.iter().zip(Self::formals(only, args.len(), phase)) {
                let formal = subst.apply(&formal);
                match &arg.ex {
                    Some(ex) => {
                        if !self.fits(ex, &formal, true, false) {
                            self.mismatch(&ex.clone(), &formal);
                            if let Some(d) = self.diags.last_mut()
                                && !is_library
                            {
                                d.secondary.push(somd_syntax::diagnostics::Label {
                                    span: declared,
                                    text: format!("{what} is declared here"),
                                });
                            }
                            return;
                        }
                    }
                    None => {
                        if !self.shape_fits(arg.ast, &formal) {
                            let shown = self.show(&formal);
                            self.error(
                                "E0223",
                                format!("this does not fit {shown}"),
                                arg.ast.span,
                                "its form does not fit the parameter",
                            );
                            return;
                        }
                    }
                }
            }
        }
        let types: Vec<String> =
            args.iter().map(|a| a.ex.as_ref().map_or_else(|| "lambda".to_string(), |e| self.show(&e.ty))).collect();
        let mut d = Diagnostic::error("E0221", format!("no {what} takes ({})", types.join(", ")), span)
            .label("none of its forms fits these arguments");
        for c in candidates.iter().take(6) {
            d = d.note(format!("`{}`", self.t.display_method(c.method)));
        }
        self.report(d);
    }
}

/// Needs the parameter's type, or gains by it: lambdas, method references, and calls that have such arguments.
fn waits(e: &ast::Expr) -> bool {
    match &e.kind {
        // What a function of arrays takes may be for the parameter to say.
        A::Call { target: Some(t), name, .. } if super::array_func::root(t, &name.name).is_some() => true,
        A::Call { args, .. } => args.iter().any(waits),
        A::New { ty, args, body: None, .. } => is_diamond(ty) && args.iter().any(waits),
        A::Switch(_) => true,
        A::Paren(e) => waits(e),
        A::Cond(_, a, b) => waits(a) || waits(b),
        _ => needs_target(e),
    }
}

/// A call that is given a lambda whose parameters have no types.
fn waits_for_lambdas(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Paren(e) => waits_for_lambdas(e),
        A::Call { args, .. } => args.iter().any(|a| match &a.kind {
            A::Lambda { params, .. } => params.iter().any(|p| p.ty.is_none()),
            _ => waits_for_lambdas(a),
        }),
        _ => false,
    }
}

/// Has no type of its own at all.
pub(crate) fn needs_target(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Lambda { .. } | A::MethodRef { .. } => true,
        // An anonymous class's supertype must be known before its body is looked at.
        A::New { ty, body: Some(_), .. } => is_diamond(ty),
        A::Paren(e) => needs_target(e),
        A::Cond(_, a, b) => needs_target(a) || needs_target(b),
        _ => false,
    }
}

pub(crate) fn is_diamond(ty: &ast::Type) -> bool {
    match &ty.kind {
        ast::TypeExprKind::Class(parts) => {
            matches!(parts.last(), Some((_, Some(args))) if args.is_empty())
        }
        _ => false,
    }
}
