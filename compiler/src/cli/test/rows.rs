//! The values that a test with parameters is run with, from the annotations of JUnit beside it.

use super::find::{annotated_all, argument, elements, java_string, string};
use somd_syntax::ast::{
    Annotation, CompilationUnit, Expr, ExprKind, Literal, MethodDecl, Param, PrimType, Type, TypeDecl, TypeExprKind,
    TypeKind,
};
use somd_syntax::source::{SourceMap, Span};

/// What a test is run with.
pub enum Rows {
    /// Once, with these arguments as they are written; shown so.
    One { shown: String, args: String },
    /// For each of the rows that an expression gives, in `row`; shown so.
    Each { shown: String, source: String, args: String },
}

/// The annotations that give values.
const SOURCES: [&str; 7] =
    ["ValueSource", "CsvSource", "MethodSource", "EnumSource", "NullSource", "EmptySource", "NullAndEmptySource"];

/// Where a test is, and what is around it.
pub struct Test<'a> {
    pub unit: &'a CompilationUnit,
    pub units: &'a [(CompilationUnit, bool)],
    pub sources: &'a SourceMap,
    pub method: &'a MethodDecl,
    /// The class that declares it, as its file names it.
    pub owner: &'a str,
    /// The classes that this class declares.
    pub members: &'a [&'a str],
}

/// Where what is wrong stands, and what it is.
type Wrong = (Span, String);

impl Test<'_> {
    /// The values of the parameters, for each run.
    pub fn rows(&self) -> Result<Vec<Rows>, Wrong> {
        let found = annotated_all(self.unit, &self.method.modifiers.annotations, &SOURCES);
        if found.is_empty() {
            let name = &self.method.name.name;
            let what = format!(
                "`@ParameterizedTest` method `{name}` has no `@ValueSource`, `@CsvSource`, `@MethodSource` or `@EnumSource`"
            );
            return Err((self.method.name.span, what));
        }
        let mut rows = Vec::new();
        for (name, annotation) in found {
            rows.extend(match name {
                "ValueSource" => self.of_values(annotation)?,
                "CsvSource" => self.of_lines(annotation)?,
                "MethodSource" => self.of_methods(annotation)?,
                "EnumSource" => self.of_enum(annotation)?,
                "NullSource" => vec![self.null()?],
                "EmptySource" => vec![self.empty()?],
                _ => vec![self.null()?, self.empty()?],
            });
        }
        Ok(rows)
    }

    /// A test's one parameter, which an annotation gives values to.
    fn one(&self, annotation: &str) -> Result<&Param, Wrong> {
        let (name, params) = (&self.method.name, &self.method.params);
        match params.as_slice() {
            [one] => Ok(one),
            _ => Err((
                name.span,
                format!("`{}` has {} parameters; `@{annotation}` gives values to one", name.name, params.len()),
            )),
        }
    }

    fn of_values(&self, values: &Annotation) -> Result<Vec<Rows>, Wrong> {
        self.one("ValueSource")?;
        let Some((Some(kind), list)) = values.args.first() else {
            return Err((values.span, "`@ValueSource` names a list: `ints = {1, 2}`".into()));
        };
        let cast = match kind.name.as_str() {
            "bytes" => "(byte) ",
            "shorts" => "(short) ",
            "longs" => "(long) ",
            _ => "",
        };
        let written = |e: &Expr| self.sources.text(e.span).to_string();
        let row = |e: &Expr| Rows::One { shown: written(e), args: format!("{cast}{}", written(e)) };
        Ok(elements(list).iter().map(row).collect())
    }

    fn of_lines(&self, csv: &Annotation) -> Result<Vec<Rows>, Wrong> {
        let (mut delimiter, mut nulls, mut skipped) = (',', Vec::new(), 0);
        for (name, value) in &csv.args {
            let wrong = |what: &str| Err((value.span, what.to_string()));
            match (name.as_ref().map_or("value", |n| n.name.as_str()), &value.kind) {
                ("value" | "textBlock", _) => {}
                ("delimiter", ExprKind::Literal(Literal::Char(c))) => {
                    delimiter = char::from_u32(u32::from(*c)).unwrap_or(',');
                }
                ("delimiterString", _) => match string(value).map(|s| s.chars().collect::<Vec<_>>()).as_deref() {
                    Some([one]) => delimiter = *one,
                    _ => return wrong("`delimiterString` of `@CsvSource` is a string of one character here"),
                },
                ("nullValues", _) => nulls = elements(value).iter().filter_map(string).collect(),
                ("numLinesToSkip", ExprKind::Literal(Literal::Int(n))) => skipped = usize::try_from(*n).unwrap_or(0),
                (other, _) => return wrong(&format!("`{other}` of `@CsvSource` is not supported")),
            }
        }
        let mut lines: Vec<(Span, String)> = Vec::new();
        for e in argument(csv, "value").map_or(&[][..], elements) {
            lines.push((e.span, string(e).ok_or((e.span, "a line of `@CsvSource` is a string".to_string()))?));
        }
        if let Some(block) = argument(csv, "textBlock") {
            let text = string(block).ok_or((block.span, "`textBlock` is a string".to_string()))?;
            let kept = text.lines().filter(|l| !l.trim().is_empty() && !l.trim_start().starts_with('#'));
            lines.extend(kept.map(|l| (block.span, l.to_string())));
        }
        let rows = lines.into_iter().skip(skipped).map(|(at, line)| {
            let (name, params) = (&self.method.name.name, &self.method.params);
            let mut values = csv_values(&line, delimiter);
            values.iter_mut().filter(|v| v.as_ref().is_some_and(|v| nulls.contains(v))).for_each(|v| *v = None);
            if values.len() < params.len() {
                let (there, wanted) = (values.len(), params.len());
                return Err((at, format!("this line has {there} values; `{name}` has {wanted} parameters")));
            }
            let args: Result<Vec<String>, String> =
                params.iter().zip(&values).map(|(p, v)| self.converted(p, v.as_deref())).collect();
            Ok(Rows::One { shown: line.trim().to_string(), args: args.map_err(|what| (at, what))?.join(", ") })
        });
        rows.collect()
    }

    /// `@MethodSource("name")`, of the class or of another one: `"package.Class#name"`; without a name that of the test.
    fn of_methods(&self, source: &Annotation) -> Result<Vec<Rows>, Wrong> {
        let names: Vec<(Span, String)> = match argument(source, "value") {
            None => vec![(source.span, self.method.name.name.to_string())],
            Some(list) => {
                let named =
                    |e: &Expr| Ok((e.span, string(e).ok_or((e.span, "the method's name is a string".to_string()))?));
                elements(list).iter().map(named).collect::<Result<_, Wrong>>()?
            }
        };
        let args = self.from_row();
        let row = |(_, name): (Span, String)| {
            let name = name.trim_end_matches("()");
            let called = match name.split_once('#') {
                Some((class, method)) => format!("{}.{method}()", class.replace('$', ".")),
                None => format!("{}.{name}()", self.owner),
            };
            Rows::Each { shown: called.clone(), source: called, args: args.clone() }
        };
        Ok(names.into_iter().map(row).collect())
    }

    fn of_enum(&self, source: &Annotation) -> Result<Vec<Rows>, Wrong> {
        let param = self.one("EnumSource")?;
        let class = match argument(source, "value").map(|e| (&e.kind, e)) {
            Some((ExprKind::ClassLiteral(ty), _)) => self.erased(ty),
            Some((_, e)) => return Err((e.span, "the class of an enum is `E.class`".into())),
            None => self.erased(&param.ty),
        };
        let names: Vec<String> =
            argument(source, "names").map_or(&[][..], elements).iter().filter_map(string).collect();
        let mode = argument(source, "mode")
            .map(|e| self.sources.text(e.span).rsplit('.').next().unwrap_or_default().to_string());
        match mode.as_deref() {
            None | Some("INCLUDE") if !names.is_empty() => {
                let row = |n: &String| Rows::One { shown: n.clone(), args: format!("{class}.{n}") };
                Ok(names.iter().map(row).collect())
            }
            None | Some("INCLUDE" | "EXCLUDE") => {
                let all = format!("{class}.values()");
                let (shown, source) = match names.is_empty() {
                    true => (all.clone(), all),
                    false => {
                        let without: Vec<String> = names.iter().map(|n| java_string(n)).collect();
                        let rows = "org.junit.jupiter.params.provider.Rows";
                        let source = format!("{rows}.without({all}, {})", without.join(", "));
                        (format!("{all} but {}", names.join(", ")), source)
                    }
                };
                Ok(vec![Rows::Each { shown, source, args: self.from_row() }])
            }
            Some(other) => Err((source.span, format!("mode `{other}` of `@EnumSource` is not supported"))),
        }
    }

    fn null(&self) -> Result<Rows, Wrong> {
        let param = self.one("NullSource")?;
        if matches!(param.ty.kind, TypeExprKind::Prim(_)) {
            return Err((param.span, format!("`{}` is primitive: `@NullSource` has no value for it", param.name.name)));
        }
        Ok(Rows::One { shown: "null".into(), args: format!("({}) null", self.erased(&param.ty)) })
    }

    /// What is empty of a parameter's type.
    fn empty(&self) -> Result<Rows, Wrong> {
        let param = self.one("EmptySource")?;
        let class = match &param.ty.kind {
            TypeExprKind::Class(parts) => parts.last().map_or("", |p| p.0.name.as_str()),
            _ => "",
        };
        let args = match class {
            _ if matches!(param.ty.kind, TypeExprKind::Array(..)) => {
                format!("new {} {{}}", self.erased(&param.ty))
            }
            "String" => "\"\"".to_string(),
            "List" | "Collection" | "Iterable" => "java.util.List.of()".into(),
            "Set" => "java.util.Set.of()".into(),
            "Map" => "java.util.Map.of()".into(),
            _ => return Err((param.span, format!("`@EmptySource` knows no empty value for `{}`", param.name.name))),
        };
        Ok(Rows::One { shown: "empty".into(), args })
    }

    /// The arguments, taken from the array `row` as a method's call by reflection takes them: primitive ones are widened.
    fn from_row(&self) -> String {
        let taken = |(k, p): (usize, &Param)| match &p.ty.kind {
            TypeExprKind::Prim(PrimType::Boolean) => format!("(Boolean) row[{k}]"),
            TypeExprKind::Prim(PrimType::Char) => format!("(Character) row[{k}]"),
            TypeExprKind::Prim(_) => {
                let ty = self.sources.text(p.ty.span);
                format!("org.junit.jupiter.params.provider.Rows.number(row[{k}]).{ty}Value()")
            }
            _ => format!("({}) row[{k}]", self.erased(&p.ty)),
        };
        self.method.params.iter().enumerate().map(taken).collect::<Vec<_>>().join(", ")
    }

    /// A parameter's type as it is named outside the class: without type arguments, type parameters as their bounds.
    fn erased(&self, ty: &Type) -> String {
        match &ty.kind {
            TypeExprKind::Array(of, _) => format!("{}[]", self.erased(of)),
            TypeExprKind::Class(parts) => {
                let names: Vec<&str> = parts.iter().map(|p| p.0.name.as_str()).collect();
                match self.method.type_params.iter().find(|t| names == [t.name.name.as_str()]) {
                    Some(t) => t.bounds.first().map_or("Object".into(), |bound| self.erased(bound)),
                    None if self.members.contains(&names[0]) => format!("{}.{}", self.owner, names.join(".")),
                    None => names.join("."),
                }
            }
            _ => self.sources.text(ty.span).to_string(),
        }
    }

    fn enum_named(&self, name: &str) -> bool {
        fn within(decl: &TypeDecl, name: &str) -> bool {
            decl.kind == TypeKind::Enum && decl.name.name == name
                || decl.members.iter().any(|m| matches!(m, somd_syntax::ast::Member::Type(t) if within(t, name)))
        }
        self.units.iter().flat_map(|(u, _)| &u.types).any(|t| within(t, name))
    }

    /// A value as an expression of a parameter's type.
    fn converted(&self, param: &Param, value: Option<&str>) -> Result<String, String> {
        let written = self.erased(&param.ty);
        if let TypeExprKind::Prim(ty) = &param.ty.kind {
            return converted(*ty, &param.name.name, value);
        }
        let TypeExprKind::Class(parts) = &param.ty.kind else {
            return Err(format!("`@CsvSource` gives no arrays, which parameter `{}` is", param.name.name));
        };
        let Some(text) = value else { return Ok(format!("({written}) null")) };
        let class = parts.last().map_or("", |p| p.0.name.as_str());
        let boxed = |ty: PrimType| Ok(format!("{class}.valueOf({})", converted(ty, &param.name.name, value)?));
        match class {
            "String" | "Object" | "CharSequence" => Ok(java_string(text)),
            "Byte" => boxed(PrimType::Byte),
            "Short" => boxed(PrimType::Short),
            "Integer" => boxed(PrimType::Int),
            "Long" => boxed(PrimType::Long),
            "Float" => boxed(PrimType::Float),
            "Double" => boxed(PrimType::Double),
            "Boolean" => boxed(PrimType::Boolean),
            "Character" => boxed(PrimType::Char),
            "BigInteger" | "BigDecimal" => Ok(format!("new {written}({})", java_string(text))),
            _ if self.enum_named(class) => Ok(format!("{written}.valueOf({})", java_string(text))),
            _ => Err(format!(
                "`@CsvSource` gives numbers, booleans, chars, strings and constants of enums; parameter `{}` is of another type",
                param.name.name
            )),
        }
    }
}

/// The values of a line, as JUnit reads it: between delimiters, without the blanks around, those in `'…'` as they are; nothing is null.
fn csv_values(line: &str, delimiter: char) -> Vec<Option<String>> {
    let mut values = Vec::new();
    let (mut value, mut quoted, mut was_quoted) = (String::new(), false, false);
    for c in line.chars().chain([delimiter]) {
        match c {
            '\'' if quoted || value.trim().is_empty() => {
                if !quoted {
                    value.clear();
                }
                (quoted, was_quoted) = (!quoted, true);
            }
            c if c == delimiter && !quoted => {
                let text = if was_quoted { value.clone() } else { value.trim().to_string() };
                values.push((was_quoted || !text.is_empty()).then_some(text));
                (value, was_quoted) = (String::new(), false);
            }
            // Blanks behind a quoted value are none of it.
            c if was_quoted && !quoted && c.is_whitespace() => {}
            c => value.push(c),
        }
    }
    values
}

/// A value as an expression of a primitive type. `name`: the parameter's.
fn converted(ty: PrimType, name: &str, value: Option<&str>) -> Result<String, String> {
    let no = |kind: &str| Err(format!("`{}` is no {kind}, which parameter `{name}` is", value.unwrap_or("nothing")));
    let whole = |kind: &str, bits: u32| {
        let text = value.unwrap_or_default();
        let sign = if text.starts_with('-') { "-" } else { "" };
        let digits = text.trim_start_matches(['-', '+']);
        let number = match digits.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(&format!("{sign}{hex}"), 16),
            None => format!("{sign}{}", digits.replace('_', "")).parse::<i128>(),
        };
        let limit = 1i128 << (bits - 1);
        match number {
            Ok(n) if (-limit..limit).contains(&n) => Ok(match kind {
                "int" => n.to_string(),
                "long" => format!("{n}L"),
                _ => format!("({kind}) {n}"),
            }),
            _ => no(kind),
        }
    };
    let real = |kind: &str| {
        let class = if kind == "float" { "Float" } else { "Double" };
        match value.map(|v| (v, v.parse::<f64>())) {
            Some(("NaN" | "+NaN" | "-NaN", _)) => Ok(format!("{class}.NaN")),
            Some(("Infinity" | "+Infinity", _)) => Ok(format!("{class}.POSITIVE_INFINITY")),
            Some(("-Infinity", _)) => Ok(format!("{class}.NEGATIVE_INFINITY")),
            Some((v, Ok(n))) if n.is_finite() => Ok(format!("({kind}) {v}{}", if kind == "float" { "f" } else { "d" })),
            _ => no(kind),
        }
    };
    match ty {
        PrimType::Byte => whole("byte", 8),
        PrimType::Short => whole("short", 16),
        PrimType::Int => whole("int", 32),
        PrimType::Long => whole("long", 64),
        PrimType::Float => real("float"),
        PrimType::Double => real("double"),
        PrimType::Boolean => match value {
            Some(v) if v.eq_ignore_ascii_case("true") => Ok("true".into()),
            Some(v) if v.eq_ignore_ascii_case("false") => Ok("false".into()),
            _ => no("boolean"),
        },
        PrimType::Char => match value.map(|v| v.encode_utf16().collect::<Vec<_>>()) {
            Some(units) if units.len() == 1 => Ok(format!("(char) {}", units[0])),
            _ => no("char"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::csv_values;

    #[test]
    fn lines_are_read_as_junit_reads_them() {
        let of = |line, delimiter| {
            csv_values(line, delimiter).into_iter().map(|v| v.unwrap_or("null".into())).collect::<Vec<_>>()
        };
        let read = |line| of(line, ',');
        assert_eq!(read("1, 2 ,3"), ["1", "2", "3"]);
        assert_eq!(read("apple, , ''"), ["apple", "null", ""]);
        assert_eq!(read("'lemon, lime', 0xF1 "), ["lemon, lime", "0xF1"]);
        assert_eq!(read("' a ' , b c"), [" a ", "b c"]);
        assert_eq!(of("a, b | c", '|'), ["a, b", "c"]);
    }
}
