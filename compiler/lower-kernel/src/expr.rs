//! Expressions.

use super::body::{Body, Fail, Place, Space, length_name};
use super::code::{Binary, Code, Prec, field_name, literal, unsigned_type};
use super::emitted::Refusal;
use super::helpers::Helper;
use super::spaces::macro_name;
use somd_core::ir::*;
use somd_core::walk;
use somd_kernel::Unary;
use somd_passes::devices::native;

type Result<T> = std::result::Result<T, Refusal>;

impl Body<'_, '_> {
    /// The value as text; what must happen before (checks, calls that may fail) is written first.
    pub fn expr(&mut self, e: &Expr) -> Result<Code> {
        Ok(match &e.kind {
            ExprKind::Const(c) => literal(c, &e.ty),
            ExprKind::Var(v) => match &self.vars[v.index()] {
                Some(name) => Code::read(name.clone()),
                None => Code::read(self.place(*v, e)?.base),
            },
            ExprKind::Unary(op, a) => {
                if *op == UnOp::Neg && e.ty.is_int() {
                    return self.wrapping(e);
                }
                let a = self.expr(a)?;
                let op = match op {
                    UnOp::Neg => Unary::Neg,
                    UnOp::BitNot => Unary::BitNot,
                    UnOp::Not => Unary::Not,
                };
                Code::unary(op, &a)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e)?,
            ExprKind::Convert(a) => self.convert(a, &e.ty)?,
            ExprKind::Bitcast(a) => {
                let ty = self.unit.scalar(&e.ty);
                Code::read(format!("as_{ty}({})", self.expr(a)?.text()))
            }
            ExprKind::Select(c, a, b) => self.select(c, a, b, e)?,
            ExprKind::And(a, b) => self.logical(a, b, true)?,
            ExprKind::Or(a, b) => self.logical(a, b, false)?,
            ExprKind::Math(op, args) => self.math(*op, args, &e.ty)?,
            ExprKind::Len { array, dim } => Code::read(self.place(*array, e)?.dims[*dim as usize].clone()),
            ExprKind::Index { array, index } => {
                if let Some(code) = self.in_tile(*array, index) {
                    // What is read may be in the tile although an index is to be checked.
                    for check in index.iter().filter(|i| matches!(i.kind, ExprKind::Check { .. })) {
                        self.expr(check)?;
                    }
                    return Ok(code);
                }
                if let Some(code) = self.in_four(*array, index)? {
                    return Ok(code);
                }
                let place = self.place(*array, e)?;
                let at = self.offset(&place, index)?;
                if self.images.contains(array) {
                    return Ok(Code::read(format!("{}({})", macro_name(&place.base, "AT"), at.text())));
                }
                Code::read(place.at(&at))
            }
            ExprKind::Row { array, index } => Code::read(self.row(*array, index, e)?.base),
            ExprKind::Check { kind, value, .. } => self.check(kind, value, e)?,
            ExprKind::Call { func, args } => {
                let call = self.call(*func, args, e)?;
                if !self.unit.throws(*func) {
                    return Ok(Code::read(call));
                }
                let ty = self.unit.scalar(&e.ty);
                let name = self.names.fresh("value");
                self.line(format!("const {ty} {name} = {call};"));
                self.after_call();
                Code::read(name)
            }
            ExprKind::MakeStruct(args) => {
                let ty = self.unit.scalar(&e.ty);
                let args = self.all(args)?;
                Code::read(format!("({ty}){{ {} }}", args.join(", ")))
            }
            ExprKind::Field(a, field) => {
                let a_code = self.expr(a)?;
                let Ty::Struct(s) = a.ty else {
                    return Err(Refusal::new(e.span, "a field of something else than a structure"));
                };
                let name = field_name(&self.unit.program.structs[s.index()].fields[*field as usize].0);
                Code::read(format!("{}.{name}", a_code.at(Prec::Postfix)))
            }
            ExprKind::NewPrivate | ExprKind::ArrayLit(_) => {
                let name = self.names.fresh("row");
                self.private_array(&name, e)?;
                Code::read(name)
            }
            ExprKind::NewArray { .. } => {
                return Err(Refusal::new(e.span, "an array of a size known only at run time is made"));
            }
        })
    }

    pub fn all(&mut self, exprs: &[Expr]) -> Result<Vec<String>> {
        exprs.iter().map(|e| self.expr(e).map(|c| c.text())).collect()
    }

    pub fn place(&self, array: VarId, e: &Expr) -> Result<Place> {
        let name = &self.func.vars[array.index()].name;
        self.places
            .get(&array)
            .cloned()
            .ok_or_else(|| Refusal::new(e.span, format!("the array {name} is not in reach of a kernel")))
    }

    // Integers

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, e: &Expr) -> Result<Code> {
        let (int, symbol) = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul if e.ty.is_int() => return self.wrapping(e),
            BinOp::Div | BinOp::Rem if e.ty.is_int() => return self.division(op, a, b, &e.ty),
            BinOp::Rem => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                return Ok(Code::read(format!("fmod({}, {})", a.text(), b.text())));
            }
            BinOp::UShr => {
                let u = unsigned_type(&e.ty);
                let ty = self.unit.scalar(&e.ty);
                let (a, b) = (self.expr(a)?.cast(u), self.expr(b)?);
                return Ok(Code::binary(&a, Binary::Shr, &b).cast(&ty));
            }
            BinOp::Add => (false, Binary::Add),
            BinOp::Sub => (false, Binary::Sub),
            BinOp::Mul => (false, Binary::Mul),
            BinOp::Div => (false, Binary::Div),
            // OpenCL C masks the count as Java does, and leaves no shift undefined.
            BinOp::Shl => (true, Binary::Shl),
            BinOp::Shr => (true, Binary::Shr),
            BinOp::And => (true, Binary::BitAnd),
            BinOp::Or => (true, Binary::BitOr),
            BinOp::Xor => (true, Binary::BitXor),
            BinOp::Lt => (true, Binary::Lt),
            BinOp::Le => (true, Binary::Le),
            BinOp::Gt => (true, Binary::Gt),
            BinOp::Ge => (true, Binary::Ge),
            BinOp::Eq => (true, Binary::Eq),
            BinOp::Ne => (true, Binary::Ne),
        };
        if matches!(a.ty, Ty::Struct(_)) {
            return Err(Refusal::new(e.span, "structures are compared"));
        }
        // One function of the device's in place of two.
        if let (BinOp::Div, ExprKind::Math(MathOp::Sqrt, root), true) = (op, &b.kind, self.unit.fast_math) {
            let root = Code::read(format!("rsqrt({})", self.all(root)?.join(", ")));
            let one = matches!(a.kind, ExprKind::Const(Const::F32(n)) if n == 1.0)
                || matches!(a.kind, ExprKind::Const(Const::F64(n)) if n == 1.0);
            let a = self.expr(a)?;
            return Ok(if one { root } else { Code::binary(&a, Binary::Mul, &root) });
        }
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        let mut code = Code::binary(&a, symbol, &b);
        if int && e.ty == Ty::Bool && matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
            code = code.cast("bool");
        }
        Ok(code)
    }

    /// `+`, `-`, `*` and negation of integers: unsigned, because C leaves the overflow of signed ones undefined.
    fn wrapping(&mut self, e: &Expr) -> Result<Code> {
        let ty = self.unit.scalar(&e.ty);
        Ok(self.unsigned(e)?.cast(&ty))
    }

    /// The same bits in the unsigned type.
    fn unsigned(&mut self, e: &Expr) -> Result<Code> {
        let u = unsigned_type(&e.ty);
        let suffix = if e.ty == Ty::I64 { "ul" } else { "u" };
        let wraps = |e: &Expr| {
            e.ty.is_int()
                && matches!(
                    e.kind,
                    ExprKind::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, ..) | ExprKind::Unary(UnOp::Neg, _)
                )
        };
        let constant = |e: &Expr| match e.kind {
            ExprKind::Const(Const::Int(n)) => Some(n),
            _ => None,
        };
        match &e.kind {
            ExprKind::Unary(UnOp::Neg, a) => {
                let a = if wraps(a) { self.unsigned(a)? } else { self.expr(a)? };
                Ok(Code::binary(&Code::read(format!("0{suffix}")), Binary::Sub, &a))
            }
            ExprKind::Binary(op, a, b) if wraps(e) => {
                let mut op = match op {
                    BinOp::Add => Binary::Add,
                    BinOp::Sub => Binary::Sub,
                    _ => Binary::Mul,
                };
                // One unsigned operand makes the operation unsigned.
                let left = match constant(a) {
                    Some(n) if n >= 0 => Code::read(format!("{n}{suffix}")),
                    _ if wraps(a) => self.unsigned(a)?,
                    _ => self.expr(a)?,
                };
                let mut done = wraps(a) || constant(a).is_some_and(|n| n >= 0);
                let right = match constant(b) {
                    Some(n) if n >= 0 => {
                        done = true;
                        Code::read(format!("{n}{suffix}"))
                    }
                    Some(n) if op != Binary::Mul && n > i32::MIN as i64 => {
                        done = true;
                        op = if op == Binary::Add { Binary::Sub } else { Binary::Add };
                        Code::read(format!("{}{suffix}", -n))
                    }
                    _ if wraps(b) => {
                        done = true;
                        self.unsigned(b)?
                    }
                    _ => self.expr(b)?,
                };
                let left = if done { left } else { left.cast(u) };
                Ok(Code::binary(&left, op, &right))
            }
            _ => Ok(self.expr(e)?.cast(u)),
        }
    }

    fn division(&mut self, op: BinOp, a: &Expr, b: &Expr, ty: &Ty) -> Result<Code> {
        if let (Ty::I64, ExprKind::Const(Const::Int(n @ 2..=0xffff_ffff))) = (ty, &b.kind)
            && !(*n as u64).is_power_of_two()
        {
            self.unit.helper(Helper::NoInline);
            let name = self.unit.helper(if op == BinOp::Div { Helper::DivLongBy } else { Helper::RemLongBy });
            return Ok(Code::read(format!("{name}({}, {n}u)", self.expr(a)?.text())));
        }
        let safe = matches!(b.kind, ExprKind::Const(Const::Int(n)) if n != 0 && n != -1);
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        if safe {
            return Ok(Code::binary(&a, if op == BinOp::Div { Binary::Div } else { Binary::Rem }, &b));
        }
        let helper = if op == BinOp::Div { Helper::div(ty) } else { Helper::rem(ty) };
        let name = self.unit.helper(helper);
        Ok(Code::read(format!("{name}({}, {})", a.text(), b.text())))
    }

    fn convert(&mut self, a: &Expr, to: &Ty) -> Result<Code> {
        let ty = self.unit.scalar(to);
        let code = self.expr(a)?;
        if a.ty == *to {
            return Ok(code);
        }
        if a.ty.is_float() && to.is_int() {
            // Narrower than int by way of int.
            let wide = if *to == Ty::I64 { "long" } else { "int" };
            let name = self.unit.helper(Helper::integer_of(&a.ty, to));
            let code = Code::read(format!("{name}({})", code.text()));
            return Ok(if ty == wide { code } else { code.cast(&ty) });
        }
        Ok(code.cast(&ty))
    }

    // Control inside expressions

    fn select(&mut self, c: &Expr, a: &Expr, b: &Expr, e: &Expr) -> Result<Code> {
        if matches!(e.ty, Ty::Array(_)) {
            return Err(Refusal::new(e.span, "one of two arrays is chosen"));
        }
        let c = self.expr(c)?;
        if let (ExprKind::Call { func: f, .. }, ExprKind::Call { func: g, .. }) = (&a.kind, &b.kind)
            && f != g
            && self.unit.straight(*f)
            && self.unit.straight(*g)
        {
            let ty = self.unit.scalar(&e.ty);
            let mut names = Vec::new();
            for side in [a, b] {
                let value = self.expr(side)?.text();
                names.push(self.names.fresh("side"));
                self.line(format!("const {ty} {} = {value};", names[names.len() - 1]));
            }
            return Ok(Code::select(&c, &Code::read(&names[0]), &Code::read(&names[1])));
        }
        self.certain = false;
        let sides = self.apart(|body| body.expr(a)).and_then(|a| Ok((a, self.apart(|body| body.expr(b))?)));
        let ((a, a_lines), (b, b_lines)) = sides?;
        if a_lines.is_empty() && b_lines.is_empty() {
            return Ok(Code::select(&c, &a, &b));
        }
        let ty = self.unit.scalar(&e.ty);
        let name = self.names.fresh("choice");
        self.line(format!("{ty} {name};"));
        self.line(format!("if ({}) {{", c.text()));
        self.lines.extend(a_lines);
        self.line(format!("    {name} = {};", a.text()));
        self.line("} else {");
        self.lines.extend(b_lines);
        self.line(format!("    {name} = {};", b.text()));
        self.line("}");
        Ok(Code::read(name))
    }

    fn logical(&mut self, a: &Expr, b: &Expr, and: bool) -> Result<Code> {
        let a = self.expr(a)?;
        self.certain = false;
        let b = self.apart(|body| body.expr(b));
        let (b, lines) = b?;
        if lines.is_empty() {
            return Ok(Code::binary(&a, if and { Binary::And } else { Binary::Or }, &b));
        }
        let name = self.names.fresh("holds");
        self.line(format!("bool {name} = {};", a.text()));
        self.line(format!("if ({}{name}) {{", if and { "" } else { "!" }));
        self.lines.extend(lines);
        self.line(format!("    {name} = {};", b.text()));
        self.line("}");
        Ok(Code::read(name))
    }

    fn check(&mut self, kind: &CheckKind, value: &Expr, e: &Expr) -> Result<Code> {
        let code = self.expr(value)?;
        if let CheckKind::Index { array, dim } = kind
            && self.is_proved(*array, *dim, value)
        {
            return Ok(code);
        }
        // Of what is the same for all iterations, they all fail or none.
        let alike = match (kind, &value.kind) {
            (CheckKind::NonZero | CheckKind::Index { .. }, ExprKind::Var(v)) => self.uniforms.contains(v),
            (CheckKind::Index { .. }, ExprKind::Const(_)) => true,
            _ => false,
        };
        self.varying |= !(alike && self.certain);
        // What is tested and then used is computed once.
        let simple = matches!(value.kind, ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Len { .. });
        let code = if simple || matches!(value.kind, ExprKind::Check { .. }) {
            code
        } else {
            let wish = match kind {
                CheckKind::Index { .. } | CheckKind::Below { .. } => "index",
                CheckKind::NonZero => "divisor",
                CheckKind::Size => "size",
                CheckKind::SameLength { .. } => "length",
                CheckKind::View { .. } => "distance",
            };
            let name = self.names.fresh(wish);
            let ty = self.unit.scalar(&value.ty);
            self.line(format!("const {ty} {name} = {};", code.text()));
            Code::read(name)
        };
        match kind {
            CheckKind::Index { array, dim } => {
                let length = Code::read(self.place(*array, e)?.dims[*dim as usize].clone());
                self.fail_if(&format!("{} >= {}", code.cast("uint").text(), length.cast("uint").text()));
            }
            CheckKind::Below { length, .. } => {
                let length = self.expr(length)?;
                self.fail_if(&format!("{} >= {}", code.cast("uint").text(), length.cast("uint").text()));
            }
            CheckKind::NonZero => self.fail_if(&format!("{} == 0", code.at(Prec::Relation))),
            CheckKind::Size => self.fail_if(&format!("{} < 0", code.at(Prec::Shift))),
            CheckKind::View { before, after, .. } => {
                let code = code.at(Prec::Shift);
                self.fail_if(&format!("{code} < -{before} || {code} > {after}"));
            }
            CheckKind::SameLength { other } => {
                let other = self.expr(other)?;
                self.fail_if(&format!("{} != {}", code.at(Prec::Relation), other.at(Prec::Relation)));
            }
        }
        Ok(code)
    }

    // Functions

    fn math(&mut self, op: MathOp, args: &[Expr], ty: &Ty) -> Result<Code> {
        let codes = self.all(args)?;
        let args = codes.join(", ");
        let name = match op {
            MathOp::Abs if ty.is_int() => {
                let ty = self.unit.scalar(ty);
                // The built-in gives the unsigned type, so that the least value has one.
                return Ok(Code::read(format!("abs({args})")).cast(&ty));
            }
            MathOp::Min if ty.is_int() => "min",
            MathOp::Max if ty.is_int() => "max",
            MathOp::Min => self.unit.helper(Helper::min(ty)),
            MathOp::Max => self.unit.helper(Helper::max(ty)),
            MathOp::Sqrt => "sqrt",
            MathOp::Abs => "fabs",
            MathOp::Floor => "floor",
            MathOp::Ceil => "ceil",
            MathOp::Rint => "rint",
            MathOp::Fma => "fma",
        };
        Ok(Code::read(format!("{name}({args})")))
    }

    /// A call's text; [`Body::after_call`] must follow where it may fail.
    pub fn call(&mut self, func: FuncId, args: &[Expr], e: &Expr) -> Result<String> {
        self.call_at(func, args, e.span)
    }

    pub fn call_at(&mut self, func: FuncId, args: &[Expr], span: somd_syntax::source::Span) -> Result<String> {
        let callee = self.unit.program.func(func);
        if let Some(native) = self.unit.fast_math.then(|| native(&callee.display)).flatten() {
            return Ok(format!("{native}({})", self.all(args)?.join(", ")));
        }
        let mut spaces = Vec::new();
        let mut texts = Vec::new();
        for (arg, &param) in args.iter().zip(&callee.params) {
            let Ty::Array(formal) = &callee.vars[param.index()].ty else {
                texts.push(self.expr(arg)?.text());
                continue;
            };
            let place = self.array(arg)?;
            spaces.push(place.space);
            texts.push(place.base);
            for (bound, len) in formal.dims.iter().zip(place.dims) {
                if bound.is_none() {
                    texts.push(len);
                }
            }
        }
        let name = self.unit.function(func, spaces, span)?;
        if self.unit.throws(func) {
            // A function hands on the flag that it was given.
            texts.push(if matches!(self.fail, Fail::Function { .. }) { "failed".into() } else { "&failed".into() });
        }
        Ok(format!("{name}({})", texts.join(", ")))
    }

    /// Leaves the iteration where the function just called has failed.
    pub fn after_call(&mut self) {
        match self.fail.clone() {
            Fail::Function { result } if result.is_empty() => self.line("if (*failed) return;"),
            Fail::Function { result } => self.line(format!("if (*failed) return {result};")),
            _ => {
                self.sets_failed = true;
                self.varying = true;
                self.fail_if("failed");
            }
        }
    }

    // Arrays

    /// An array argument.
    pub fn array(&mut self, e: &Expr) -> Result<Place> {
        match &e.kind {
            ExprKind::Var(v) => self.place(*v, e),
            ExprKind::Row { array, index } => self.row(*array, index, e),
            ExprKind::NewPrivate | ExprKind::ArrayLit(_) => {
                let name = self.names.fresh("row");
                self.private_array(&name, e)
            }
            _ => Err(Refusal::new(e.span, "an array is the value of an expression that kernels have no form for")),
        }
    }

    fn row(&mut self, array: VarId, index: &[Expr], e: &Expr) -> Result<Place> {
        let (base, place) = self.row_address(array, index, e)?;
        Ok(Place { base: base.at(Prec::Postfix), ..place })
    }

    /// The address of a row's first element, and the row's place, whose base is the array's.
    pub fn row_address(&mut self, array: VarId, index: &[Expr], e: &Expr) -> Result<(Code, Place)> {
        let place = self.place(array, e)?;
        let at = self.offset(&place, index)?;
        let address = Code::binary(&Code::read(&place.base), Binary::Add, &at);
        Ok((address, Place { dims: place.dims[index.len()..].to_vec(), ..place }))
    }

    /// Declares a private array with the value of an expression.
    pub fn private_array(&mut self, name: &str, e: &Expr) -> Result<Place> {
        let (place, count) = private_place(name, e)?;
        let elem = self.unit.stored(&e.ty);
        match &e.kind {
            ExprKind::NewPrivate => self.line(format!("{elem} {name}[{count}] = {{ 0 }};")),
            ExprKind::ArrayLit(items) if items.iter().all(|i| i.ty.as_array().is_none()) => {
                let items = self.all(items)?;
                self.line(format!("{elem} {name}[{count}] = {{ {} }};", items.join(", ")));
            }
            ExprKind::ArrayLit(items) => {
                self.line(format!("{elem} {name}[{count}];"));
                let each = count / items.len().max(1) as u64;
                for (i, item) in items.iter().enumerate() {
                    let from = self.array(item)?.base;
                    self.copy(name, &(i as u64 * each).to_string(), &from, &each.to_string());
                }
            }
            _ => {
                let from = self.array(e)?.base;
                self.line(format!("{elem} {name}[{count}];"));
                self.copy(name, "0", &from, &count.to_string());
            }
        }
        Ok(place)
    }

    /// `to[at ..] = from[0 .. count]`
    pub fn copy(&mut self, to: &str, at: &str, from: &str, count: &str) {
        let k = self.names.fresh("k");
        let target = if at == "0" { k.clone() } else { format!("{at} + {k}") };
        self.line(format!("for (int {k} = 0; {k} < {count}; {k}++) {to}[{target}] = {from}[{k}];"));
    }

    /// The distance of an element or row from the first element.
    pub fn offset(&mut self, place: &Place, index: &[Expr]) -> Result<Code> {
        let mut at = match index.first() {
            Some(first) => self.index(first)?,
            None => return Ok(Code::read("0")),
        };
        if place.dims.len() == 1 {
            return Ok(at);
        }
        // Of many elements the number may be larger than an int.
        if place.space == Space::Global {
            at = at.cast("size_t");
        }
        for (d, dim) in place.dims.iter().enumerate().skip(1) {
            at = Code::binary(&at, Binary::Mul, &Code::read(dim));
            if let Some(i) = index.get(d) {
                let i = self.index(i)?;
                at = Code::binary(&at, Binary::Add, &i);
            }
        }
        Ok(at)
    }

    /// An index in range. Where that is a variable and a constant apart it cannot have overflowed: it would be negative, or as
    /// large as no array.
    fn index(&mut self, e: &Expr) -> Result<Code> {
        if let ExprKind::Binary(op @ (BinOp::Add | BinOp::Sub), a, b) = &e.kind
            && e.ty == Ty::I32
            && let (ExprKind::Var(_), ExprKind::Const(Const::Int(0..65536))) = (&a.kind, &b.kind)
        {
            let (a, b) = (self.expr(a)?, self.expr(b)?);
            return Ok(Code::binary(&a, if *op == BinOp::Add { Binary::Add } else { Binary::Sub }, &b));
        }
        self.expr(e)
    }
}

/// Where an array of an iteration's own is, and how many elements it has.
pub(super) fn private_place(name: &str, e: &Expr) -> Result<(Place, u64)> {
    let Ty::Array(ty) = &e.ty else { return Err(Refusal::new(e.span, "an array was expected")) };
    let dims: Option<Vec<u32>> = ty.dims.iter().copied().collect();
    let Some(dims) = dims else {
        return Err(Refusal::new(e.span, "a private array of a size known only at run time"));
    };
    let count: u64 = dims.iter().map(|d| *d as u64).product();
    if count == 0 || count > MAX_PRIVATE {
        return Err(Refusal::new(e.span, format!("a private array of {count} elements")));
    }
    let dims = dims.iter().map(|d| d.to_string()).collect();
    Ok((Place { base: name.to_string(), space: Space::Private, dims }, count))
}

/// Elements of a private array: more do not fit the registers and stacks that devices have.
const MAX_PRIVATE: u64 = 4096;

/// Parameters for an array's lengths.
pub(super) fn length_names(array: &str, rank: usize) -> Vec<String> {
    (0..rank).map(|d| length_name(array, d)).collect()
}

/// Whether an expression calls a function that changes arrays, other than at its root: C leaves open when.
pub(super) fn writes_inside(program: &Program, e: &Expr) -> bool {
    fn any(program: &Program, e: &Expr) -> bool {
        let mut found = matches!(&e.kind, ExprKind::Call { func, .. } if walk::call_writes(program, *func));
        walk::expr_children(e, &mut |c| found |= any(program, c));
        found
    }
    let mut found = false;
    walk::expr_children(e, &mut |c| found |= any(program, c));
    found
}
