//! The texts of Java's helpful `NullPointerException` messages (JEP 358), as they are without `javac -g`: what could not be
//! done, and which expression was null, where the virtual machine can name it.

use somd_hir::walk::strip_upcast;
use somd_hir::*;

pub struct Messages<'a> {
    pub program: &'a Program,
    pub method: &'a Method,
}

/// How deep the virtual machine looks into nested expressions.
const MAX_DETAIL: u32 = 5;

impl Messages<'_> {
    /// The method that cannot be invoked: `Main$Node.insert(int)`.
    pub fn callee(&self, receiver: &Expr, method: MethodId) -> String {
        self.call_text(Some(receiver), method)
    }

    /// What is null; the runtime makes the message of it.
    pub fn name(&self, null: &Expr) -> String {
        let text = self.because(String::new(), null);
        let text = text.trim_start_matches(" because ").trim_end_matches(" is null").to_string();
        match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
            Some(name) => name.to_string(),
            None => text,
        }
    }

    pub fn throw(&self, exception: &Expr) -> String {
        self.because("Cannot throw exception".into(), exception)
    }

    pub fn because(&self, what: String, null: &Expr) -> String {
        let null = strip(null);
        match &null.kind {
            ExprKind::Call { receiver, method, .. } => {
                format!(
                    "{what} because the return value of \"{}\" is null",
                    self.call_text(receiver.as_deref(), *method)
                )
            }
            _ => match self.describe(null, 0) {
                Some(text) => format!("{what} because \"{text}\" is null"),
                None => what,
            },
        }
    }

    /// `Main$Node.insert(int, String)`
    fn call_text(&self, receiver: Option<&Expr>, method: MethodId) -> String {
        let m = self.program.method(method);
        let owner = match receiver.map(|r| &strip_upcast(r).ty) {
            Some(Ty::Class(c))
                if self.program.class(m.class).superclass.is_some()
                    || self.program.class(m.class).kind == ClassKind::Interface =>
            {
                *c
            }
            _ => m.class,
        };
        let params: Vec<String> =
            m.params.iter().map(|p| short(java_ty(self.program, &m.locals[p.index()].ty))).collect();
        let owner = short(self.program.class(owner).binary_name.to_string());
        format!("{owner}.{}({})", m.name, params.join(", "))
    }

    fn describe(&self, e: &Expr, depth: u32) -> Option<String> {
        if depth >= MAX_DETAIL {
            return None;
        }
        match &strip(e).kind {
            ExprKind::Lit(Lit::Null) => Some("null".into()),
            ExprKind::Lit(Lit::Int(v)) => Some(v.to_string()),
            ExprKind::Local(l) => Some(self.method.told(*l, e.span).into()),
            ExprKind::This => Some("this".into()),
            ExprKind::Field { object: None, field } => {
                let f = self.program.field(*field);
                Some(format!("{}.{}", short(self.program.class(f.class).binary_name.to_string()), f.name))
            }
            ExprKind::Field { object: Some(o), field } => {
                if let Some(captured) = self.program.captured(*field) {
                    return Some(captured);
                }
                let name = &self.program.field(*field).name;
                Some(match self.describe(o, depth + 1) {
                    Some(o) => format!("{o}.{name}"),
                    None => name.to_string(),
                })
            }
            ExprKind::Index { array, index } => {
                let array = self.describe(array, depth + 1).unwrap_or_else(|| "<array>".into());
                let index = self.describe(index, depth + 1).unwrap_or_else(|| "...".into());
                Some(format!("{array}[{index}]"))
            }
            ExprKind::Call { receiver, method, .. } => Some(self.call_text(receiver.as_deref(), *method)),
            _ => None,
        }
    }
}

/// The virtual machine shortens these two names.
fn short(name: String) -> String {
    for long in ["java.lang.Object", "java.lang.String"] {
        if name.strip_prefix(long).is_some_and(|rest| rest.is_empty() || rest.starts_with('[')) {
            return name["java.lang.".len()..].to_string();
        }
    }
    name
}

/// Casts of references leave no trace in what the virtual machine describes.
fn strip(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Upcast(i) | ExprKind::CheckCast(i) => strip(i),
        _ => e,
    }
}

/// Java's name of a type in messages: `int`, `java.lang.String`, `Main$Node[]`.
pub fn java_ty(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Class(c) => program.class(*c).binary_name.to_string(),
        Ty::Array { elem, .. } => format!("{}[]", java_ty(program, elem)),
        Ty::ValueArray { elem, dims } => format!("{}{}", java_ty(program, elem), "[]".repeat(dims.len())),
        other => other.keyword().unwrap_or("null").into(),
    }
}
