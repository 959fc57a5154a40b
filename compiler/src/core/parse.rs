//! Reads the text form that [`print`](super::print) writes, for tests of passes. `renumber(parse(print(p)))` is `renumber(p)` but for spans of
//! expressions and, unless printed with spans, of statements.
//!
//! A recursive descent over tokens; functions are read in two rounds, heads first, so that they may call one another in any order.

use super::ir::*;
use super::print::{WORDS, bin_name, math_name, reduce_name};
use super::verify::indexed;
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
    let mut p =
        Parser { tokens, at: 0, program: Program::default(), names: HashMap::new(), vars: Vec::new(), ret: Vec::new() };
    p.heads()?;
    p.at = 0;
    p.program_text()?;
    Ok(p.program)
}

type Result<T, E = ParseError> = std::result::Result<T, E>;

#[derive(Clone, Debug, PartialEq)]
enum Tok {
    /// With the number that makes it unique, and whether it stood in backquotes.
    Name(SmolStr, u32, bool),
    Number(String),
    Text(String),
    Label(u32),
    Site(u32),
    Prov(Span),
    Symbol(&'static str),
    End,
}

const SYMBOLS: &[&str] = &[
    ">>>", "..", "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "(", ")", "[", "]", "{", "}", ",", ":", ";",
    "=", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "?", ".",
];

fn lex(text: &str) -> Result<Vec<(Tok, usize)>> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let (mut i, mut line) = (0, 1);
    let digits = |i: &mut usize| {
        let start = *i;
        while chars.get(*i).is_some_and(|c| c.is_ascii_digit()) {
            *i += 1;
        }
        chars[start..*i].iter().collect::<String>()
    };
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    while i < chars.len() {
        let c = chars[i];
        let next = chars.get(i + 1).copied().unwrap_or(' ');
        let fail = |message: String| ParseError { line, message };
        let number =
            |s: String| s.parse::<u32>().map_err(|_| ParseError { line, message: "a number is missing".into() });
        let tok = match c {
            '\n' => {
                line += 1;
                i += 1;
                continue;
            }
            c if c.is_whitespace() => {
                i += 1;
                continue;
            }
            '/' if next == '/' => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
                continue;
            }
            '\'' => {
                i += 1;
                Tok::Label(number(digits(&mut i))?)
            }
            '#' => {
                i += 1;
                Tok::Site(number(digits(&mut i))?)
            }
            '@' => {
                i += 1;
                let lo = number(digits(&mut i))?;
                if chars.get(i) == Some(&':') {
                    // A line and column are for people.
                    i += 1;
                    digits(&mut i);
                    Tok::Prov(Span::NONE)
                } else {
                    i += 2;
                    Tok::Prov(Span { lo, hi: number(digits(&mut i))? })
                }
            }
            '"' => {
                let mut s = String::new();
                i += 1;
                loop {
                    match chars.get(i) {
                        None | Some('\n') => return Err(fail("a text does not end".into())),
                        Some('"') => break,
                        Some('\\') => {
                            i += 1;
                            match chars.get(i) {
                                Some('n') => s.push('\n'),
                                Some('t') => s.push('\t'),
                                Some('r') => s.push('\r'),
                                Some('0') => s.push('\0'),
                                Some('u') => {
                                    let end = chars[i..].iter().position(|c| *c == '}').unwrap_or(0);
                                    let hex: String = chars[i..i + end].iter().skip(2).collect();
                                    let code = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                                    s.push(code.ok_or_else(|| fail("no such character".into()))?);
                                    i += end;
                                }
                                Some(c) => s.push(*c),
                                None => {}
                            }
                        }
                        Some(c) => s.push(*c),
                    }
                    i += 1;
                }
                i += 1;
                Tok::Text(s)
            }
            '`' => {
                let end =
                    chars[i + 1..].iter().position(|c| *c == '`').ok_or_else(|| fail("a name does not end".into()))?;
                let name: String = chars[i + 1..i + 1 + end].iter().collect();
                i += end + 2;
                let suffix = suffix(&chars, &mut i);
                Tok::Name(name.into(), suffix, true)
            }
            c if c.is_ascii_digit() => {
                let mut s = digits(&mut i);
                if chars.get(i) == Some(&'.') && chars.get(i + 1).is_some_and(|c| c.is_ascii_digit()) {
                    i += 1;
                    s += ".";
                    s += &digits(&mut i);
                }
                if chars.get(i) == Some(&'e') {
                    i += 1;
                    s += "e";
                    if chars.get(i) == Some(&'-') {
                        i += 1;
                        s += "-";
                    }
                    s += &digits(&mut i);
                }
                while chars.get(i).is_some_and(|c| part(*c)) {
                    s.push(chars[i]);
                    i += 1;
                }
                Tok::Number(s)
            }
            c if part(c) => {
                let start = i;
                while chars.get(i).is_some_and(|c| part(*c)) {
                    i += 1;
                }
                let name: String = chars[start..i].iter().collect();
                let suffix = suffix(&chars, &mut i);
                Tok::Name(name.into(), suffix, false)
            }
            _ => {
                let symbol = SYMBOLS.iter().find(|s| s.chars().enumerate().all(|(k, c)| chars.get(i + k) == Some(&c)));
                let symbol = symbol.ok_or_else(|| fail(format!("`{c}` means nothing here")))?;
                i += symbol.len();
                Tok::Symbol(symbol)
            }
        };
        out.push((tok, line));
    }
    out.push((Tok::End, line));
    Ok(out)
}

/// The `.1` of `x.1`.
fn suffix(chars: &[char], i: &mut usize) -> u32 {
    let mut end = *i + 1;
    while chars.get(end).is_some_and(|c| c.is_ascii_digit()) {
        end += 1;
    }
    if chars.get(*i) != Some(&'.') || end == *i + 1 {
        return 0;
    }
    let number: String = chars[*i + 1..end].iter().collect();
    *i = end;
    // More digits than fit name no variable that could have been printed.
    number.parse().unwrap_or(u32::MAX)
}

struct Parser {
    tokens: Vec<(Tok, usize)>,
    at: usize,
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
                let kind =
                    if scalar { FuncKind::Scalar } else { FuncKind::Region { updates: Vec::new(), outside: None } };
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
        if let FuncKind::Region { updates, outside } = &mut func.kind {
            *updates = rets.iter().map(|r| r.1).collect();
            if self.eat("outside") {
                self.expect("(")?;
                let params = self.list(")", Self::ty)?;
                self.expect("->")?;
                self.expect("(")?;
                *outside = Some(Box::new(Outside { params, ret: self.list(")", Self::ty)? }));
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
            let elem = Box::new(self.ty()?);
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
        self.vars.push(Var { name: name.0, ty, mutable, span: Span::NONE });
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
        let mut prov = Prov::default();
        let kind = if self.eat("let") {
            let mutable = self.eat("mut");
            let name = self.var_name()?;
            self.expect(":")?;
            let ty = self.ty()?;
            let init = if self.eat("=") { Some(self.expr_of(Some(&ty))?) } else { None };
            let var = self.declare(name, ty, mutable)?;
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
            let message = if matches!(self.peek(), Tok::Text(_)) { Some(self.text()?) } else { None };
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
            self.expect(")")?;
            let name = self.var_name()?;
            let init = if self.eat("from") { Some(self.expr()?) } else { None };
            let value = self.declare(name, ty.clone(), true)?;
            OutputKind::Fold { func, value, init, site: self.site()? }
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

    // Expressions

    fn expr(&mut self) -> Result<Expr> {
        self.expr_of(None)
    }

    /// An expression whose type its place knows, which arrays that are made there need.
    fn expr_of(&mut self, ty: Option<&Ty>) -> Result<Expr> {
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
        let otherwise = self.expr()?;
        let ty = then.ty.clone();
        Ok(node(ExprKind::Select(Box::new(cond), Box::new(then), Box::new(otherwise)), ty))
    }

    fn binary(&mut self, min: u8) -> Result<Expr> {
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

    fn unary(&mut self) -> Result<Expr> {
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
            let a = self.unary()?;
            let ty = a.ty.clone();
            return Ok(node(ExprKind::Unary(UnOp::Neg, Box::new(a)), ty));
        }
        for (symbol, op) in [("~", UnOp::BitNot), ("!", UnOp::Not)] {
            if self.eat(symbol) {
                let a = self.unary()?;
                let ty = a.ty.clone();
                return Ok(node(ExprKind::Unary(op, Box::new(a)), ty));
            }
        }
        let mut e = self.primary()?;
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

    fn literal(&mut self, sign: &str) -> Result<Expr> {
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

    fn primary(&mut self) -> Result<Expr> {
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

    fn word(&mut self, name: &SmolStr) -> Result<Expr> {
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
            "check_length" => {
                self.expect("(")?;
                let value = self.expr()?;
                self.expect(",")?;
                let other = Box::new(self.expr()?);
                return self.check(CheckKind::SameLength { other }, value);
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

    fn dim(&mut self) -> Result<u32> {
        match self.next() {
            Tok::Number(n) if n.parse::<u32>().is_ok() => Ok(n.parse().unwrap_or_default()),
            other => self.fail(format!("{:?} is no dimension", other)),
        }
    }

    fn check(&mut self, kind: CheckKind, value: Expr) -> Result<Expr> {
        self.expect(")")?;
        let site = self.site()?;
        let ty = value.ty.clone();
        Ok(node(ExprKind::Check { kind, value: Box::new(value), site }, ty))
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
