//! Expressions.

use super::*;

impl Parser {
    // Expressions

    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.expr_of(None)
    }

    /// An expression whose type its place knows, which arrays that are made there need.
    pub(super) fn expr_of(&mut self, ty: Option<&Ty>) -> Result<Expr> {
        if let Some(ty) = ty.filter(|t| t.as_array().is_some()) {
            if self.eat("private") {
                return Ok(Expr::new(ExprKind::NewPrivate, ty.clone(), Span::NONE));
            }
            if self.eat("new") {
                self.expect("[")?;
                let sizes = self.list("]", |p| p.expr())?;
                return Ok(Expr::new(ExprKind::NewArray { sizes }, ty.clone(), Span::NONE));
            }
        }
        let cond = self.binary(1)?;
        if !self.eat("?") {
            return Ok(cond);
        }
        let then = self.binary(1)?;
        self.expect(":")?;
        let otherwise = self.nested(Parser::expr)?;
        let ty = then.ty.clone();
        Ok(node(ExprKind::Select(Box::new(cond), Box::new(then), Box::new(otherwise)), ty))
    }

    pub(super) fn binary(&mut self, min: u8) -> Result<Expr> {
        use BinOp::*;
        let mut left = self.unary()?;
        loop {
            let Tok::Symbol(symbol) = *self.peek() else { return Ok(left) };
            let (op, precedence) = match symbol {
                "&&" => (None, 2),
                "||" => (None, 1),
                _ => {
                    let all = [Mul, Div, Rem, Add, Sub, Shl, Shr, UShr, Lt, Le, Gt, Ge, Eq, Ne, And, Xor, Or];
                    match all.into_iter().find(|op| bin_name(*op).0 == symbol) {
                        Some(op) => (Some(op), bin_name(op).1),
                        None => return Ok(left),
                    }
                }
            };
            if precedence < min {
                return Ok(left);
            }
            self.at += 1;
            let right = Box::new(self.binary(precedence + 1)?);
            let ty = match op {
                Some(op) if !op.is_comparison() => left.ty.clone(),
                _ => Ty::Bool,
            };
            let l = Box::new(left);
            left = match op {
                Some(op) => node(ExprKind::Binary(op, l, right), ty),
                None if precedence == 2 => node(ExprKind::And(l, right), ty),
                None => node(ExprKind::Or(l, right), ty),
            };
        }
    }

    pub(super) fn unary(&mut self) -> Result<Expr> {
        if self.is("-") {
            let literal = match &self.tokens[self.at + 1].0 {
                Tok::Number(_) => true,
                Tok::Name(n, 0, false) => n == "inf" || n == "inff",
                _ => false,
            };
            self.at += 1;
            if literal {
                return self.literal("-");
            }
            let a = self.nested(Parser::unary)?;
            let ty = a.ty.clone();
            return Ok(node(ExprKind::Unary(UnOp::Neg, Box::new(a)), ty));
        }
        for (symbol, op) in [("~", UnOp::BitNot), ("!", UnOp::Not)] {
            if self.eat(symbol) {
                let a = self.nested(Parser::unary)?;
                let ty = a.ty.clone();
                return Ok(node(ExprKind::Unary(op, Box::new(a)), ty));
            }
        }
        let mut e = self.nested(Parser::primary)?;
        while self.eat(".") {
            let name = self.name()?;
            let Ty::Struct(s) = e.ty else { return self.fail("a field of what is no structure") };
            let fields = &self.program.structs[s.index()].fields;
            let Some(i) = fields.iter().position(|f| f.0 == name) else { return self.fail(format!("no field {name}")) };
            let ty = fields[i].1.clone();
            e = node(ExprKind::Field(Box::new(e), i as u32), ty);
        }
        Ok(e)
    }

    pub(super) fn literal(&mut self, sign: &str) -> Result<Expr> {
        let word = match self.next() {
            Tok::Number(n) => n,
            Tok::Name(n, _, _) => n.to_string(),
            _ => return self.fail("a number is missing"),
        };
        let is_int = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        for (suffix, ty) in [("", Ty::I32), ("L", Ty::I64), ("i8", Ty::I8), ("i16", Ty::I16), ("u16", Ty::U16)] {
            if let Some(digits) = word.strip_suffix(suffix)
                && is_int(digits)
                && let Ok(n) = format!("{sign}{digits}").parse()
            {
                return Ok(node(ExprKind::Const(Const::Int(n)), ty));
            }
        }
        let (digits, single) = match word.strip_suffix('f') {
            Some(digits) if word != "inf" => (digits, true),
            _ => (word.as_str(), false),
        };
        let text = format!("{sign}{digits}");
        let value = if single { text.parse().map(Const::F32).ok() } else { text.parse().map(Const::F64).ok() };
        match value {
            Some(c) => Ok(node(ExprKind::Const(c), if single { Ty::F32 } else { Ty::F64 })),
            None => self.fail(format!("{word} is no number")),
        }
    }

    pub(super) fn primary(&mut self) -> Result<Expr> {
        if self.eat("(") {
            let e = self.expr()?;
            self.expect(")")?;
            return Ok(e);
        }
        if self.eat("[") {
            let items = self.list("]", |p| p.expr())?;
            if items.is_empty() {
                self.expect("of")?;
                let ty = self.ty()?;
                return Ok(node(ExprKind::ArrayLit(items), ty));
            }
            let n = Some(items.len() as u32);
            let ty = match &items[0].ty {
                Ty::Array(a) => {
                    ArrayTy { elem: a.elem.clone(), dims: std::iter::once(n).chain(a.dims.iter().copied()).collect() }
                }
                scalar => ArrayTy { elem: Box::new(scalar.clone()), dims: vec![n] },
            };
            return Ok(node(ExprKind::ArrayLit(items), Ty::Array(ty)));
        }
        let (name, suffix, quoted) = match self.peek().clone() {
            Tok::Number(_) => return self.literal(""),
            Tok::Name(name, suffix, quoted) => (name, suffix, quoted),
            other => return self.fail(format!("an expression is missing before {other:?}")),
        };
        if !quoted && suffix == 0 && WORDS.contains(&name.as_str()) {
            return self.word(&name);
        }
        if let Some(&var) = self.names.get(&(name.clone(), suffix))
            && self.tokens[self.at + 1].0 != Tok::Symbol("(")
        {
            self.at += 1;
            if !self.eat("[") {
                let ty = self.var_ty(var).clone();
                return Ok(node(ExprKind::Var(var), ty));
            }
            let index = self.list("]", |p| p.expr())?;
            let Some(array) = self.var_ty(var).as_array() else { return self.fail(format!("{name} is no array")) };
            let ty = indexed(array, index.len());
            let kind = if ty.as_array().is_some() {
                ExprKind::Row { array: var, index }
            } else {
                ExprKind::Index { array: var, index }
            };
            return Ok(node(kind, ty));
        }
        if self.tokens[self.at + 1].0 == Tok::Symbol("{") {
            let ty = self.ty()?;
            self.expect("{")?;
            let fields = self.list("}", |p| p.expr())?;
            return Ok(node(ExprKind::MakeStruct(fields), ty));
        }
        if self.tokens[self.at + 1].0 != Tok::Symbol("(") {
            return self.fail(format!("no variable {name}"));
        }
        let func = self.func_id()?;
        self.expect("(")?;
        let args = self.list(")", |p| p.expr())?;
        let Some(ty) = self.program.func(func).ret.first().cloned() else {
            return self.fail(format!("{name} has no value"));
        };
        Ok(node(ExprKind::Call { func, args }, ty))
    }

    pub(super) fn word(&mut self, name: &SmolStr) -> Result<Expr> {
        if matches!(name.as_str(), "nan" | "nanf" | "inf" | "inff") {
            return self.literal("");
        }
        if let Some(ty) = self.scalar_word() {
            self.at += 1;
            self.expect("(")?;
            let a = self.expr()?;
            self.expect(")")?;
            return Ok(node(ExprKind::Convert(Box::new(a)), ty));
        }
        self.at += 1;
        match name.as_str() {
            "true" | "false" => return Ok(node(ExprKind::Const(Const::Bool(name == "true")), Ty::Bool)),
            "bitcast" => {
                let ty = self.ty()?;
                self.expect("(")?;
                let a = self.expr()?;
                self.expect(")")?;
                return Ok(node(ExprKind::Bitcast(Box::new(a)), ty));
            }
            "len" => {
                let parens = self.eat("(");
                let array = self.var()?;
                let dim = if parens && self.eat(",") { self.dim()? } else { 0 };
                if parens {
                    self.expect(")")?;
                }
                return Ok(node(ExprKind::Len { array, dim }, Ty::I32));
            }
            "check_index" => {
                self.expect("(")?;
                let array = self.var()?;
                self.expect(",")?;
                let mut value = self.expr()?;
                let mut dim = 0;
                if self.eat(",") {
                    let ExprKind::Const(Const::Int(n)) = value.kind else { return self.fail("a dimension is missing") };
                    dim = n as u32;
                    value = self.expr()?;
                }
                return self.check(CheckKind::Index { array, dim }, value);
            }
            "check_nonzero" | "check_size" => {
                self.expect("(")?;
                let value = self.expr()?;
                return self.check(if name == "check_size" { CheckKind::Size } else { CheckKind::NonZero }, value);
            }
            "check_length" | "check_below" | "check_char" => {
                self.expect("(")?;
                let value = self.expr()?;
                self.expect(",")?;
                let other = Box::new(self.expr()?);
                let kind = match name.as_str() {
                    "check_length" => CheckKind::SameLength { other },
                    kind => CheckKind::Below { length: other, text: kind == "check_char" },
                };
                return self.check(kind, value);
            }
            "check_view" => {
                self.expect("(")?;
                let (array, _) = self.var_name()?;
                self.expect(",")?;
                let mut numbers = [0u32; 3];
                for n in &mut numbers {
                    let ExprKind::Const(Const::Int(value)) = self.expr()?.kind else {
                        return self.fail("a number is missing");
                    };
                    *n = u32::try_from(value).unwrap_or(0);
                    self.expect(",")?;
                }
                let [dim, before, after] = numbers;
                let value = self.expr()?;
                return self.check(CheckKind::View { array, dim, before, after }, value);
            }
            _ => {}
        }
        use MathOp::*;
        for op in [Sqrt, Abs, Floor, Ceil, Rint, Fma, Min, Max] {
            if math_name(op) == name {
                self.expect("(")?;
                let args = self.list(")", |p| p.expr())?;
                let ty = args.first().map_or(Ty::F64, |a| a.ty.clone());
                return Ok(node(ExprKind::Math(op, args), ty));
            }
        }
        self.at -= 1;
        self.fail(format!("`{name}` is no expression"))
    }

    pub(super) fn dim(&mut self) -> Result<u32> {
        match self.next() {
            Tok::Number(n) if n.parse::<u32>().is_ok() => Ok(n.parse().unwrap_or_default()),
            other => self.fail(format!("{:?} is no dimension", other)),
        }
    }

    pub(super) fn check(&mut self, kind: CheckKind, value: Expr) -> Result<Expr> {
        self.expect(")")?;
        let site = self.site()?;
        let ty = value.ty.clone();
        Ok(node(ExprKind::Check { kind, value: Box::new(value), site }, ty))
    }
}
