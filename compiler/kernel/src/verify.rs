//! Gives each expression of a module its type, and says what is wrong with it: names that nobody declares, types that do not fit, memory that is written
//! where it must not be, an address of one space where one of another is wanted. What work groups do together is looked at in [`crate::groups`].
//!
//! Both sides of a choice are looked at. What one side declares, the other does not see.

use crate::ir::*;
use std::collections::BTreeMap;

/// What is wrong with a module: where, and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The function.
    pub place: String,
    pub message: String,
}

/// Gives the expressions of a module their types. The result: all faults that were found.
pub fn verify(m: &mut Module) -> Vec<Fault> {
    let mut v = Verifier::default();
    v.scopes.push(BTreeMap::new());
    v.items(&mut m.items);
    v.faults.extend(crate::groups::faults(m, &|ty| bytes(&v.structs, ty)));
    v.faults
}

/// The size of a type; none where it is known when the kernel is built.
fn bytes(structs: &BTreeMap<Name, Vec<(Type, Name)>>, ty: &Type) -> Option<u64> {
    Some(match ty {
        Type::Scalar(s) => s.bytes().into(),
        Type::Vector(s, n) => u64::from(s.bytes()) * u64::from(*n),
        Type::Pointer(_) => 8,
        Type::Named(name) => {
            let fields = structs.get(name)?;
            let (mut all, mut most) = (0u64, 1u64);
            for (ty, _) in fields {
                let size = bytes(structs, ty)?;
                let align = size.clamp(1, 8);
                all = all.next_multiple_of(align) + size;
                most = most.max(align);
            }
            all.next_multiple_of(most)
        }
        _ => return None,
    })
}

/// The sides of choices that something stands in.
type Guard = Vec<(String, bool)>;

/// What a name is.
#[derive(Clone)]
struct Known {
    guard: Guard,
    ty: Type,
    space: Space,
    /// A variable that is not assigned.
    konst: bool,
}

#[derive(Clone)]
struct Callee {
    guard: Guard,
    params: Vec<Param>,
    ret: Type,
}

#[derive(Default)]
struct Verifier {
    faults: Vec<Fault>,
    place: String,
    guard: Guard,
    scopes: Vec<BTreeMap<Name, Vec<Known>>>,
    structs: BTreeMap<Name, Vec<(Type, Name)>>,
    types: BTreeMap<Name, Vec<(Guard, Type)>>,
    functions: BTreeMap<Name, Vec<Callee>>,
    inlines: BTreeMap<Name, Vec<(Guard, Vec<Name>, Expr)>>,
    params: BTreeMap<Name, Vec<(Guard, Param)>>,
}

/// Whether two things may be there in one kernel.
fn together(a: &Guard, b: &Guard) -> bool {
    a.iter().all(|(name, side)| b.iter().all(|(other, of)| name != other || side == of))
}

/// The last of what fits a guard.
fn fitting<T>(all: &[T], guard: impl Fn(&T) -> &Guard, here: &Guard) -> Option<usize> {
    all.iter().rposition(|one| together(guard(one), here))
}

fn sides(cond: &Cond) -> (String, bool) {
    match cond {
        Cond::Given(name) => (name.to_string(), true),
        Cond::Absent(name) => (name.to_string(), false),
        Cond::Value(e) => (crate::print::expr(e), true),
    }
}

const SIZE: Type = Type::Scalar(Scalar::Size);

impl Verifier {
    fn fault(&mut self, message: impl Into<String>) {
        let fault = Fault { place: self.place.clone(), message: message.into() };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn declare(&mut self, name: &Name, ty: Type, konst: bool) {
        self.declare_in(name, ty, konst, Space::Private);
    }

    fn declare_in(&mut self, name: &Name, ty: Type, konst: bool, space: Space) {
        let known = Known { guard: self.guard.clone(), ty, space, konst };
        if let Some(scope) = self.scopes.last_mut() {
            scope.entry(name.clone()).or_default().push(known);
        }
    }

    fn find(&self, name: &str) -> Option<Known> {
        self.scopes.iter().rev().find_map(|scope| {
            let all = scope.get(name)?;
            Some(all[fitting(all, |k| &k.guard, &self.guard)?].clone())
        })
    }

    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        self.scopes.push(BTreeMap::new());
        f(self);
        self.scopes.pop();
    }

    /// Looks at both sides of a choice.
    fn choice<T>(&mut self, c: &mut Choice<T>, f: &mut dyn FnMut(&mut Self, &mut Vec<T>)) {
        if let Cond::Value(e) = &mut c.cond {
            // Names that nobody has given are 0 there.
            let before = self.faults.len();
            self.expr(e);
            self.faults.truncate(before);
        }
        let (name, side) = sides(&c.cond);
        self.guard.push((name.clone(), side));
        f(self, &mut c.then);
        if let Some(last) = self.guard.last_mut() {
            last.1 = !side;
        }
        f(self, &mut c.otherwise);
        self.guard.pop();
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        for item in items {
            match item {
                Item::Value { name, value } => {
                    self.options(value);
                    let ty = self.expr(value);
                    self.declare(name, ty, true);
                }
                Item::Inline { name, params, body } => {
                    let all = self.inlines.entry(name.clone()).or_default();
                    all.push((self.guard.clone(), params.clone(), body.clone()));
                }
                Item::TypeName { name, ty, .. } => {
                    self.types.entry(name.clone()).or_default().push((self.guard.clone(), ty.clone()));
                }
                Item::ParamName { name, param } => {
                    self.params.entry(name.clone()).or_default().push((self.guard.clone(), param.clone()));
                }
                Item::Struct { name, fields } => drop(self.structs.insert(name.clone(), fields.clone())),
                Item::Table { ty, name, values, .. } => {
                    values.iter_mut().for_each(|e| drop(self.expr(e)));
                    let dims = vec![Expr::int(values.len() as u64)];
                    self.declare(name, Type::Array(Box::new(ty.clone()), Space::Constant, dims), true);
                }
                Item::Choice(c) => self.choice(c, &mut |v, items| v.items(items)),
                Item::Function(f) => self.function(f),
                Item::Comment(_)
                | Item::Blank
                | Item::LongAtomics { .. }
                | Item::ExactArithmetic
                | Item::Unrolls
                | Item::Calls
                | Item::SpaceName { .. } => {}
            }
        }
    }

    /// Numbers that the kernel is built with have no declaration.
    fn options(&mut self, e: &Expr) {
        let mut names = Vec::new();
        e.each(&mut |e| {
            if let Kind::Name(name) = &e.kind {
                names.push(name.clone());
            }
        });
        for name in names {
            if self.find(&name).is_none() {
                self.declare(&name, Type::INT, true);
            }
        }
    }

    fn function(&mut self, f: &mut Function) {
        let callee = Callee { guard: self.guard.clone(), params: f.params.clone(), ret: f.ret.clone() };
        self.functions.entry(f.name.clone()).or_default().push(callee);
        self.place = f.name.to_string();
        if let FunctionKind::Kernel { group: Some(group) } = &mut f.kind {
            self.options(group);
            self.expr(group);
        }
        self.scoped(|v| {
            for p in &f.params {
                let guard = v.guard.len();
                if let Some(cond) = &p.when {
                    v.guard.push(sides(cond));
                }
                v.param(p);
                v.guard.truncate(guard);
            }
            v.stmts(&mut f.body);
        });
        self.place.clear();
    }

    fn param(&mut self, p: &Param) {
        match &p.kind {
            ParamKind::Typed { konst, ty, name } => self.declare(name, ty.clone(), *konst),
            ParamKind::Named(alias) => {
                for (guard, param) in self.params.get(alias).cloned().unwrap_or_default() {
                    let before = std::mem::take(&mut self.guard);
                    self.guard = before.iter().cloned().chain(guard).collect();
                    self.param(&param);
                    self.guard = before;
                }
            }
        }
    }

    fn stmts(&mut self, stmts: &mut [Stmt]) {
        stmts.iter_mut().for_each(|s| self.stmt(s));
    }

    fn body(&mut self, b: &mut Body) {
        self.scoped(|v| v.stmts(&mut b.stmts));
    }

    fn stmt(&mut self, s: &mut Stmt) {
        match s {
            Stmt::Declare(d) => self.declaration(d),
            Stmt::Do(e) | Stmt::Return(Some(e)) | Stmt::Unroll(Some(e)) => drop(self.expr(e)),
            Stmt::Report { flag, number } => {
                self.expr(flag);
                self.expr(number);
            }
            Stmt::If { cond, then, otherwise } => {
                self.cond(cond);
                self.body(then);
                otherwise.iter_mut().for_each(|b| self.body(b));
            }
            Stmt::For { init, cond, next, body } => self.scoped(|v| {
                init.iter_mut().for_each(|s| v.stmt(s));
                cond.iter_mut().for_each(|e| v.cond(e));
                next.iter_mut().for_each(|e| drop(v.expr(e)));
                v.body(body);
            }),
            Stmt::While { cond, body } | Stmt::DoWhile { body, cond } => {
                self.cond(cond);
                self.body(body);
            }
            Stmt::Block(stmts) => self.scoped(|v| v.stmts(stmts)),
            Stmt::Choice(c) => self.choice(c, &mut |v, stmts| v.stmts(stmts)),
            Stmt::Ptx(p) => p.outputs.iter_mut().chain(&mut p.inputs).for_each(|(_, e)| drop(self.expr(e))),
            Stmt::Comment(_)
            | Stmt::Return(None)
            | Stmt::Unroll(None)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Goto(_)
            | Stmt::Label(_)
            | Stmt::Barrier { .. } => {}
        }
    }

    fn cond(&mut self, e: &mut Expr) {
        let ty = self.expr(e);
        if !matches!(ty, Type::Scalar(_) | Type::Unknown) {
            self.fault(format!("{} is no condition", crate::print::expr(e)));
        }
    }

    fn declaration(&mut self, d: &mut Declare) {
        for n in &mut d.names {
            n.dims.iter_mut().for_each(|e| drop(self.expr(e)));
            let (space, konst, volatile) = (d.space.clone(), d.konst, d.volatile);
            let to = d.base.clone();
            let (ty, fixed) = match n.pointer {
                Some(fixed) => {
                    let p = Pointer { to, space, konst, volatile, restrict: false };
                    (Type::Pointer(Box::new(p)), fixed)
                }
                None if !n.dims.is_empty() => (Type::Array(Box::new(to), space, n.dims.clone()), konst),
                None => (to, konst),
            };
            match &mut n.init {
                Some(Init::Value(e)) => {
                    let from = self.expr(e);
                    self.fits(&from, &ty, &n.name);
                }
                Some(Init::List(all)) => all.iter_mut().for_each(|e| drop(self.expr(e))),
                None => {}
            }
            let space = if n.pointer.is_some() { Space::Private } else { d.space.clone() };
            self.declare_in(&n.name, ty, fixed, space);
        }
    }

    /// The type that a name of a type stands for.
    fn known(&self, ty: &Type) -> Type {
        let Type::Named(name) = ty else { return ty.clone() };
        let all = self.types.get(name).map_or(&[][..], |all| all.as_slice());
        fitting(all, |t| &t.0, &self.guard).map_or(ty.clone(), |n| all[n].1.clone())
    }

    /// A value of one type where another is wanted.
    fn fits(&mut self, from: &Type, to: &Type, what: &str) {
        let (from, to) = (decayed(&self.known(from)), self.known(to));
        let ok = match (&from, &to) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Pointer(a), Type::Pointer(b)) => {
                let named = |s: &Space| matches!(s, Space::Named(_));
                let spaces = a.space == b.space || named(&a.space) || named(&b.space);
                spaces && (b.konst || !a.konst) && self.known(&a.to) == self.known(&b.to)
            }
            (Type::Scalar(_), Type::Scalar(_)) => true,
            (Type::Vector(..), Type::Vector(..)) | (Type::Named(_), Type::Named(_)) => from == to,
            _ => false,
        };
        if !ok {
            let text = crate::print::type_text;
            self.fault(format!("{what}: {} where {} is wanted", text(&from), text(&to)));
        }
    }

    // Expressions

    /// Gives the expression its type.
    fn expr(&mut self, e: &mut Expr) -> Type {
        // What a module defines hides what all languages have.
        if let Kind::Builtin(b, args) = &mut e.kind
            && self.functions.contains_key(b.name().as_str())
        {
            e.kind = Kind::Call(b.name().into(), std::mem::take(args));
        }
        let ty = self.type_of(e);
        e.ty = ty.clone();
        ty
    }

    fn type_of(&mut self, e: &mut Expr) -> Type {
        match &mut e.kind {
            Kind::Name(name) => match self.find(name) {
                Some(known) => self.known(&known.ty),
                // Numbers that the kernel is built with are written in capitals.
                None if !name.chars().any(|c| c.is_ascii_lowercase()) => Type::INT,
                None => {
                    let message = format!("{name} is not declared");
                    self.fault(message);
                    Type::Unknown
                }
            },
            Kind::Int { value, unsigned, long, hex } => Type::Scalar(match (*unsigned, *long) {
                (false, true) => Scalar::Long,
                (true, true) => Scalar::ULong,
                (true, false) => Scalar::UInt,
                _ if *value > u64::from(u32::MAX) => Scalar::Long,
                _ if *value > i32::MAX as u64 && *hex => Scalar::UInt,
                _ if *value > i32::MAX as u64 => Scalar::Long,
                _ => Scalar::Int,
            }),
            Kind::Float(text) => Type::Scalar(if text.ends_with('f') { Scalar::Float } else { Scalar::Double }),
            Kind::Bool(_) => Type::BOOL,
            Kind::Known(k) => Type::Scalar(match k {
                crate::ir::Known::Nan | crate::ir::Known::Infinity => Scalar::Float,
                crate::ir::Known::IntMin | crate::ir::Known::IntMax => Scalar::Int,
                crate::ir::Known::UintMax => Scalar::UInt,
                crate::ir::Known::LongMin => Scalar::Long,
            }),
            Kind::Unary(op, a) => {
                let op = *op;
                let ty = self.expr(a);
                match op {
                    Unary::Neg | Unary::BitNot => promoted(&ty),
                    Unary::Not => Type::BOOL,
                    Unary::Deref => decayed(&ty).element().map_or(Type::Unknown, |t| self.known(&t)),
                    Unary::Address => {
                        let (space, konst) = self.space_of(a);
                        Type::Pointer(Box::new(Pointer { to: ty, space, konst, volatile: false, restrict: false }))
                    }
                }
            }
            Kind::Binary(op, a, b) => {
                let op = *op;
                let (a, b) = (self.expr(a), self.expr(b));
                self.binary(op, &a, &b)
            }
            Kind::Select(c, a, b) => {
                self.cond(c);
                let (a, b) = (self.expr(a), self.expr(b));
                common(&a, &b)
            }
            Kind::Assign(op, to, from) => {
                let op = *op;
                let from = self.expr(from);
                let ty = self.written(to);
                // A pointer goes on by a number.
                if !(op.is_some() && matches!(ty, Type::Pointer(_))) {
                    self.fits(&from, &ty, "an assignment");
                }
                ty
            }
            Kind::Step { target, .. } => self.written(target),
            Kind::Sequence(all) => all.iter_mut().map(|e| self.expr(e)).last().unwrap_or(Type::Void),
            Kind::Cast(ty, a) => {
                let ty = ty.clone();
                self.expr(a);
                self.known(&ty)
            }
            Kind::Bits(ty, a) | Kind::Convert { ty, of: a, .. } => {
                let ty = ty.clone();
                self.expr(a);
                ty
            }
            Kind::Vector(ty, all) | Kind::Struct(ty, all) => {
                let ty = ty.clone();
                all.iter_mut().for_each(|e| drop(self.expr(e)));
                ty
            }
            Kind::Builtin(b, args) => {
                let b = *b;
                let args: Vec<Type> = args.iter_mut().map(|e| self.expr(e)).collect();
                self.builtin(b, &args)
            }
            Kind::Call(name, args) => {
                let name = name.clone();
                let args: Vec<Type> = args.iter_mut().map(|e| self.expr(e)).collect();
                self.call(&name, &args)
            }
            Kind::Index(a, i) => {
                let (a, i) = (self.expr(a), self.expr(i));
                if !matches!(i, Type::Scalar(s) if !s.is_float()) && i != Type::Unknown {
                    self.fault(format!("{} is no index", crate::print::type_text(&i)));
                }
                match a.element() {
                    Some(t) => self.known(&t),
                    None => self.nothing(&a, "elements"),
                }
            }
            Kind::Field(a, field) => {
                let field = field.clone();
                let ty = self.expr(a);
                let of =
                    |name: &Name| self.structs.get(name)?.iter().find(|(_, n)| *n == field).map(|(t, _)| t.clone());
                match &ty {
                    Type::Named(name) => of(name),
                    _ => None,
                }
                .unwrap_or_else(|| self.nothing(&ty, &field))
            }
            Kind::Lane(a, n) => {
                let n = *n;
                match self.expr(a) {
                    Type::Vector(s, of) if n < of => Type::Scalar(s),
                    ty => self.nothing(&ty, "such an element"),
                }
            }
        }
    }

    fn nothing(&mut self, ty: &Type, what: &str) -> Type {
        if *ty != Type::Unknown {
            self.fault(format!("{} has no {what}", crate::print::type_text(ty)));
        }
        Type::Unknown
    }

    /// The type of what is written.
    fn written(&mut self, e: &mut Expr) -> Type {
        let ty = self.expr(e);
        let constant = match &e.kind {
            Kind::Name(name) => self.find(name).is_some_and(|k| k.konst),
            _ => self.space_of(e).1,
        };
        let place = matches!(
            e.kind,
            Kind::Name(_) | Kind::Index(..) | Kind::Field(..) | Kind::Lane(..) | Kind::Unary(Unary::Deref, _)
        );
        // What an `Inline` makes of its parameters is known where it is called.
        if constant || !place {
            self.fault(format!("{} is written", crate::print::expr(e)));
        }
        ty
    }

    /// The space that an expression's memory is in, and whether nothing may write there.
    fn space_of(&self, e: &Expr) -> (Space, bool) {
        match &e.kind {
            Kind::Name(name) => match self.find(name) {
                Some(Known { ty: Type::Array(_, space, _), konst, .. }) => (space, konst),
                Some(known) => (known.space, known.konst),
                None => (Space::Private, false),
            },
            Kind::Index(a, _) | Kind::Unary(Unary::Deref, a) => match &a.ty {
                Type::Pointer(p) => (p.space.clone(), p.konst),
                Type::Array(_, space, _) => (space.clone(), self.space_of(a).1 || *space == Space::Constant),
                _ => (Space::Private, false),
            },
            Kind::Field(a, _) | Kind::Lane(a, _) => self.space_of(a),
            _ => (Space::Private, false),
        }
    }

    fn binary(&mut self, op: Binary, a: &Type, b: &Type) -> Type {
        let (a, b) = (decayed(a), decayed(b));
        if *[&a, &b].map(|t| matches!(t, Type::Named(_) | Type::Void | Type::Image)).iter().max().unwrap_or(&false) {
            self.fault(format!("no {} of structures", op.symbol()));
        }
        match (&a, &b) {
            _ if op.is_comparison() => Type::BOOL,
            (Type::Pointer(_), Type::Pointer(_)) => Type::Scalar(Scalar::Long),
            (Type::Pointer(_), _) => a,
            (_, Type::Pointer(_)) => b,
            _ if matches!(op, Binary::Shl | Binary::Shr) => promoted(&a),
            _ => common(&a, &b),
        }
    }

    fn builtin(&mut self, b: Builtin, args: &[Type]) -> Type {
        let first = args.first().cloned().unwrap_or(Type::Unknown);
        let pointed = decayed(&first).element();
        let all = args.iter().cloned().reduce(|a, b| common(&a, &b)).unwrap_or(Type::Unknown);
        match b {
            b if b.is_place() => SIZE,
            Builtin::Min | Builtin::Max => all,
            Builtin::Math(m) => {
                if args.len() != usize::from(m.1) {
                    self.fault(format!("{} has other arguments", m.0));
                }
                all
            }
            Builtin::Abs => match first {
                Type::Scalar(s) => Type::Scalar(unsigned(s)),
                Type::Vector(s, n) => Type::Vector(unsigned(s), n),
                other => other,
            },
            Builtin::AddSat | Builtin::PopCount => first,
            Builtin::IsNan => Type::INT,
            Builtin::Atomic(_) | Builtin::LongAtomic(_) => {
                let long = matches!(b, Builtin::LongAtomic(_));
                let of = pointed.map(|t| self.known(&t)).unwrap_or(Type::Unknown);
                if let Some(s) = of.scalar()
                    && (s.is_float() || (s.bytes() == 8) != long || s.bytes() < 4)
                {
                    self.fault(format!("no {} of {}", b.name(), s.name()));
                }
                of
            }
            Builtin::VectorLoad(n) => {
                let of = args.last().and_then(|t| decayed(t).element()).and_then(|t| t.scalar());
                of.map_or(Type::Unknown, |s| Type::Vector(s, n))
            }
            Builtin::VectorStore(_) => Type::Void,
            Builtin::ReadImage { float } => Type::Vector(if float { Scalar::Float } else { Scalar::Int }, 4),
            _ => Type::Unknown,
        }
    }

    fn call(&mut self, name: &Name, args: &[Type]) -> Type {
        if let Some(all) = self.inlines.get(name)
            && let Some(n) = fitting(all, |i| &i.0, &self.guard)
        {
            let (_, params, mut body) = all[n].clone();
            let mut ty = Type::Unknown;
            self.scoped(|v| {
                for (p, arg) in params.iter().zip(args) {
                    v.declare(p, arg.clone(), false);
                }
                ty = v.expr(&mut body);
            });
            return ty;
        }
        let all = self.functions.get(name).map_or(&[][..], |all| all.as_slice());
        let Some(n) = fitting(all, |f| &f.guard, &self.guard) else {
            self.fault(format!("{name} is not declared"));
            return Type::Unknown;
        };
        let callee = all[n].clone();
        if callee.params.len() != args.len() {
            self.fault(format!("{name} has {} parameters", callee.params.len()));
        }
        for (p, arg) in callee.params.iter().zip(args) {
            if let ParamKind::Typed { ty, name: of, .. } = &p.kind {
                self.fits(arg, ty, &format!("{name}, {of}"));
            }
        }
        self.known(&callee.ret)
    }
}

fn unsigned(s: Scalar) -> Scalar {
    match s {
        Scalar::Char => Scalar::UChar,
        Scalar::Short => Scalar::UShort,
        Scalar::Int => Scalar::UInt,
        Scalar::Long => Scalar::ULong,
        other => other,
    }
}

/// An array where a value is wanted: the address of its first element.
fn decayed(ty: &Type) -> Type {
    match (ty, ty.element()) {
        (Type::Array(_, space, _), Some(to)) => {
            let konst = *space == Space::Constant;
            Type::Pointer(Box::new(Pointer { to, space: space.clone(), konst, volatile: false, restrict: false }))
        }
        _ => ty.clone(),
    }
}

/// Integers narrower than an int are one in arithmetic.
pub fn promoted(ty: &Type) -> Type {
    match ty {
        Type::Scalar(s) if s.bytes() < 4 => Type::INT,
        other => other.clone(),
    }
}

/// The type in which two values meet.
pub fn common(a: &Type, b: &Type) -> Type {
    match (a, b) {
        (Type::Unknown, other) | (other, Type::Unknown) => other.clone(),
        (Type::Vector(..), _) => a.clone(),
        (_, Type::Vector(..)) => b.clone(),
        (Type::Scalar(x), Type::Scalar(y)) if a == b && x.bytes() >= 4 => Type::Scalar(*y),
        (Type::Scalar(Scalar::Bool), Type::Scalar(Scalar::Bool)) => Type::BOOL,
        (Type::Scalar(x), Type::Scalar(y)) => Type::Scalar(if x.is_float() || y.is_float() {
            if *x == Scalar::Double || *y == Scalar::Double { Scalar::Double } else { Scalar::Float }
        } else {
            let rank = |s: Scalar| (s.bytes().max(4), !s.is_signed() && s.bytes() >= 4);
            let most = if rank(*x) >= rank(*y) { *x } else { *y };
            if most.bytes() < 4 { Scalar::Int } else { most }
        }),
        _ => a.clone(),
    }
}
