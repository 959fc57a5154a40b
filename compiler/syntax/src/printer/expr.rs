//! Expressions.

use super::*;

impl Printer {
    pub(super) fn args(&mut self, args: &[Expr]) {
        self.put("(");
        self.list(args, ", ", Printer::expr);
        self.put(")");
    }

    /// Two operands with a sign between.
    pub(super) fn infix(&mut self, a: &Expr, sign: &str, b: &Expr) {
        self.expr(a);
        self.put(&format!(" {sign} "));
        self.expr(b);
    }

    /// A sign, then its operand; a blank keeps `- -x` from becoming `--x`.
    pub(super) fn prefix(&mut self, sign: &str, e: &Expr) {
        self.put(sign);
        if let ExprKind::Unary(..) | ExprKind::MapUnary(..) | ExprKind::ReduceOp(..) = e.kind {
            self.put(" ");
        }
        self.expr(e);
    }

    pub(super) fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Name(name) => self.put(name),
            ExprKind::This => self.put("this"),
            ExprKind::QualifiedThis(outer) => {
                self.expr(outer);
                self.put(".this");
            }
            ExprKind::Super(None) => self.put("super"),
            ExprKind::Super(Some(outer)) => {
                self.expr(outer);
                self.put(".super");
            }
            ExprKind::Field(target, name) => {
                self.expr(target);
                self.put(&format!(".{}", name.name));
            }
            ExprKind::ClassLiteral(ty) => {
                self.ty(ty);
                self.put(".class");
            }
            ExprKind::Index(array, index) => {
                self.expr(array);
                self.put("[");
                self.expr(index);
                self.put("]");
            }
            ExprKind::Call { target, type_args, name, args } => {
                if let Some(target) = target {
                    self.expr(target);
                    self.put(".");
                }
                self.some_type_args(type_args);
                self.put(&name.name);
                self.args(args);
            }
            ExprKind::New { outer, type_args, ty, args, body } => {
                if let Some(outer) = outer {
                    self.expr(outer);
                    self.put(".");
                }
                self.put("new ");
                self.some_type_args(type_args);
                self.ty(ty);
                self.args(args);
                if let Some(body) = body {
                    self.put(" ");
                    self.class_body(body);
                }
            }
            ExprKind::NewArray { ty, sizes, init } => self.new_array(ty, sizes, init.as_deref()),
            ExprKind::NewValueArray { ty, arg } => {
                self.put("new ");
                self.ty(ty);
                match arg {
                    ValueArrayArg::Freeze(e) => self.args(std::slice::from_ref(e)),
                    ValueArrayArg::Init(e) => self.expr(e),
                }
            }
            ExprKind::ArrayInit(items) => {
                self.put("{");
                self.list(items, ", ", Printer::expr);
                self.put("}");
            }
            ExprKind::Unary(op @ (UnaryOp::PostInc | UnaryOp::PostDec), e) => {
                self.expr(e);
                self.put(unary_sign(*op));
            }
            ExprKind::Unary(op, e) => self.prefix(unary_sign(*op), e),
            ExprKind::Binary(op, _, a, b) => self.infix(a, binary_sign(*op), b),
            ExprKind::InstanceOf { expr, ty, binding } => {
                self.expr(expr);
                self.put(" instanceof ");
                self.ty(ty);
                if let Some(binding) = binding {
                    self.put(&format!(" {}", binding.name));
                }
            }
            ExprKind::Cast(ty, e) => {
                self.put("(");
                self.ty(ty);
                self.put(") ");
                self.expr(e);
            }
            ExprKind::Assign(a, b) => self.infix(a, "=", b),
            ExprKind::CompoundAssign(op, a, b) => self.infix(a, &format!("{}=", binary_sign(*op)), b),
            ExprKind::Cond(c, a, b) => {
                self.infix(c, "?", a);
                self.put(" : ");
                self.expr(b);
            }
            ExprKind::Lambda { params, body } => {
                self.put("(");
                self.list(params, ", ", |p, param| {
                    p.modifiers(&param.modifiers);
                    match &param.ty {
                        Some(ty) => {
                            p.ty(ty);
                            p.put(" ");
                        }
                        None if param.modifiers != Modifiers::default() => p.put("var "),
                        None => {}
                    }
                    p.put(&param.name.name);
                });
                self.put(") -> ");
                match body {
                    LambdaBody::Expr(e) => self.expr(e),
                    LambdaBody::Block(block) => self.block(block),
                }
            }
            ExprKind::MethodRef { target, type_args, name } => {
                match target {
                    MethodRefTarget::Expr(e) => self.expr(e),
                    MethodRefTarget::Type(ty) => self.ty(ty),
                    MethodRefTarget::Super(qualifier) => {
                        if let Some(q) = qualifier {
                            self.expr(q);
                            self.put(".");
                        }
                        self.put("super");
                    }
                }
                self.put("::");
                self.some_type_args(type_args);
                self.put(&name.name);
            }
            ExprKind::Switch(switch) => self.switch(switch),
            ExprKind::Paren(e) => self.args(std::slice::from_ref(e)),
            ExprKind::Task { class, args, method } => {
                self.put("task ");
                self.ty(class);
                if let Some(args) = args {
                    self.args(args);
                }
                self.put(&format!(".{}", method.name));
            }
            ExprKind::Connect(a, b) => self.infix(a, "=>", b),
            ExprKind::TaskTuple(items) => self.args(items),
            ExprKind::Map { class, method, args } => {
                self.ty(class);
                self.put(&format!(" @ {}", method.name));
                self.args(args);
            }
            ExprKind::MapBinary(op, a, b) => self.infix(a, &format!("@{}", binary_sign(*op)), b),
            ExprKind::MapUnary(op, e) => self.prefix(&format!("@{}", unary_sign(*op)), e),
            ExprKind::MapCast(ty, e) => {
                self.put("@(");
                self.ty(ty);
                self.put(") ");
                self.expr(e);
            }
            ExprKind::ReduceOp(op, e) => self.prefix(&format!("{}! ", reduce_sign(*op)), e),
            ExprKind::ReduceMethod { class, method, array, init } => {
                self.ty(class);
                self.put(&format!(".{}!", method.name));
                match init {
                    Some(init) => {
                        self.put("(");
                        self.infix(array, ",", init);
                        self.put(")");
                    }
                    None => {
                        self.put(" ");
                        self.expr(array);
                    }
                }
            }
            ExprKind::Error => self.put("/* error */"),
        }
    }

    pub(super) fn new_array(&mut self, ty: &Type, sizes: &[Expr], init: Option<&Expr>) {
        self.put("new ");
        let mut element = ty;
        let mut dims = Vec::new();
        while let TypeExprKind::Array(inner, dim) = &element.kind {
            dims.push(dim);
            element = inner;
        }
        self.ty(element);
        for (i, dim) in dims.into_iter().enumerate() {
            match sizes.get(i) {
                Some(size) => {
                    self.put("[");
                    self.expr(size);
                    self.put("]");
                }
                None => self.dim(dim),
            }
        }
        if let Some(init) = init {
            self.put(" ");
            self.expr(init);
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal) {
        // Writing to a string cannot fail. Negative numbers have no literal in decimal.
        let _ = match literal {
            Literal::Int(v) if *v < 0 => write!(self.out, "0x{v:x}"),
            Literal::Int(v) => write!(self.out, "{v}"),
            Literal::Long(v) if *v < 0 => write!(self.out, "0x{v:x}L"),
            Literal::Long(v) => write!(self.out, "{v}L"),
            Literal::Float(v) => write!(self.out, "{v:e}f"),
            Literal::Double(v) => write!(self.out, "{v:e}d"),
            Literal::Boolean(v) => write!(self.out, "{v}"),
            Literal::Null => write!(self.out, "null"),
            Literal::Char(c) => {
                self.out.push('\'');
                self.unit(*c, '\'');
                self.out.push('\'');
                Ok(())
            }
            Literal::String(units) => {
                self.out.push('"');
                for &unit in units {
                    self.unit(unit, '"');
                }
                self.out.push('"');
                Ok(())
            }
        };
    }

    pub(super) fn unit(&mut self, unit: u16, quote: char) {
        let escape = match unit {
            10 => "\\n",
            13 => "\\r",
            9 => "\\t",
            8 => "\\b",
            12 => "\\f",
            92 => "\\\\",
            _ => "",
        };
        match u8::try_from(unit) {
            _ if !escape.is_empty() => self.put(escape),
            Ok(b) if char::from(b) == quote => {
                self.out.push('\\');
                self.out.push(quote);
            }
            Ok(b @ 32..=126) => self.out.push(char::from(b)),
            // An octal escape, since a unicode escape of a line end would end the line.
            Ok(b @ (0..=31 | 127)) => self.put(&format!("\\{b:03o}")),
            _ => self.put(&format!("\\u{unit:04x}")),
        }
    }
}
