//! The reader of the text form, which is the builder of modules too.
//!
//! Words are known by the text form alone: whether a word is a variable or a number that the kernel is built with is for the verifier to find.

use crate::ir::*;
use crate::lex::{Lexed, Token, lex};

pub use crate::lex::Wrong;

type Result<T> = std::result::Result<T, Wrong>;

/// Reads an expression.
pub fn expr(text: &str) -> Result<Expr> {
    let mut r = Reader::new(text)?;
    let e = r.sequence()?;
    r.end()?;
    Ok(e)
}

/// Reads statements.
pub fn stmts(text: &str) -> Result<Vec<Stmt>> {
    let mut r = Reader::new(text)?;
    let all = r.stmts()?;
    r.end()?;
    Ok(all)
}

/// Reads what a module has in it.
pub fn items(text: &str) -> Result<Vec<Item>> {
    let mut r = Reader::new(text)?;
    let mut all = r.items()?;
    r.end()?;
    // The text form has its empty lines between things.
    if text.ends_with("\n\n") && !matches!(all.last(), None | Some(Item::Blank)) {
        all.push(Item::Blank);
    }
    Ok(all)
}

/// Reads a module.
pub fn module(text: &str) -> Result<Module> {
    Ok(Module { items: items(text)? })
}

/// Reads a parameter.
pub fn param(text: &str) -> Result<Param> {
    let mut r = Reader::new(text)?;
    let p = r.param()?;
    r.end()?;
    Ok(p)
}

/// Reads a type.
pub fn ty(text: &str) -> Result<Type> {
    let mut r = Reader::new(text)?;
    let (specs, ty) = r.specs_type()?;
    r.end()?;
    let _ = specs;
    Ok(ty)
}

pub(crate) struct Reader {
    tokens: Vec<Lexed>,
    at: usize,
    /// Of statements and expressions around what is read.
    depth: usize,
}

/// How deep statements and expressions may nest: the stack of a small thread holds so many.
const DEEPEST: usize = 100;

/// What stands in front of a name that is declared.
struct Specs {
    space: Space,
    konst: bool,
    volatile: bool,
    base: Type,
}

/// A line of the preprocessor's.
pub(crate) enum Directive {
    If(Cond),
    Else,
    End,
    Item(Vec<Item>),
}

impl Reader {
    pub fn new(text: &str) -> Result<Reader> {
        Ok(Reader { tokens: lex(text)?, at: 0, depth: 0 })
    }

    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.token)
    }

    fn ahead(&self, n: usize) -> Option<&Token> {
        self.tokens.get(self.at + n).map(|t| &t.token)
    }

    fn fresh(&self) -> bool {
        self.tokens.get(self.at).is_none_or(|t| t.fresh)
    }

    pub fn wrong<T>(&self, message: impl Into<String>) -> Result<T> {
        let line = self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |t| t.line);
        let near = self.peek().map(|t| format!(" at {t:?}")).unwrap_or_default();
        Err(Wrong { line, message: message.into() + &near })
    }

    /// Reads what stands in something else.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Reader) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            return self.wrong(format!("this nests deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub fn end(&self) -> Result<()> {
        if self.at == self.tokens.len() { Ok(()) } else { self.wrong("more than was expected") }
    }

    pub fn skip(&mut self) {
        self.at += 1;
    }

    pub fn place(&self) -> usize {
        self.at
    }

    pub fn back(&mut self, place: usize) {
        self.at = place;
    }

    /// The words that are left.
    pub fn rest(&self) -> impl Iterator<Item = &Token> {
        self.tokens[self.at..].iter().map(|t| &t.token)
    }

    pub fn is_end(&self) -> bool {
        self.at == self.tokens.len()
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(s)) if *s == sign)
    }

    pub fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w == word)
    }

    pub fn takes(&mut self, sign: &str) -> bool {
        let is = self.is_sign(sign);
        self.at += usize::from(is);
        is
    }

    pub fn takes_word(&mut self, word: &str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    pub fn sign(&mut self, sign: &str) -> Result<()> {
        if self.takes(sign) { Ok(()) } else { self.wrong(format!("`{sign}` was expected")) }
    }

    fn word(&mut self) -> Result<Name> {
        match self.peek() {
            Some(Token::Word(w)) => {
                let w = Name::new(w);
                self.at += 1;
                Ok(w)
            }
            _ => self.wrong("a name was expected"),
        }
    }

    // Types

    fn is_type(&self) -> bool {
        match self.peek() {
            Some(Token::Word(w)) => {
                matches!(w.as_str(), "const" | "volatile" | "__global" | "__local" | "__constant" | "__private")
                    || Type::builtin(w).is_some()
            }
            _ => false,
        }
    }

    fn specs(&mut self) -> Result<Specs> {
        let mut specs = Specs { space: Space::Private, konst: false, volatile: false, base: Type::Unknown };
        loop {
            match self.peek() {
                Some(Token::Word(w)) => match w.as_str() {
                    "const" => specs.konst = true,
                    "volatile" => specs.volatile = true,
                    "__global" => specs.space = Space::Global,
                    "__local" => specs.space = Space::Local,
                    "__constant" => specs.space = Space::Constant,
                    "__private" => specs.space = Space::Private,
                    "__read_only" => {}
                    // Another word in front of `const` stands for an address space.
                    other if matches!(self.ahead(1), Some(Token::Word(w)) if w == "const") => {
                        specs.space = Space::Named(other.into());
                    }
                    other if specs.base == Type::Unknown => {
                        specs.base = Type::builtin(other).unwrap_or_else(|| Type::Named(other.into()));
                        self.at += 1;
                        return Ok(specs);
                    }
                    _ => return Ok(specs),
                },
                _ => return self.wrong("a type was expected"),
            }
            self.at += 1;
        }
    }

    /// A type without a name.
    fn specs_type(&mut self) -> Result<(bool, Type)> {
        let specs = self.specs()?;
        let konst = specs.konst;
        Ok((konst, self.pointers(specs)?.0))
    }

    /// The type, and whether the pointer that it is is constant itself.
    fn pointers(&mut self, specs: Specs) -> Result<(Type, bool)> {
        let mut ty = specs.base;
        let (mut space, mut konst, mut volatile, mut fixed) = (specs.space, specs.konst, specs.volatile, false);
        while self.takes("*") {
            let mut restrict = false;
            loop {
                if self.takes_word("restrict") {
                    restrict = true;
                } else if self.takes_word("const") {
                    fixed = true;
                } else {
                    break;
                }
            }
            ty = Type::Pointer(Box::new(Pointer { to: ty, space, konst, volatile, restrict }));
            (space, konst, volatile) = (Space::Private, false, false);
        }
        Ok((ty, fixed))
    }

    pub fn param(&mut self) -> Result<Param> {
        let comment = match self.peek() {
            Some(Token::Comment(text)) => Some(text.clone()),
            _ => None,
        };
        self.at += usize::from(comment.is_some());
        if matches!(self.ahead(1), None | Some(Token::Sign("," | ")")) | Some(Token::Directive(_))) {
            return Ok(Param { comment, when: None, kind: ParamKind::Named(self.word()?) });
        }
        let specs = self.specs()?;
        let plain = specs.konst;
        let (ty, _) = self.pointers(specs)?;
        let konst = plain && !matches!(ty, Type::Pointer(_));
        Ok(Param { comment, when: None, kind: ParamKind::Typed { konst, ty, name: self.word()? } })
    }

    fn params(&mut self) -> Result<Vec<Param>> {
        self.sign("(")?;
        let mut all = Vec::new();
        let mut when: Option<Cond> = None;
        loop {
            if let Some(Token::Directive(text)) = self.peek().cloned() {
                self.at += 1;
                when = match self.directive(&text)? {
                    Directive::If(cond) => Some(cond),
                    Directive::End => None,
                    _ => return self.wrong("no such directive stands between parameters"),
                };
            } else if self.takes(")") {
                return Ok(all);
            } else if !self.takes(",") {
                all.push(Param { when: when.clone(), ..self.param()? });
            }
        }
    }

    // Expressions

    pub fn sequence(&mut self) -> Result<Expr> {
        let first = self.assignment()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let mut all = vec![first];
        while self.takes(",") {
            all.push(self.assignment()?);
        }
        Ok(Expr::new(Kind::Sequence(all)))
    }

    pub fn assignment(&mut self) -> Result<Expr> {
        let left = self.conditional()?;
        let Some(Token::Sign(sign)) = self.peek() else { return Ok(left) };
        let op = match *sign {
            "=" => None,
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                let symbol = sign.trim_end_matches('=');
                Binary::ALL.iter().find(|(_, s)| *s == symbol).map(|(op, _)| *op)
            }
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.nested(Reader::assignment)?;
        Ok(Expr::new(Kind::Assign(op, Box::new(left), Box::new(right))))
    }

    fn conditional(&mut self) -> Result<Expr> {
        let cond = self.binary(Prec::Or)?;
        if !self.takes("?") {
            return Ok(cond);
        }
        let a = self.assignment()?;
        self.sign(":")?;
        let b = self.nested(Reader::conditional)?;
        Ok(Expr::new(Kind::Select(Box::new(cond), Box::new(a), Box::new(b))))
    }

    fn binary(&mut self, least: Prec) -> Result<Expr> {
        let mut left = self.unary()?;
        loop {
            let Some(Token::Sign(sign)) = self.peek() else { return Ok(left) };
            let Some((op, _)) = Binary::ALL.iter().find(|(_, s)| s == sign) else { return Ok(left) };
            if op.prec() < least {
                return Ok(left);
            }
            self.at += 1;
            let right = self.binary(tighter(op.prec()))?;
            left = Expr::new(Kind::Binary(*op, Box::new(left), Box::new(right)));
        }
    }

    fn unary(&mut self) -> Result<Expr> {
        let op = match self.peek() {
            Some(Token::Sign("-")) => Unary::Neg,
            Some(Token::Sign("!")) => Unary::Not,
            Some(Token::Sign("~")) => Unary::BitNot,
            Some(Token::Sign("*")) => Unary::Deref,
            Some(Token::Sign("&")) => Unary::Address,
            Some(Token::Sign("(")) => return self.nested(Reader::parenthesis),
            _ => return self.nested(Reader::postfix),
        };
        self.at += 1;
        let of = self.nested(Reader::unary)?;
        Ok(Expr::new(Kind::Unary(op, Box::new(of))))
    }

    /// A cast, a value in braces, or an expression in parentheses.
    fn parenthesis(&mut self) -> Result<Expr> {
        let start = self.at;
        self.sign("(")?;
        let structure = matches!(
            (self.peek(), self.ahead(1), self.ahead(2)),
            (Some(Token::Word(_)), Some(Token::Sign(")")), Some(Token::Sign("{")))
        );
        if !structure && !self.is_type() && !self.is_pointer_cast() {
            self.at = start;
            return self.postfix();
        }
        let (_, ty) = self.specs_type()?;
        self.sign(")")?;
        if self.takes("{") {
            let value = Expr::new(Kind::Struct(ty, self.list("}")?));
            return self.behind(value);
        }
        if let (Type::Vector(..), true) = (&ty, self.is_sign("(")) {
            let start = self.at;
            self.at += 1;
            // Another cast follows.
            if self.is_type() {
                self.at = start;
                let of = self.unary()?;
                return Ok(Expr::new(Kind::Cast(ty, Box::new(of))));
            }
            let value = Expr::new(Kind::Vector(ty, self.list(")")?));
            return self.behind(value);
        }
        let of = self.unary()?;
        Ok(Expr::new(Kind::Cast(ty, Box::new(of))))
    }

    /// `(NAME const T*)`, `(NAME*)`
    fn is_pointer_cast(&self) -> bool {
        let word = matches!(self.peek(), Some(Token::Word(_)));
        match (self.ahead(1), self.ahead(2)) {
            (Some(Token::Word(w)), _) => word && w == "const",
            (Some(Token::Sign("*")), Some(Token::Sign(")"))) => word,
            _ => false,
        }
    }

    /// Expressions to the sign that ends them.
    fn list(&mut self, end: &str) -> Result<Vec<Expr>> {
        let mut all = Vec::new();
        while !self.takes(end) {
            if !all.is_empty() {
                self.sign(",")?;
                if self.takes(end) {
                    break;
                }
            }
            while matches!(self.peek(), Some(Token::Comment(_))) {
                self.at += 1;
            }
            all.push(self.assignment()?);
        }
        Ok(all)
    }

    fn postfix(&mut self) -> Result<Expr> {
        let first = self.primary()?;
        self.behind(first)
    }

    /// What stands behind an expression.
    fn behind(&mut self, mut e: Expr) -> Result<Expr> {
        loop {
            let kind = if self.takes("[") {
                let at = self.sequence()?;
                self.sign("]")?;
                Kind::Index(Box::new(e), Box::new(at))
            } else if self.takes(".") {
                let name = self.word()?;
                match lane(&name) {
                    Some(n) => Kind::Lane(Box::new(e), n),
                    None => Kind::Field(Box::new(e), name),
                }
            } else if self.is_sign("++") || self.is_sign("--") {
                let up = self.is_sign("++");
                self.at += 1;
                Kind::Step { target: Box::new(e), up }
            } else {
                return Ok(e);
            };
            e = Expr::new(kind);
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        if self.takes("(") {
            let e = self.sequence()?;
            self.sign(")")?;
            return Ok(e);
        }
        match self.peek().cloned() {
            Some(Token::Number(text)) => {
                self.at += 1;
                self.number(&text)
            }
            Some(Token::Word(w)) => {
                self.at += 1;
                if self.takes("(") {
                    let args = self.list(")")?;
                    return self.call(&w, args);
                }
                let known = Known::ALL.iter().find(|(_, n)| *n == w).map(|(k, _)| Kind::Known(*k));
                Ok(Expr::new(match w.as_str() {
                    "true" => Kind::Bool(true),
                    "false" => Kind::Bool(false),
                    _ => known.unwrap_or_else(|| Kind::Name(w.into())),
                }))
            }
            _ => self.wrong("an expression was expected"),
        }
    }

    fn call(&self, name: &str, mut args: Vec<Expr>) -> Result<Expr> {
        let only = |args: &mut Vec<Expr>| match args.len() {
            1 => args.pop().map(Box::new),
            _ => None,
        };
        if let Some(ty) = name.strip_prefix("as_").and_then(Type::builtin)
            && let Some(of) = only(&mut args)
        {
            return Ok(Expr::new(Kind::Bits(ty, of)));
        }
        if let Some(rest) = name.strip_prefix("convert_") {
            let (base, saturates) = rest.strip_suffix("_sat").map_or((rest, false), |base| (base, true));
            if let Some(ty) = Type::builtin(base)
                && let Some(of) = only(&mut args)
            {
                return Ok(Expr::new(Kind::Convert { ty, saturates, of }));
            }
        }
        Ok(Expr::new(match Builtin::of(name) {
            Some(builtin) => Kind::Builtin(builtin, args),
            None => Kind::Call(name.into(), args),
        }))
    }

    fn number(&self, text: &str) -> Result<Expr> {
        let hex = text.strip_prefix("0x");
        let float = hex.is_none() && text.contains(['.', 'e', 'E', 'f']);
        if float {
            return Ok(Expr::new(Kind::Float(text.into())));
        }
        let digits = hex.unwrap_or(text);
        let suffix =
            digits.trim_start_matches(|c: char| if hex.is_some() { c.is_ascii_hexdigit() } else { c.is_ascii_digit() });
        let value = &digits[..digits.len() - suffix.len()];
        let value = u64::from_str_radix(value, if hex.is_some() { 16 } else { 10 });
        let Ok(value) = value else { return self.wrong(format!("`{text}` is no number")) };
        let suffix = suffix.to_ascii_lowercase();
        let (unsigned, long) = (suffix.contains('u'), suffix.contains('l'));
        Ok(Expr::new(Kind::Int { value, unsigned, long, hex: hex.is_some() }))
    }

    // Statements

    /// Statements to the end of their block, or of the text.
    pub fn stmts(&mut self) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        loop {
            match self.peek().cloned() {
                None | Some(Token::Sign("}")) => return Ok(all),
                Some(Token::Directive(text)) => match self.directive_ahead(&text)? {
                    Some(cond) => {
                        self.at += 1;
                        all.push(Stmt::Choice(self.choice(cond, &mut Reader::stmts)?));
                    }
                    None => return Ok(all),
                },
                _ => self.stmt(&mut all)?,
            }
        }
    }

    /// The condition of a directive that begins a choice; none of one that ends or turns it.
    fn directive_ahead(&self, text: &str) -> Result<Option<Cond>> {
        match self.directive(text)? {
            Directive::If(cond) => Ok(Some(cond)),
            Directive::Else | Directive::End => Ok(None),
            Directive::Item(_) => self.wrong("no such directive stands there"),
        }
    }

    /// Both sides of a choice, from behind its condition.
    fn choice<T>(&mut self, cond: Cond, side: &mut dyn FnMut(&mut Reader) -> Result<Vec<T>>) -> Result<Choice<T>> {
        let then = side(self)?;
        let mut otherwise = Vec::new();
        if self.directive_word() == "else" {
            self.at += 1;
            otherwise = side(self)?;
        }
        if self.directive_word() != "endif" {
            return self.wrong("a choice has no end");
        }
        self.at += 1;
        Ok(Choice { cond, then, otherwise })
    }

    fn directive_word(&self) -> &str {
        match self.peek() {
            Some(Token::Directive(text)) => text.split(' ').next().unwrap_or(""),
            _ => "",
        }
    }

    pub fn stmt(&mut self, out: &mut Vec<Stmt>) -> Result<()> {
        self.nested(|r| r.any_stmt(out))
    }

    fn any_stmt(&mut self, out: &mut Vec<Stmt>) -> Result<()> {
        let stmt = match self.peek().cloned() {
            Some(Token::Comment(text)) => {
                self.at += 1;
                Stmt::Comment(text)
            }
            Some(Token::Sign("{")) => {
                self.at += 1;
                let stmts = self.stmts()?;
                self.sign("}")?;
                Stmt::Block(stmts)
            }
            Some(Token::Sign(";")) => {
                self.at += 1;
                return Ok(());
            }
            Some(Token::Word(w)) => match w.as_str() {
                "if" => self.if_stmt()?,
                "for" => {
                    let (init, cond, next) = self.for_head()?;
                    Stmt::For { init, cond, next, body: self.governed()? }
                }
                "while" => {
                    let cond = self.while_head()?;
                    Stmt::While { cond, body: self.governed()? }
                }
                "do" => {
                    self.at += 1;
                    let body = self.governed()?;
                    let cond = self.while_head()?;
                    self.sign(";")?;
                    Stmt::DoWhile { body, cond }
                }
                _ => self.simple(&w)?,
            },
            _ => self.simple("")?,
        };
        out.push(stmt);
        Ok(())
    }

    fn if_stmt(&mut self) -> Result<Stmt> {
        let cond = self.if_head()?;
        let then = self.governed()?;
        let otherwise = if self.takes_word("else") { Some(self.governed()?) } else { None };
        Ok(Stmt::If { cond, then, otherwise })
    }

    pub fn if_head(&mut self) -> Result<Expr> {
        self.at += 1;
        self.sign("(")?;
        let cond = self.sequence()?;
        self.sign(")")?;
        Ok(cond)
    }

    pub fn while_head(&mut self) -> Result<Expr> {
        if !self.is_word("while") {
            return self.wrong("`while` was expected");
        }
        self.if_head()
    }

    #[allow(clippy::type_complexity)]
    pub fn for_head(&mut self) -> Result<(Option<Box<Stmt>>, Option<Expr>, Option<Expr>)> {
        self.at += 1;
        self.sign("(")?;
        let init = if self.takes(";") { None } else { Some(Box::new(self.simple("")?)) };
        let cond = if self.is_sign(";") { None } else { Some(self.sequence()?) };
        self.sign(";")?;
        let next = if self.is_sign(")") { None } else { Some(self.sequence()?) };
        self.sign(")")?;
        Ok((init, cond, next))
    }

    fn governed(&mut self) -> Result<Body> {
        if self.is_sign("{") {
            self.at += 1;
            let style = if self.fresh() { Style::Block } else { Style::Inline };
            let stmts = self.stmts()?;
            self.sign("}")?;
            return Ok(Body { stmts, style });
        }
        let mut stmts = Vec::new();
        self.stmt(&mut stmts)?;
        Ok(Body { stmts, style: Style::Bare })
    }

    /// A statement that has no other in it.
    fn simple(&mut self, word: &str) -> Result<Stmt> {
        let stmt = match word {
            "return" => {
                self.at += 1;
                Stmt::Return(if self.is_sign(";") { None } else { Some(self.sequence()?) })
            }
            "break" | "continue" => {
                self.at += 1;
                if word == "break" { Stmt::Break } else { Stmt::Continue }
            }
            "goto" => {
                self.at += 1;
                Stmt::Goto(self.word()?)
            }
            "barrier" => self.barrier()?,
            "UNROLL" => {
                self.at += 1;
                self.sign("(")?;
                let times = if self.is_sign(")") { None } else { Some(self.sequence()?) };
                self.sign(")")?;
                return Ok(Stmt::Unroll(times));
            }
            "asm" => self.ptx()?,
            _ if self.declares() => self.declare()?,
            _ if matches!(self.ahead(1), Some(Token::Sign(":"))) && !word.is_empty() => {
                let name = self.word()?;
                self.at += 1;
                self.takes(";");
                return Ok(Stmt::Label(name));
            }
            _ => {
                let e = self.sequence()?;
                report(e)
            }
        };
        self.sign(";")?;
        Ok(stmt)
    }

    /// Whether a declaration stands there.
    fn declares(&self) -> bool {
        let word = |t: Option<&Token>| matches!(t, Some(Token::Word(_)));
        // `T name`, `T* name =`; a conversion is no declaration.
        (self.is_type() && !matches!(self.ahead(1), Some(Token::Sign("("))))
            || (word(self.peek()) && word(self.ahead(1)))
            || (word(self.peek())
                && matches!(self.ahead(1), Some(Token::Sign("*")))
                && word(self.ahead(2))
                && matches!(self.ahead(3), Some(Token::Sign("="))))
    }

    fn declare(&mut self) -> Result<Stmt> {
        let Specs { space, konst, volatile, base } = self.specs()?;
        let mut names = Vec::new();
        loop {
            let pointer = self.takes("*").then(|| self.takes_word("const"));
            let name = self.word()?;
            let mut dims = Vec::new();
            while self.takes("[") {
                dims.push(self.sequence()?);
                self.sign("]")?;
            }
            let mut aligned = None;
            if self.takes_word("__attribute__") {
                for sign in ["(", "("] {
                    self.sign(sign)?;
                }
                self.word()?;
                self.sign("(")?;
                if let Some(Token::Number(n)) = self.peek() {
                    aligned = n.parse().ok();
                }
                self.at += 1;
                for sign in [")", ")", ")"] {
                    self.sign(sign)?;
                }
            }
            let init = if !self.takes("=") {
                None
            } else if self.takes("{") {
                Some(Init::List(self.list("}")?))
            } else {
                Some(Init::Value(self.assignment()?))
            };
            names.push(Declared { name, pointer, dims, init, aligned });
            if !self.takes(",") {
                return Ok(Stmt::Declare(Declare { space, konst, volatile, base, names }));
            }
        }
    }

    fn barrier(&mut self) -> Result<Stmt> {
        self.at += 1;
        self.sign("(")?;
        let (mut local, mut global) = (false, false);
        loop {
            match self.word()?.as_str() {
                "CLK_LOCAL_MEM_FENCE" => local = true,
                "CLK_GLOBAL_MEM_FENCE" => global = true,
                _ => return self.wrong("no such memory"),
            }
            if !self.takes("|") {
                break;
            }
        }
        self.sign(")")?;
        Ok(Stmt::Barrier { local, global })
    }

    fn ptx(&mut self) -> Result<Stmt> {
        self.at += 1;
        let volatile = self.takes_word("volatile");
        self.sign("(")?;
        let Some(Token::Text(text)) = self.peek().cloned() else { return self.wrong("an instruction was expected") };
        self.at += 1;
        let mut ptx = Ptx { text, outputs: Vec::new(), inputs: Vec::new(), volatile, memory: false };
        let mut part = 0;
        loop {
            if self.takes(")") {
                return Ok(Stmt::Ptx(ptx));
            }
            if self.takes(":") {
                part += 1;
            } else if self.takes("::") {
                part += 2;
            } else if self.takes(",") {
            } else if let Some(Token::Text(constraint)) = self.peek().cloned() {
                self.at += 1;
                if part == 3 {
                    ptx.memory = constraint == "memory";
                    continue;
                }
                self.sign("(")?;
                let e = self.sequence()?;
                self.sign(")")?;
                let list = if part == 1 { &mut ptx.outputs } else { &mut ptx.inputs };
                list.push((constraint, e));
            } else {
                return self.wrong("an operand was expected");
            }
        }
    }

    // Items

    pub fn directive(&self, text: &str) -> Result<Directive> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let long = |extended| Directive::Item(vec![Item::LongAtomics { extended }]);
        Ok(match word {
            "ifdef" => Directive::If(Cond::Given(rest.into())),
            "ifndef" => Directive::If(Cond::Absent(rest.into())),
            "if" => Directive::If(Cond::Value(expr(rest)?)),
            "else" => Directive::Else,
            "endif" => Directive::End,
            "unrolls" => Directive::Item(vec![Item::Unrolls]),
            "calls" => Directive::Item(vec![Item::Calls]),
            "define" => Directive::Item(vec![self.define(rest)?]),
            "pragma" => match rest {
                "OPENCL FP_CONTRACT OFF" => Directive::Item(vec![Item::ExactArithmetic]),
                "OPENCL EXTENSION cl_khr_int64_base_atomics : enable" => long(false),
                "OPENCL EXTENSION cl_khr_int64_extended_atomics : enable" => long(true),
                _ => return self.wrong(format!("no such pragma: {rest}")),
            },
            _ => return self.wrong(format!("no such directive: {word}")),
        })
    }

    fn define(&self, text: &str) -> Result<Item> {
        let end = text.find(|c: char| !crate::lex::is_part(c)).unwrap_or(text.len());
        let (name, rest) = (Name::new(&text[..end]), &text[end..]);
        if let Some(rest) = rest.strip_prefix('(') {
            let Some((params, body)) = rest.split_once(')') else { return self.wrong("parameters have no end") };
            let params = params.split(',').map(|p| p.trim().into()).collect();
            return Ok(Item::Inline { name, params, body: expr(body)? });
        }
        let rest = rest.trim();
        let mut r = Reader::new(rest)?;
        match rest {
            "__global" => return Ok(Item::SpaceName { name, space: Space::Global }),
            "__constant" => return Ok(Item::SpaceName { name, space: Space::Constant }),
            _ => {}
        }
        let qualified = matches!(r.peek(), Some(Token::Word(w)) if w.starts_with("__"));
        if qualified {
            let param = r.param()?;
            r.end()?;
            return Ok(Item::ParamName { name, param });
        }
        let structure = matches!((r.peek(), r.ahead(1)), (Some(Token::Word(w)), None) if crate::read::capital(w));
        if r.is_type() || structure {
            let specs = r.specs()?;
            r.end()?;
            return Ok(Item::TypeName { name, ty: specs.base, volatile: specs.volatile });
        }
        Ok(Item::Value { name, value: expr(rest)? })
    }

    pub fn items(&mut self) -> Result<Vec<Item>> {
        let mut all = Vec::new();
        while let Some(next) = self.tokens.get(self.at).cloned() {
            if next.blank && !matches!(all.last(), Some(Item::Blank)) {
                all.push(Item::Blank);
            }
            match next.token {
                Token::Comment(text) => {
                    self.at += 1;
                    all.push(Item::Comment(text));
                }
                Token::Directive(text) => match self.directive(&text)? {
                    Directive::If(cond) => {
                        self.at += 1;
                        all.push(Item::Choice(self.choice(cond, &mut Reader::items)?));
                    }
                    Directive::Else | Directive::End => return Ok(all),
                    Directive::Item(items) => {
                        self.at += 1;
                        all.extend(items);
                    }
                },
                _ => all.push(self.item()?),
            }
        }
        Ok(all)
    }

    fn item(&mut self) -> Result<Item> {
        if self.takes_word("typedef") {
            return self.structure();
        }
        let kernel = self.takes_word("__kernel");
        let apart = self.takes_word("NOINLINE");
        let mut group = None;
        if self.takes_word("__attribute__") {
            self.sign("(")?;
            self.sign("(")?;
            self.word()?;
            self.sign("(")?;
            group = self.list(")")?.into_iter().next();
            self.sign(")")?;
            self.sign(")")?;
        }
        let specs = self.specs()?;
        let space = specs.space.clone();
        let (ret, _) = self.pointers(specs)?;
        let name = self.word()?;
        if self.is_sign("[") && space == Space::Constant {
            return self.table(ret, name);
        }
        let params = self.params()?;
        self.sign("{")?;
        let short = !self.fresh();
        let body = self.stmts()?;
        self.sign("}")?;
        let kind = if kernel { FunctionKind::Kernel { group } } else { FunctionKind::Plain { apart } };
        Ok(Item::Function(Function { kind, ret, name, params, body, short }))
    }

    fn structure(&mut self) -> Result<Item> {
        self.word()?;
        self.sign("{")?;
        let mut fields = Vec::new();
        while !self.takes("}") {
            let (_, ty) = self.specs_type()?;
            fields.push((ty, self.word()?));
            self.sign(";")?;
        }
        let name = self.word()?;
        self.sign(";")?;
        Ok(Item::Struct { name, fields })
    }

    /// `[N] = { … };`, in lines of so many as the first has.
    fn table(&mut self, ty: Type, name: Name) -> Result<Item> {
        self.sign("[")?;
        self.sequence()?;
        self.sign("]")?;
        self.sign("=")?;
        self.sign("{")?;
        let (mut values, mut width) = (Vec::new(), 0);
        while !self.takes("}") {
            if !values.is_empty() {
                self.sign(",")?;
                if width == 0 && self.fresh() {
                    width = values.len();
                }
            }
            values.push(self.assignment()?);
        }
        self.sign(";")?;
        let width = if width == 0 { values.len() } else { width };
        Ok(Item::Table { ty, name, values, width })
    }
}

/// The next tighter precedence.
fn tighter(prec: Prec) -> Prec {
    match prec {
        Prec::Or => Prec::And,
        Prec::And => Prec::BitOr,
        Prec::BitOr => Prec::BitXor,
        Prec::BitXor => Prec::BitAnd,
        Prec::BitAnd => Prec::Equality,
        Prec::Equality => Prec::Relation,
        Prec::Relation => Prec::Shift,
        Prec::Shift => Prec::Sum,
        Prec::Sum => Prec::Product,
        _ => Prec::Unary,
    }
}

/// `s0` to `sf`
fn lane(name: &str) -> Option<u8> {
    let digit = name.strip_prefix('s').filter(|d| d.len() == 1)?;
    u8::from_str_radix(digit, 16).ok()
}

fn capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.contains(|c: char| c.is_ascii_lowercase())
}

/// The flag that tells of failures is written in one way.
pub const FAILURE: &str = "first_failure";

/// An expression as a statement: what tells of a failure is one of its own.
fn report(e: Expr) -> Stmt {
    match e.kind {
        Kind::Builtin(Builtin::Atomic(Atomic::Min), mut args) if args.len() == 2 && args[0].names(FAILURE) => {
            // Two were asked for.
            let number = args.remove(1);
            Stmt::Report { flag: args.remove(0), number }
        }
        kind => Stmt::Do(Expr::new(kind)),
    }
}
