//! Reads the headers of a library file by hand, many times as fast as the grammar: most of what a small program's check takes is this text.
//!
//! It knows the declarations that library files are made of, and makes the tree that the grammar makes of them. A member that has more in it (an initial value
//! that is no literal, an enum, a `dist`) goes to the grammar alone; a file of which it does not know what to make, as a whole: then the answer is None.

use crate::ast::*;
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// A class around a member, so that the grammar reads it.
const AROUND: &str = "class C{";
/// What is nested deeper goes to the grammar, which says so.
const DEEPEST: usize = 50;

/// The tree of a file without what stands in the bodies of methods. `grammar` reads a text at a position in its place; None where that has errors.
pub fn read(text: &str, base: u32, grammar: &dyn Fn(&str, u32) -> Option<CompilationUnit>) -> Option<CompilationUnit> {
    Reader { text, base, at: 0, last: 0, depth: 0, grammar }.file()
}

struct Reader<'a> {
    text: &'a str,
    base: u32,
    /// How far it has read, and where the last token ended.
    at: usize,
    last: usize,
    /// How many types and classes are open around this place.
    depth: usize,
    grammar: &'a dyn Fn(&str, u32) -> Option<CompilationUnit>,
}

type Header = (Modifiers, usize);

impl<'a> Reader<'a> {
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The next byte that is no white space, which is not taken; 0 at the end.
    fn peek(&mut self) -> u8 {
        let rest = &self.bytes()[self.at..];
        self.at += rest.iter().position(|b| !matches!(b, b' ' | b'\n' | b'\r' | b'\t')).unwrap_or(rest.len());
        self.bytes().get(self.at).copied().unwrap_or(0)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.at += 1;
            self.last = self.at;
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.eat(byte).then_some(())
    }

    /// The word that comes next, which is not taken; empty where none does.
    fn word(&mut self) -> &'a str {
        self.peek();
        self.word_at(self.at)
    }

    fn word_at(&self, at: usize) -> &'a str {
        let rest = &self.bytes()[at..];
        if rest.first().is_none_or(u8::is_ascii_digit) {
            return "";
        }
        let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
        let length = rest.iter().position(|b| !is_word(b)).unwrap_or(rest.len());
        &self.text[at..at + length]
    }

    /// The byte behind the word that comes next, and the word there where one is.
    fn behind_word(&mut self) -> (u8, &'a str) {
        let at = self.at;
        self.at += self.word().len();
        let found = (self.peek(), self.word());
        self.at = at;
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.at += word.len();
            self.last = self.at;
        }
        found
    }

    fn span(&self, from: usize) -> Span {
        Span { lo: self.base + from as u32, hi: self.base + self.last.max(from) as u32 }
    }

    fn ident(&mut self) -> Option<Ident> {
        let name = self.word();
        let from = self.at;
        if matches!(name, "" | "_") {
            return None;
        }
        self.eat_word(name);
        Some(Ident { name: SmolStr::new(name), span: self.span(from) })
    }

    /// One and more, between separators.
    fn list<T>(&mut self, separator: u8, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut all = vec![one(self)?];
        while self.eat(separator) {
            all.push(one(self)?);
        }
        Some(all)
    }

    fn qualified(&mut self) -> Option<QualName> {
        self.peek();
        let from = self.at;
        let parts = self.list(b'.', Self::ident)?;
        Some(QualName { parts, span: self.span(from) })
    }

    fn file(mut self) -> Option<CompilationUnit> {
        let mut unit = CompilationUnit::default();
        if self.eat_word("package") {
            unit.package = Some(self.qualified()?);
            self.expect(b';')?;
        }
        while self.peek() != 0 {
            if self.eat(b';') {
                continue;
            }
            if self.word() == "import" && unit.types.is_empty() {
                unit.imports.push(self.import()?);
                continue;
            }
            let from = self.at;
            if let Some(decl) = self.modifiers().and_then(|(modifiers, from)| self.type_decl(modifiers, from)) {
                unit.types.push(decl);
                continue;
            }
            for member in self.by_grammar(from)? {
                let Member::Type(decl) = member else { return None };
                unit.types.push(decl);
            }
        }
        Some(unit)
    }

    fn import(&mut self) -> Option<Import> {
        let from = self.at;
        self.eat_word("import");
        let is_static = self.eat_word("static");
        self.peek();
        let name_at = self.at;
        let mut parts = vec![self.ident()?];
        let mut span = self.span(name_at);
        let mut on_demand = false;
        while !on_demand && self.eat(b'.') {
            if self.eat(b'*') {
                on_demand = true;
            } else {
                parts.push(self.ident()?);
                span = self.span(name_at);
            }
        }
        self.expect(b';')?;
        Some(Import { is_static, name: QualName { parts, span }, on_demand, span: self.span(from) })
    }

    /// Modifiers and annotations, and where they begin.
    fn modifiers(&mut self) -> Option<Header> {
        let mut modifiers = Modifiers::default();
        self.peek();
        let start = self.at;
        loop {
            let byte = self.peek();
            let from = self.at;
            if byte == b'@' {
                if self.word_at(from + 1) == "interface" {
                    break;
                }
                let annotation = self.annotation()?;
                modifiers.span = modifiers.span.to(annotation.span);
                modifiers.annotations.push(annotation);
                continue;
            }
            let word = self.word();
            let modifier = match word {
                "public" => Modifier::Public,
                "protected" => Modifier::Protected,
                "private" => Modifier::Private,
                "static" => Modifier::Static,
                "final" => Modifier::Final,
                "abstract" => Modifier::Abstract,
                "native" => Modifier::Native,
                "synchronized" => Modifier::Synchronized,
                "transient" => Modifier::Transient,
                "volatile" => Modifier::Volatile,
                "strictfp" => Modifier::Strictfp,
                "default" => Modifier::Default,
                // What is a name elsewhere is one of these in front of another word.
                "sealed" | "value" | "local" | "shared" | "dist" | "reduce" | "non" | "task"
                    if self.behind_word().1.is_empty() =>
                {
                    break;
                }
                "sealed" => Modifier::Sealed,
                "value" => Modifier::Value,
                "local" => Modifier::Local,
                "dist" | "reduce" | "shared" | "non" | "task" => return None,
                _ => break,
            };
            if modifiers.has(modifier) {
                return None;
            }
            self.eat_word(word);
            let span = self.span(from);
            modifiers.list.push((modifier, span));
            modifiers.span = modifiers.span.to(span);
        }
        Some((modifiers, start))
    }

    /// One without arguments, or with a text.
    fn annotation(&mut self) -> Option<Annotation> {
        let from = self.at;
        self.expect(b'@')?;
        let name = self.qualified()?;
        let mut args = Vec::new();
        if self.eat(b'(') && !self.eat(b')') {
            args.push((None, self.literal()?));
            self.expect(b')')?;
        }
        Some(Annotation { name, args, span: self.span(from) })
    }

    /// A literal of the plainer kinds, which is all of a value.
    fn literal(&mut self) -> Option<Expr> {
        let byte = self.peek();
        let from = self.at;
        if byte == b'-' {
            self.expect(b'-')?;
            let number = self.peek().is_ascii_digit().then(|| self.literal())??;
            let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(number));
            return Some(Expr { kind, span: self.span(from) });
        }
        let rest = &self.text[from..];
        let (literal, length) = match (byte, self.word()) {
            (_, "true") => (Literal::Boolean(true), 4),
            (_, "false") => (Literal::Boolean(false), 5),
            (_, "null") => (Literal::Null, 4),
            (b'0'..=b'9', _) => number(rest)?,
            (b'"', _) if !rest.starts_with("\"\"\"") => {
                let end = rest[1..].find('"')?;
                let inside = &rest[1..=end];
                if inside.contains(['\\', '\n']) {
                    return None;
                }
                (Literal::String(inside.encode_utf16().collect()), end + 2)
            }
            _ => return None,
        };
        self.at += length;
        self.last = self.at;
        let is_all = matches!(self.peek(), b',' | b';' | b')');
        is_all.then(|| Expr { kind: ExprKind::Literal(literal), span: self.span(from) })
    }

    /// A class, interface or record behind its modifiers, which began at `from`.
    fn type_decl(&mut self, modifiers: Modifiers, from: usize) -> Option<Arc<TypeDecl>> {
        let is_annotation = self.eat(b'@');
        let kind = match self.word() {
            "interface" if is_annotation => TypeKind::Annotation,
            "class" => TypeKind::Class,
            "interface" => TypeKind::Interface,
            "record" => TypeKind::Record,
            _ => return None,
        };
        self.eat_word(self.word_at(self.at));
        let name = self.ident()?;
        let type_params = self.type_params()?;
        let components = if kind == TypeKind::Record { self.params()? } else { Vec::new() };
        let (mut extends, mut implements, mut permits) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let clause = match self.word() {
                "extends" => &mut extends,
                "implements" if kind != TypeKind::Interface => &mut implements,
                "permits" if kind != TypeKind::Record => &mut permits,
                "" => break,
                _ => return None,
            };
            self.eat_word(self.word_at(self.at));
            clause.extend(self.list(b',', Self::ty)?);
        }
        let members = self.nested(Self::members)?;
        let span = self.span(from);
        let constants = Vec::new();
        let decl = TypeDecl {
            kind,
            modifiers,
            name,
            type_params,
            components,
            extends,
            implements,
            permits,
            constants,
            members,
            span,
        };
        Some(Arc::new(decl))
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }

    fn members(&mut self) -> Option<Vec<Member>> {
        self.expect(b'{')?;
        let mut members = Vec::new();
        while !self.eat(b'}') {
            if self.eat(b';') {
                continue;
            }
            let from = self.at;
            match self.member() {
                Some(member) => members.push(member),
                None => members.extend(self.by_grammar(from)?),
            }
        }
        Some(members)
    }

    /// The member that begins here, as the grammar reads it.
    fn by_grammar(&mut self, from: usize) -> Option<Vec<Member>> {
        let end = member_end(self.bytes(), from)?;
        let base = (self.base + from as u32).checked_sub(AROUND.len() as u32)?;
        let unit = (self.grammar)(&format!("{AROUND}{}}}", &self.text[from..end]), base)?;
        (self.at, self.last) = (end, end);
        match unit.types.as_slice() {
            [class] if unit.left_out_annotations.is_empty() => Some(class.members.clone()),
            _ => None,
        }
    }

    fn member(&mut self) -> Option<Member> {
        let (modifiers, from) = self.modifiers()?;
        let (_, next) = self.behind_word();
        match self.word() {
            "class" | "interface" => return self.type_decl(modifiers, from).map(Member::Type),
            "record" if !next.is_empty() => return self.type_decl(modifiers, from).map(Member::Type),
            "enum" => return None,
            _ => {}
        }
        let type_params = self.type_params()?;
        let is_constructor = self.behind_word().0 == b'(';
        let (ret, kind) = match is_constructor {
            true => (None, MethodKind::Constructor),
            false => (Some(self.ty()?), MethodKind::Method),
        };
        if !is_constructor && self.behind_word().0 != b'(' {
            let vars = self.list(b',', Self::declarator)?;
            self.expect(b';')?;
            // Type parameters are a method's.
            let ty = ret.filter(|_| type_params.is_empty())?;
            return Some(Member::Field(FieldDecl { modifiers, ty, vars, span: self.span(from) }));
        }
        let name = self.ident()?;
        let params = self.params()?;
        let throws = if self.eat_word("throws") { self.list(b',', Self::ty)? } else { Vec::new() };
        let body = if self.eat(b';') { None } else { Some(self.empty_body()?) };
        let span = self.span(from);
        Some(Member::Method(Arc::new(MethodDecl {
            modifiers,
            type_params,
            ret,
            name,
            params,
            throws,
            body,
            kind,
            span,
        })))
    }

    fn declarator(&mut self) -> Option<Declarator> {
        let name = self.ident()?;
        let from = self.at - name.name.len();
        let init = if self.eat(b'=') { Some(Arc::new(self.literal()?)) } else { None };
        Some(Declarator { name, extra_dims: Vec::new(), init, span: self.span(from) })
    }

    /// A body of which nothing is left but its braces.
    fn empty_body(&mut self) -> Option<Block> {
        self.peek();
        let from = self.at;
        self.expect(b'{')?;
        self.expect(b'}')?;
        Some(Block { stmts: Vec::new(), span: self.span(from) })
    }

    fn params(&mut self) -> Option<Vec<Param>> {
        self.expect(b'(')?;
        if self.eat(b')') {
            return Some(Vec::new());
        }
        let params = self.list(b',', Self::param)?;
        self.expect(b')')?;
        Some(params)
    }

    fn param(&mut self) -> Option<Param> {
        let (modifiers, from) = self.modifiers()?;
        // Annotations of parameters are listed elsewhere.
        if !modifiers.annotations.is_empty() {
            return None;
        }
        let mut ty = self.ty()?;
        self.peek();
        let dots = self.at;
        let varargs = self.text[dots..].starts_with("...");
        if varargs {
            (self.at, self.last) = (dots + 3, dots + 3);
            let ellipsis = self.span(dots);
            let span = ty.span.to(ellipsis);
            let dim = ArrayDim { bound: None, span: ellipsis };
            ty = Type { kind: TypeExprKind::Array(Box::new(ty), dim), span };
        }
        let name = self.ident()?;
        matches!(self.peek(), b',' | b')').then(|| Param { modifiers, ty, varargs, name, span: self.span(from) })
    }

    fn type_params(&mut self) -> Option<Vec<TypeParam>> {
        if !self.eat(b'<') {
            return Some(Vec::new());
        }
        let params = self.list(b',', |this| {
            let is_value = this.word() == "value" && !this.behind_word().1.is_empty() && this.eat_word("value");
            let name = this.ident()?;
            let bounds = if this.eat_word("extends") { this.list(b'&', Self::ty)? } else { Vec::new() };
            Some(TypeParam { name, bounds, is_value })
        })?;
        self.expect(b'>')?;
        Some(params)
    }

    fn ty(&mut self) -> Option<Type> {
        let word = self.word();
        let from = self.at;
        let prim = match word {
            "boolean" => Some(TypeExprKind::Prim(PrimType::Boolean)),
            "byte" => Some(TypeExprKind::Prim(PrimType::Byte)),
            "short" => Some(TypeExprKind::Prim(PrimType::Short)),
            "char" => Some(TypeExprKind::Prim(PrimType::Char)),
            "int" => Some(TypeExprKind::Prim(PrimType::Int)),
            "long" => Some(TypeExprKind::Prim(PrimType::Long)),
            "float" => Some(TypeExprKind::Prim(PrimType::Float)),
            "double" => Some(TypeExprKind::Prim(PrimType::Double)),
            "void" => Some(TypeExprKind::Void),
            _ => None,
        };
        let kind = match prim {
            Some(kind) => {
                self.eat_word(word);
                kind
            }
            None => {
                let mut parts = vec![(self.ident()?, self.type_args()?)];
                // Not the `...` behind a type.
                while self.peek() == b'.' && !self.text[self.at..].starts_with("..") {
                    self.expect(b'.')?;
                    parts.push((self.ident()?, self.type_args()?));
                }
                TypeExprKind::Class(parts)
            }
        };
        let base = Type { kind, span: self.span(from) };
        let mut dims = Vec::new();
        while self.peek() == b'[' {
            let at = self.at;
            self.expect(b'[')?;
            self.expect(b']')?;
            dims.push(ArrayDim { bound: None, span: self.span(at) });
        }
        Some(crate::actions::wrap(base, dims))
    }

    fn type_args(&mut self) -> Option<Option<Vec<TypeArg>>> {
        if !self.eat(b'<') {
            return Some(None);
        }
        let args = self.list(b',', |this| {
            this.peek();
            let from = this.at;
            if !this.eat(b'?') {
                return this.nested(Self::ty).map(TypeArg::Type);
            }
            let bound = match this.word() {
                "extends" => Some(WildcardBound::Extends),
                "super" => Some(WildcardBound::Super),
                _ => None,
            };
            let bound = match bound {
                None => None,
                Some(bound) => {
                    this.eat_word(this.word_at(this.at));
                    Some((bound, this.nested(Self::ty)?))
                }
            };
            Some(TypeArg::Wildcard { bound, span: this.span(from) })
        })?;
        self.expect(b'>')?;
        Some(Some(args))
    }
}

/// The number that a text begins with, and its length: whole ones in base 10 and 16, and decimal ones without a sign in them.
fn number(text: &str) -> Option<(Literal, usize)> {
    let end = |from: usize, is_part: fn(u8) -> bool| {
        let rest = &text.as_bytes()[from..];
        from + rest.iter().position(|&b| !is_part(b)).unwrap_or(rest.len())
    };
    if text.starts_with("0x") {
        let to = end(2, |b| b.is_ascii_hexdigit());
        return match text.as_bytes().get(to) {
            Some(b'L') => Some((Literal::Long(u64::from_str_radix(&text[2..to], 16).ok()? as i64), to + 1)),
            _ => Some((Literal::Int(u32::from_str_radix(&text[2..to], 16).ok()? as i32), to)),
        };
    }
    let to = end(0, |b| b.is_ascii_digit());
    // In front of further digits, `0` begins an octal number.
    let decimal = to == 1 || !text.starts_with('0');
    match text.as_bytes().get(to) {
        Some(b'L') if decimal => Some((Literal::Long(text[..to].parse().ok()?), to + 1)),
        Some(b'.') => {
            let mut to = end(to + 1, |b| b.is_ascii_digit());
            if matches!(text.as_bytes().get(to), Some(b'e' | b'E')) {
                let sign = matches!(text.as_bytes().get(to + 1), Some(b'-' | b'+'));
                to = end(to + 1 + usize::from(sign), |b| b.is_ascii_digit());
            }
            let value: f64 = text[..to].parse().ok()?;
            value.is_finite().then_some((Literal::Double(value), to))
        }
        _ if decimal => Some((Literal::Int(text[..to].parse().ok()?), to)),
        _ => None,
    }
}

/// Where the member ends that begins at `from`: behind its `;`, or the `}` of its body.
fn member_end(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut depth, mut has_value) = (0usize, false);
    let mut i = from;
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'"' if bytes[i..].starts_with(b"\"\"\"") => {
                i += 3;
                while !bytes.get(i..)?.starts_with(b"\"\"\"") {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                i += 2;
            }
            b'"' | b'\'' => {
                i += 1;
                while *bytes.get(i)? != byte {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
            }
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.checked_sub(1)?;
                if byte == b'}' && depth == 0 && !has_value {
                    return Some(i + 1);
                }
            }
            b'=' if depth == 0 => has_value = true,
            b';' if depth == 0 => return Some(i + 1),
            _ => {}
        }
        i += 1;
    }
    None
}
