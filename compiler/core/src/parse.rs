//! Reads the text form that [`print`](super::print) writes, for tests of passes. `renumber(parse(print(p)))` is `renumber(p)` but for spans of
//! expressions and, unless printed with spans, of statements.
//!
//! A recursive descent over tokens; functions are read in two rounds, heads first, so that they may call one another in any order.

mod expr;
mod lex;

use super::ir::*;
use super::print::{WORDS, bin_name, math_name, reduce_name};
use super::verify::indexed;
use lex::{Tok, lex};
use smol_str::{SmolStr, ToSmolStr};
use somd_syntax::ast::ReduceOp;
use somd_syntax::source::Span;
use std::collections::HashMap;

/// What is wrong, and on which line of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    pub line: usize,
    pub message: String,
}

pub fn parse(text: &str) -> Result<Program, ParseError> {
    let tokens = lex(text)?;
    let mut p = Parser {
        tokens,
        at: 0,
        depth: 0,
        program: Program::default(),
        names: HashMap::new(),
        vars: Vec::new(),
        ret: Vec::new(),
    };
    p.heads()?;
    p.at = 0;
    p.program_text()?;
    Ok(p.program)
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

/// How deep statements, expressions and types may nest: the stack of a small thread holds so many.
const DEEPEST: usize = 100;

struct Parser {
    tokens: Vec<(Tok, usize)>,
    at: usize,
    /// Of statements, expressions and types around what is read.
    depth: usize,
    program: Program,
    /// Variables of the function at hand.
    names: HashMap<(SmolStr, u32), VarId>,
    vars: Vec<Var>,
    ret: Vec<Ty>,
}

impl Parser {
    // Tokens

    fn peek(&self) -> &Tok {
        &self.tokens[self.at].0
    }

    fn next(&mut self) -> Tok {
        let tok = self.tokens[self.at].0.clone();
        if tok != Tok::End {
            self.at += 1;
        }
        tok
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(ParseError { line: self.tokens[self.at].1, message: message.into() })
    }

    /// Reads what stands in something else.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return self.fail(format!("this nests deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn is(&self, s: &str) -> bool {
        match self.peek() {
            Tok::Symbol(t) => *t == s,
            Tok::Name(n, 0, false) => n == s,
            _ => false,
        }
    }

    fn eat(&mut self, s: &str) -> bool {
        let is = self.is(s);
        self.at += is as usize;
        is
    }

    fn expect(&mut self, s: &str) -> Result<()> {
        if self.eat(s) { Ok(()) } else { self.fail(format!("`{s}` is missing before {:?}", self.peek())) }
    }

    fn name(&mut self) -> Result<SmolStr> {
        match self.next() {
            Tok::Name(n, 0, _) => Ok(n),
            _ => {
                self.at -= 1;
                self.fail("a name is missing")
            }
        }
    }

    fn text(&mut self) -> Result<SmolStr> {
        match self.next() {
            Tok::Text(s) => Ok(s.into()),
            _ => {
                self.at -= 1;
                self.fail("a text is missing")
            }
        }
    }

    fn label(&mut self) -> Result<LabelId> {
        match self.next() {
            Tok::Label(n) => Ok(LabelId(n)),
            _ => {
                self.at -= 1;
                self.fail("a label is missing")
            }
        }
    }

    fn site(&mut self) -> Result<SiteId> {
        match self.next() {
            Tok::Site(n) => Ok(SiteId(n)),
            _ => {
                self.at -= 1;
                self.fail("a site is missing")
            }
        }
    }

    fn prov(&mut self) -> Prov {
        let mut prov = Prov::default();
        while let Tok::Prov(span) = *self.peek() {
            self.at += 1;
            if !span.is_none() {
                prov.0.push(span);
            }
        }
        prov
    }

    /// `item, item` up to a closing symbol, which is eaten.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut out = Vec::new();
        while !self.eat(close) {
            if !out.is_empty() {
                self.expect(",")?;
            }
            out.push(item(self)?);
        }
        Ok(out)
    }

    // Declarations

    /// Makes structures' and functions' names known.
    fn heads(&mut self) -> Result<()> {
        loop {
            let fresh = |kind| Func {
                name: SmolStr::default(),
                kind,
                params: Vec::new(),
                ret: Vec::new(),
                vars: Vec::new(),
                body: Block::default(),
                fast_math: false,
                cold: false,
                prov: Prov::default(),
                display: SmolStr::default(),
            };
            if *self.peek() == Tok::End {
                return Ok(());
            } else if self.eat("struct") {
                let name = self.name()?;
                self.program.structs.push(Struct { name, fields: Vec::new() });
            } else if self.eat("region") || self.is("scalar") {
                let scalar = self.eat("scalar");
                let kind = if scalar { FuncKind::Scalar } else { FuncKind::region() };
                let name = self.name()?;
                self.vars.clear();
                self.names.clear();
                let mut func = Func { name, ..fresh(kind) };
                self.head(&mut func)?;
                self.program.funcs.push(func);
                continue;
            }
            self.next();
        }
    }

    fn head(&mut self, func: &mut Func) -> Result<()> {
        self.expect("(")?;
        func.params = self.list(")", |p| p.declare_typed())?;
        self.expect("->")?;
        self.expect("(")?;
        let rets = self.list(")", |p| {
            let ty = p.ty()?;
            let updated = if p.eat("updates") { Some(p.var()?) } else { None };
            Ok((ty, updated))
        })?;
        func.ret = rets.iter().map(|r| r.0.clone()).collect();
        if let FuncKind::Region { updates, outside, tables, optional } = &mut func.kind {
            *updates = rets.iter().map(|r| r.1).collect();
            if self.eat("outside") {
                self.expect("(")?;
                let params = self.list(")", Self::ty)?;
                self.expect("->")?;
                self.expect("(")?;
                *outside = Some(Box::new(Outside { params, ret: self.list(")", Self::ty)? }));
            }
            while self.eat("where") {
                let var = self.var()?;
                self.expect("=")?;
                let Ty::Array(ty) = self.ty()? else { return self.fail("an array's type is expected") };
                self.expect("(")?;
                let values = self.list(")", |p| {
                    let ExprKind::Const(c) = p.expr_of(Some(&ty.elem))?.kind else {
                        return p.fail("a constant is expected");
                    };
                    Ok(c)
                })?;
                tables.insert(var, Table { dims: ty.dims.iter().map(|d| d.unwrap_or(0)).collect(), values });
            }
            let mut more = self.eat("optional");
            while more {
                optional.insert(self.var()?);
                more = self.eat(",");
            }
        }
        func.display = match self.peek() {
            Tok::Text(_) => self.text()?,
            _ => func.name.clone(),
        };
        func.fast_math = self.eat("fast_math");
        func.cold = self.eat("cold");
        func.prov = self.prov();
        func.vars = self.vars.clone();
        Ok(())
    }

    fn program_text(&mut self) -> Result<()> {
        let (mut structs, mut funcs) = (0, 0);
        while *self.peek() != Tok::End {
            if self.eat("struct") {
                self.name()?;
                self.expect("{")?;
                self.program.structs[structs].fields = self.list("}", |p| {
                    let name = p.name()?;
                    p.expect(":")?;
                    Ok((name, p.ty()?))
                })?;
                structs += 1;
            } else if self.eat("site") {
                self.site()?;
                let (method, text) = (self.text()?, self.text()?);
                let span = self.prov().0.first().copied().unwrap_or_default();
                self.program.sites.push(Site { span, method, text });
            } else if self.eat("region") || self.eat("scalar") {
                self.name()?;
                self.vars.clear();
                self.names.clear();
                let mut func = self.program.funcs[funcs].clone();
                self.head(&mut func)?;
                self.ret = func.ret.clone();
                func.body = self.block()?;
                func.vars = std::mem::take(&mut self.vars);
                self.program.funcs[funcs] = func;
                funcs += 1;
            } else {
                return self.fail("a structure, a site or a function is expected");
            }
        }
        Ok(())
    }

    fn ty(&mut self) -> Result<Ty> {
        if self.eat("[") {
            let elem = Box::new(self.nested(Parser::ty)?);
            let mut dims = Vec::new();
            if self.eat(";") {
                dims = self.list("]", |p| match p.next() {
                    Tok::Name(n, 0, false) if n == "_" => Ok(None),
                    Tok::Number(n) => Ok(n.parse().ok()),
                    _ => p.fail("a size is missing"),
                })?;
            } else {
                self.expect("]")?;
                dims.push(None);
            }
            return Ok(Ty::Array(ArrayTy { elem, dims }));
        }
        if let Some(ty) = self.scalar_word() {
            self.at += 1;
            return Ok(ty);
        }
        let name = self.name()?;
        match self.program.structs.iter().position(|s| s.name == name) {
            Some(i) => Ok(Ty::Struct(StructId(i as u32))),
            None => self.fail(format!("no type {name}")),
        }
    }

    fn scalar_word(&self) -> Option<Ty> {
        let Tok::Name(name, 0, false) = self.peek() else { return None };
        Some(match name.as_str() {
            "bool" => Ty::Bool,
            "i8" => Ty::I8,
            "i16" => Ty::I16,
            "u16" => Ty::U16,
            "i32" => Ty::I32,
            "i64" => Ty::I64,
            "f32" => Ty::F32,
            "f64" => Ty::F64,
            _ => return None,
        })
    }

    // Variables

    fn declare(&mut self, name: (SmolStr, u32), ty: Ty, mutable: bool) -> Result<VarId> {
        let id = VarId(self.vars.len() as u32);
        if self.names.insert(name.clone(), id).is_some() {
            return self.fail(format!("{} is declared twice", name.0));
        }
        self.vars.push(Var { name: name.0, ty, mutable, span: Span::NONE, folds: None });
        Ok(id)
    }

    fn var_name(&mut self) -> Result<(SmolStr, u32)> {
        match self.next() {
            Tok::Name(n, i, quoted) if quoted || !WORDS.contains(&n.as_str()) => Ok((n, i)),
            _ => {
                self.at -= 1;
                self.fail("the name of a variable is missing")
            }
        }
    }

    /// `mut x: i32`
    fn declare_typed(&mut self) -> Result<VarId> {
        let mutable = self.eat("mut");
        let name = self.var_name()?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.declare(name, ty, mutable)
    }

    fn var(&mut self) -> Result<VarId> {
        let name = self.var_name()?;
        match self.names.get(&name) {
            Some(v) => Ok(*v),
            None => self.fail(format!("no variable {}", name.0)),
        }
    }

    fn var_ty(&self, var: VarId) -> &Ty {
        &self.vars[var.index()].ty
    }

    fn func_id(&mut self) -> Result<FuncId> {
        let name = self.name()?;
        match self.program.funcs.iter().position(|f| f.name == name) {
            Some(i) => Ok(FuncId(i as u32)),
            None => self.fail(format!("no function {name}")),
        }
    }

    // Statements

    fn block(&mut self) -> Result<Block> {
        self.expect("{")?;
        let mut stmts = Vec::new();
        while !self.eat("}") {
            stmts.push(self.stmt()?);
        }
        Ok(Block { stmts })
    }

    fn stmt(&mut self) -> Result<Stmt> {
        self.nested(Parser::any_stmt)
    }

    fn any_stmt(&mut self) -> Result<Stmt> {
        let mut prov = Prov::default();
        let kind = if self.eat("let") {
            let mutable = self.eat("mut");
            let name = self.var_name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            let folds = if self.eat("folds") { Some(self.reduce_op()?) } else { None };
            let init = if self.eat("=") { Some(self.expr_of(Some(&ty))?) } else { None };
            let var = self.declare(name, ty, mutable)?;
            self.vars[var.index()].folds = folds;
            StmtKind::Let { var, init }
        } else if self.eat("accumulate") {
            let array = self.var()?;
            self.expect("[")?;
            let index = self.list("]", |p| p.expr())?;
            StmtKind::Accumulate { array, index, value: self.expr()? }
        } else if self.eat("if") {
            let cond = self.expr()?;
            prov = self.prov();
            let then = self.block()?;
            let otherwise = if self.eat("else") { self.block()? } else { Block::default() };
            StmtKind::If { cond, then, otherwise }
        } else if self.eat("for") {
            let name = self.var_name()?;
            self.expect("in")?;
            let lo = self.expr()?;
            self.expect("..")?;
            let hi = self.expr()?;
            let one = Expr::new(ExprKind::Const(Const::Int(1)), lo.ty.clone(), Span::NONE);
            let step = if self.eat("step") { self.expr()? } else { one };
            let var = self.declare(name, lo.ty.clone(), false)?;
            let label = self.label()?;
            prov = self.prov();
            StmtKind::For { var, lo, hi, step, body: self.block()?, label }
        } else if self.eat("while") {
            let cond = self.expr()?;
            let label = self.label()?;
            prov = self.prov();
            StmtKind::While { cond, body: self.block()?, label }
        } else if self.eat("block") {
            let label = self.label()?;
            prov = self.prov();
            StmtKind::Labeled { label, body: self.block()? }
        } else if self.eat("break") {
            StmtKind::Break(self.label()?)
        } else if self.eat("continue") {
            StmtKind::Continue(self.label()?)
        } else if self.eat("return") {
            let ret = self.ret.clone();
            let mut values = Vec::new();
            while values.len() < ret.len() {
                if !values.is_empty() {
                    self.expect(",")?;
                }
                values.push(self.expr_of(ret.get(values.len()))?);
            }
            StmtKind::Return(values)
        } else if self.eat("throw") {
            let class = self.text()?;
            let message = if matches!(self.peek(), Tok::Text(_)) {
                Some(vec![Piece::Text(self.text()?)])
            } else if self.eat("(") {
                Some(self.list(")", |p| match p.peek() {
                    Tok::Text(_) => Ok(Piece::Text(p.text()?)),
                    _ => Ok(Piece::Value(p.expr()?)),
                })?)
            } else {
                None
            };
            StmtKind::Throw { class, message, site: self.site()? }
        } else if self.eat("do") {
            let func = self.func_id()?;
            self.expect("(")?;
            StmtKind::Call { func, args: self.list(")", |p| p.expr())? }
        } else if self.is("par") || self.is("run") || self.is("mut") || self.declares() {
            let mut results = Vec::new();
            if !self.is("par") && !self.is("run") {
                results = self.list("=", |p| {
                    let mutable = p.eat("mut");
                    let name = p.var_name()?;
                    p.expect(":")?;
                    Ok((name, p.ty()?, mutable))
                })?;
            }
            if self.eat("run") {
                let func = self.func_id()?;
                self.expect("(")?;
                let args = self.list(")", |p| p.expr())?;
                let results = results.into_iter().map(|(n, t, m)| self.declare(n, t, m)).collect::<Result<_>>()?;
                StmtKind::CallRegion { results, func, args }
            } else {
                self.expect("par")?;
                StmtKind::Par(Box::new(self.par(results, &mut prov)?))
            }
        } else {
            let var = self.var()?;
            if self.eat("[") {
                let index = self.list("]", |p| p.expr())?;
                self.expect("=")?;
                let row = self.var_ty(var).as_array().map(|a| indexed(a, index.len()));
                StmtKind::Store { array: var, index, value: self.expr_of(row.as_ref())? }
            } else {
                self.expect("=")?;
                let ty = self.var_ty(var).clone();
                StmtKind::Assign { var, value: self.expr_of(Some(&ty))? }
            }
        };
        prov.0.append(&mut self.prov().0);
        Ok(Stmt { kind, prov })
    }

    /// Whether results are declared: `c: [i32], …`.
    fn declares(&self) -> bool {
        matches!(self.peek(), Tok::Name(..)) && self.tokens[self.at + 1].0 == Tok::Symbol(":")
    }

    fn par(&mut self, results: Vec<((SmolStr, u32), Ty, bool)>, prov: &mut Prov) -> Result<Par> {
        let name = self.name()?;
        self.expect("(")?;
        let dims = self.list(")", |p| {
            let name = p.var_name()?;
            p.expect(":")?;
            let lo = p.expr()?;
            p.expect("..")?;
            Ok((name, lo, p.expr()?))
        })?;
        let mut space = Vec::new();
        for (name, lo, hi) in dims {
            space.push(Dim { index: self.declare(name, lo.ty.clone(), false)?, lo, hi });
        }
        let mut outputs = Vec::new();
        if self.eat("->") {
            for (i, (name, ty, mutable)) in results.into_iter().enumerate() {
                if i > 0 {
                    self.expect(",")?;
                }
                let result = self.declare(name, ty.clone(), mutable)?;
                outputs.push(Output { result, kind: self.output(&ty)? });
            }
        }
        *prov = self.prov();
        Ok(Par { name, space, outputs, body: self.block()? })
    }

    fn output(&mut self, ty: &Ty) -> Result<OutputKind> {
        let elem = ty.as_array().map_or(Ty::Bool, |a| (*a.elem).clone());
        Ok(if self.eat("new") {
            let zeroed = self.eat("zeroed");
            self.expect("[")?;
            OutputKind::Array(ArraySource::New { sizes: self.list("]", |p| p.expr())?, zeroed })
        } else if self.eat("update") {
            OutputKind::Array(ArraySource::Update { old: self.var()? })
        } else if self.eat("reduce") {
            let op = self.reduce_op()?;
            let name = self.var_name()?;
            self.expect("from")?;
            let init = self.expr()?;
            OutputKind::Reduce { op, acc: self.declare(name, ty.clone(), true)?, init }
        } else if self.eat("fold") {
            self.expect("(")?;
            let func = self.func_id()?;
            let captured = if self.eat(",") {
                self.list(")", |p| p.var())?
            } else {
                self.expect(")")?;
                Vec::new()
            };
            let name = self.var_name()?;
            let init = if self.eat("from") { Some(self.expr()?) } else { None };
            let value = self.declare(name, ty.clone(), true)?;
            OutputKind::Fold { func, captured, value, init, site: self.site()? }
        } else if self.eat("accumulate") {
            OutputKind::Accumulate { op: self.reduce_op()?, array: self.var()? }
        } else if self.eat("scan") {
            let op = self.reduce_op()?;
            let name = self.var_name()?;
            self.expect("from")?;
            let init = self.expr()?;
            OutputKind::Scan { op, value: self.declare(name, elem, true)?, init }
        } else if self.eat("first") {
            let name = self.var_name()?;
            OutputKind::First { found: self.declare(name, Ty::Bool, true)? }
        } else if self.eat("filter") {
            let value = self.var_name()?;
            self.expect("if")?;
            let keep = self.var_name()?;
            OutputKind::Filter { value: self.declare(value, elem, true)?, keep: self.declare(keep, Ty::Bool, true)? }
        } else if self.eat("sort") {
            let places = self.eat("places");
            OutputKind::Sort { array: self.var()?, places }
        } else {
            return self.fail("an output is missing");
        })
    }

    fn reduce_op(&mut self) -> Result<ReduceOp> {
        use ReduceOp::*;
        self.expect("(")?;
        for op in [Add, Sub, Mul, And, Or, Xor, Min, Max] {
            if self.eat(reduce_name(op)) {
                self.expect(")")?;
                return Ok(op);
            }
        }
        self.fail("the operator of a reduction is missing")
    }
}

fn node(kind: ExprKind, ty: Ty) -> Expr {
    Expr::new(kind, ty, Span::NONE)
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message.to_smolstr())
    }
}
