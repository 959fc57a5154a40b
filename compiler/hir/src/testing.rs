//! Small HIR programs for unit tests, made by hand: what `sema` would make, without its help.

use crate::*;
use somd_syntax::source::Span;
use std::cell::Cell;

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

/// A new place, after all earlier ones.
pub fn span() -> Span {
    let lo = NEXT.get();
    NEXT.set(lo + 10);
    Span { lo, hi: lo + 5 }
}

pub fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: span() }
}
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: span() }
}
pub fn block(stmts: Vec<Stmt>) -> Block {
    Block { stmts, span: span() }
}
pub fn int(v: i32) -> Expr {
    expr(ExprKind::Lit(Lit::Int(v)), Ty::Int)
}
pub fn long(v: i64) -> Expr {
    expr(ExprKind::Lit(Lit::Long(v)), Ty::Long)
}
pub fn double(v: f64) -> Expr {
    expr(ExprKind::Lit(Lit::Double(v)), Ty::Double)
}
pub fn boolean(v: bool) -> Expr {
    expr(ExprKind::Lit(Lit::Boolean(v)), Ty::Boolean)
}
pub fn local(i: u32, ty: Ty) -> Expr {
    expr(ExprKind::Local(LocalId(i)), ty)
}
/// An `int` local.
pub fn var(i: u32) -> Expr {
    local(i, Ty::Int)
}
pub fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    let ty = if op.is_comparison() { Ty::Boolean } else { a.ty.clone() };
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}
pub fn convert(a: Expr, ty: Ty) -> Expr {
    expr(ExprKind::Convert(Box::new(a)), ty)
}
pub fn assign(place: Place, value: Expr) -> Stmt {
    let ty = value.ty.clone();
    stmt(StmtKind::Expr(expr(ExprKind::Assign { place, value: Box::new(value) }, ty)))
}
pub fn set(i: u32, value: Expr) -> Stmt {
    assign(Place::Local(LocalId(i)), value)
}
pub fn declare(i: u32, init: Option<Expr>) -> Stmt {
    stmt(StmtKind::Local { local: LocalId(i), init })
}
pub fn ret(value: Expr) -> Stmt {
    stmt(StmtKind::Return(Some(value)))
}
pub fn eval(e: Expr) -> Stmt {
    stmt(StmtKind::Expr(e))
}
pub fn call(method: MethodId, args: Vec<Expr>, ty: Ty) -> Expr {
    expr(ExprKind::Call { kind: CallKind::Static, method, receiver: None, args }, ty)
}
pub fn call_virtual(method: MethodId, receiver: Expr, args: Vec<Expr>, ty: Ty) -> Expr {
    expr(ExprKind::Call { kind: CallKind::Virtual, method, receiver: Some(Box::new(receiver)), args }, ty)
}
pub fn field(object: Option<Expr>, field: FieldId, ty: Ty) -> Expr {
    expr(ExprKind::Field { object: object.map(Box::new), field }, ty)
}
pub fn this(class: ClassId) -> Expr {
    expr(ExprKind::This, Ty::Class(class))
}
pub fn if_else(cond: Expr, then: Vec<Stmt>, otherwise: Option<Vec<Stmt>>) -> Stmt {
    let then = block(then);
    stmt(StmtKind::If { cond, then, otherwise: otherwise.map(block) })
}
pub fn while_loop(cond: Expr, body: Vec<Stmt>, label: u32) -> Stmt {
    stmt(StmtKind::While { cond, body: block(body), label: LabelId(label) })
}
pub fn try_catch(body: Vec<Stmt>, catches: Vec<(ClassId, u32, Vec<Stmt>)>, finally: Option<Vec<Stmt>>) -> Stmt {
    let body = block(body);
    let catches = catches
        .into_iter()
        .map(|(class, local, body)| Catch {
            classes: vec![class],
            local: LocalId(local),
            body: block(body),
            span: span(),
        })
        .collect();
    stmt(StmtKind::Try { body, catches, finally: finally.map(block) })
}

pub struct Build {
    pub program: Program,
    pub object: ClassId,
    pub string: ClassId,
    pub throwable: ClassId,
    pub main: ClassId,
}

impl Default for Build {
    fn default() -> Build {
        Build::new()
    }
}

impl Build {
    /// `Object`, `String`, the exceptions that the tests meet, and an empty class `Main`.
    pub fn new() -> Build {
        let none = ClassId(0);
        let mut b = Build { program: Program::default(), object: none, string: none, throwable: none, main: none };
        b.object = b.library("java.lang.Object", None);
        let (object, boolean) = (Ty::Class(b.object), Ty::Boolean);
        b.string = b.library("java.lang.String", Some(b.object));
        b.throwable = b.library("java.lang.Throwable", Some(b.object));
        let message = b.field(b.throwable, "message", Ty::Class(b.string), false, false);
        b.virtual_method(b.object, "toString", &[], Ty::Class(b.string), vec![ret(null(Ty::Class(b.string)))]);
        let same = binary(BinOp::Eq, this(b.object), local(0, object.clone()));
        b.virtual_method(b.object, "equals", &[("o", object)], boolean, vec![ret(same)]);
        b.virtual_method(b.object, "hashCode", &[], Ty::Int, vec![ret(int(1))]);
        let text = field(Some(this(b.throwable)), message, Ty::Class(b.string));
        b.virtual_method(b.throwable, "toString", &[], Ty::Class(b.string), vec![ret(text)]);
        b.exception_constructor(b.throwable, message);
        for (name, superclass) in [
            ("java.lang.Exception", "java.lang.Throwable"),
            ("java.lang.Error", "java.lang.Throwable"),
            ("java.lang.RuntimeException", "java.lang.Exception"),
            ("java.io.IOException", "java.lang.Exception"),
            ("java.lang.ArithmeticException", "java.lang.RuntimeException"),
            ("java.lang.ArrayIndexOutOfBoundsException", "java.lang.RuntimeException"),
            ("java.lang.ArrayStoreException", "java.lang.RuntimeException"),
            ("java.lang.ClassCastException", "java.lang.RuntimeException"),
            ("java.lang.NegativeArraySizeException", "java.lang.RuntimeException"),
            ("java.lang.NullPointerException", "java.lang.RuntimeException"),
            ("java.lang.StackOverflowError", "java.lang.Error"),
            ("java.lang.NoClassDefFoundError", "java.lang.Error"),
            ("java.lang.ExceptionInInitializerError", "java.lang.Error"),
            ("somd.LengthMismatch", "java.lang.RuntimeException"),
            ("somd.EmptyReduction", "java.lang.RuntimeException"),
        ] {
            let superclass = b.known(superclass);
            let class = b.library(name, Some(superclass));
            b.exception_constructor(class, message);
        }
        b.main = b.class("Main", Some(b.object));
        b
    }

    pub fn known(&self, name: &str) -> ClassId {
        self.program.known.classes[name]
    }

    fn library(&mut self, name: &str, superclass: Option<ClassId>) -> ClassId {
        let id = self.class(name, superclass);
        self.program.classes[id.index()].is_library = true;
        self.program.known.classes.insert(name.into(), id);
        id
    }

    fn exception_constructor(&mut self, class: ClassId, message: FieldId) {
        let string = Ty::Class(self.string);
        let place = Place::Field { object: Some(Box::new(this(class))), field: message };
        let body = vec![assign(place, local(0, string.clone()))];
        let id = self.method(class, "<init>", &[("message", string)], Ty::Void, &[], body);
        self.program.methods[id.index()].is_static = false;
        self.program.methods[id.index()].kind = MethodKind::Constructor;
        let id = self.method(class, "<init>", &[], Ty::Void, &[], Vec::new());
        self.program.methods[id.index()].is_static = false;
        self.program.methods[id.index()].kind = MethodKind::Constructor;
    }

    pub fn class(&mut self, name: &str, superclass: Option<ClassId>) -> ClassId {
        let id = ClassId(self.program.classes.len() as u32);
        self.program.classes.push(Class {
            name: name.into(),
            binary_name: name.into(),
            kind: ClassKind::Class,
            is_abstract: false,
            is_final: false,
            is_value: false,
            is_library: false,
            superclass,
            interfaces: Vec::new(),
            supertypes: Vec::new(),
            fields: Vec::new(),
            constants: Vec::new(),
            methods: Vec::new(),
            vtable: Default::default(),
            static_init: None,
            outer: None,
            span: span(),
        });
        id
    }

    pub fn field(&mut self, class: ClassId, name: &str, ty: Ty, is_static: bool, is_final: bool) -> FieldId {
        let id = FieldId(self.program.fields.len() as u32);
        let field = Field { class, name: name.into(), ty, is_static, is_final, constant: None, span: span() };
        self.program.fields.push(field);
        self.program.classes[class.index()].fields.push(id);
        id
    }

    /// A static method.
    pub fn method(
        &mut self,
        class: ClassId,
        name: &str,
        params: &[(&str, Ty)],
        ret: Ty,
        locals: &[(&str, Ty)],
        body: Vec<Stmt>,
    ) -> MethodId {
        let id = MethodId(self.program.methods.len() as u32);
        let local = |(name, ty): &(&str, Ty)| Local {
            name: (*name).into(),
            ty: ty.clone(),
            is_final: false,
            dist: None,
            shared: false,
            blank: None,
            span: span(),
        };
        let display = format!("{}.{name}", self.program.class(class).name);
        self.program.methods.push(Method {
            class,
            name: name.into(),
            display: display.into(),
            kind: MethodKind::Method,
            is_static: true,
            is_abstract: false,
            is_virtual: false,
            params: (0..params.len() as u32).map(LocalId).collect(),
            locals: params.iter().chain(locals).map(local).collect(),
            slots: Vec::new(),
            ret,
            throws: Vec::new(),
            body: Some(block(body)),
            native: None,
            declared_local: None,
            somd: None,
            fast_math: false,
            cold: false,
            assert_offload: None,
            name_span: span(),
            span: span(),
        });
        self.program.classes[class.index()].methods.push(id);
        id
    }

    pub fn virtual_method(
        &mut self,
        class: ClassId,
        name: &str,
        params: &[(&str, Ty)],
        ret: Ty,
        body: Vec<Stmt>,
    ) -> MethodId {
        let id = self.method(class, name, params, ret, &[], body);
        let method = &mut self.program.methods[id.index()];
        method.is_static = false;
        method.is_virtual = true;
        id
    }

    pub fn constructor(&mut self, class: ClassId, params: &[(&str, Ty)], body: Vec<Stmt>) -> MethodId {
        let id = self.method(class, "<init>", params, Ty::Void, &[], body);
        let method = &mut self.program.methods[id.index()];
        method.is_static = false;
        method.kind = MethodKind::Constructor;
        id
    }

    pub fn static_init(&mut self, class: ClassId, body: Vec<Stmt>) -> MethodId {
        let id = self.method(class, "<clinit>", &[], Ty::Void, &[], body);
        self.program.methods[id.index()].kind = MethodKind::StaticInit;
        self.program.classes[class.index()].static_init = Some(id);
        id
    }

    pub fn make(&self, class: &str, args: Vec<Expr>) -> Expr {
        let id = self.known(class);
        let constructor = self.program.class(id).methods.iter().copied().find(|&m| {
            let m = self.program.method(m);
            m.kind == MethodKind::Constructor && m.params.len() == args.len()
        });
        let Some(constructor) = constructor else { panic!("{class} has no such constructor") };
        expr(ExprKind::New { class: id, constructor, args }, Ty::Class(id))
    }

    pub fn throw(&self, class: &str) -> Stmt {
        stmt(StmtKind::Throw(self.make(class, Vec::new())))
    }

    /// Fills in the supertypes and dispatch tables. Classes stand after their superclasses.
    pub fn finish(mut self) -> Program {
        for i in 0..self.program.classes.len() {
            let class = self.program.classes[i].clone();
            let mut supertypes = Vec::new();
            let mut vtable = std::collections::BTreeMap::new();
            if let Some(superclass) = class.superclass {
                let superclass_def = self.program.class(superclass);
                supertypes.push(superclass);
                supertypes.extend(&superclass_def.supertypes);
                vtable.clone_from(&superclass_def.vtable);
            }
            supertypes.sort();
            for &id in class.methods.iter().filter(|&&m| self.program.method(m).is_virtual) {
                let name = &self.program.method(id).name;
                for (declared, target) in &mut vtable {
                    if self.program.method(*declared).name == *name {
                        *target = id;
                    }
                }
                vtable.insert(id, id);
            }
            let class = &mut self.program.classes[i];
            (class.supertypes, class.vtable) = (supertypes, vtable);
        }
        self.program
    }
}

pub fn null(ty: Ty) -> Expr {
    expr(ExprKind::Lit(Lit::Null), ty)
}
