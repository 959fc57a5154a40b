//! Bodies that no source stands for: an enum's `values` and `valueOf`; a record's constructor and accessors; `equals`,
//! `hashCode` and `toString` of records and value classes, which compare and show contents (JLS 8.9.3, 8.10.3); and what
//! `java.lang.Class` knows of classes by their names, which is known when compiling, since the program is whole.

use super::assemble::{MethodBody, param_locals};
use super::table::{ClassTable, Made};
use super::types::Type;
use somd_hir::{
    BinOp, Block, CallKind, ClassId, Expr, ExprKind, FieldId, Lit, Local, LocalId, MethodId, Place, Stmt, StmtKind, Ty,
};
use somd_syntax::ast::{Modifier, TypeKind};
use somd_syntax::source::Span;

/// None where `body` writes it or there is nothing to write.
pub(super) fn made_body(table: &ClassTable, method: MethodId) -> Option<MethodBody> {
    let def = table.method(method);
    let made = def.made?;
    let mut maker = Maker { table, class: def.class, span: def.span, locals: param_locals(table, method) };
    let params = (0..maker.locals.len() as u32).map(LocalId).collect();
    let stmts = match made {
        Made::DefaultConstructor | Made::Body => return None,
        Made::RecordConstructor => maker.record_constructor(),
        Made::RecordAccessor(field) => {
            let value = maker.own_field(field);
            vec![maker.ret(value)]
        }
        Made::EnumValues => maker.enum_values(table.erase(&def.ret)),
        Made::EnumValueOf => maker.enum_value_of(),
        Made::Equals => maker.equals(),
        Made::HashCode => maker.hash_code(),
        Made::ToString => maker.to_string(),
        Made::Describe => maker.describe(),
        Made::Construct => maker.construct(),
        Made::Constants => maker.constants(),
    };
    let block = Block { stmts, span: def.span };
    Some(MethodBody { params, locals: maker.locals, block: Some(block), ..MethodBody::default() })
}

struct Maker<'a> {
    table: &'a ClassTable,
    class: ClassId,
    span: Span,
    locals: Vec<Local>,
}

impl Maker<'_> {
    // ---- bodies ---------------------------------------------------------------------------------------------------

    fn record_constructor(&self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let superclass = self.table.class(self.class).superclass.as_ref().and_then(Type::class_id);
        if let Some(init) = superclass.and_then(|s| self.method_of(s, "<init>", &[])) {
            stmts.push(self.expr_stmt(self.call(CallKind::Special, init, Some(self.this()), Vec::new())));
        }
        for (i, &field) in self.table.class(self.class).components.iter().enumerate() {
            let value = self.local(LocalId(i as u32));
            let ty = value.ty.clone();
            let place = Place::Field { object: Some(Box::new(self.this())), field };
            stmts.push(self.expr_stmt(self.expr(ExprKind::Assign { place, value: Box::new(value) }, ty)));
        }
        stmts
    }

    /// A new array each time, as Java has it.
    fn enum_values(&self, ty: Ty) -> Vec<Stmt> {
        let values = self.table.class(self.class).constants.iter().map(|c| self.static_field(c.field)).collect();
        vec![self.ret(self.expr(ExprKind::ArrayLit(values), ty))]
    }

    fn enum_value_of(&self) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let name = || self.local(LocalId(0));
        if let Some(throw) = self.throw_new("java.lang.NullPointerException", self.string("Name is null")) {
            let null = self.expr(ExprKind::Lit(Lit::Null), Ty::Null);
            stmts.push(self.if_then(self.binary(BinOp::Eq, name(), null, Ty::Boolean), throw));
        }
        let equals = self.object_method("equals", &[self.table.object()]);
        for constant in &self.table.class(self.class).constants {
            let Some(equals) = equals else { break };
            let text = self.string(&self.table.field(constant.field).name);
            let same = self.call(CallKind::Virtual, equals, Some(self.upcast(name())), vec![self.upcast(text)]);
            stmts.push(self.if_then(same, self.ret(self.static_field(constant.field))));
        }
        let message = vec![self.string(&format!("No enum constant {}.", self.table.class(self.class).name)), name()];
        let message = self.expr(ExprKind::Concat(message), self.string_ty());
        stmts.extend(self.throw_new("java.lang.IllegalArgumentException", message));
        stmts
    }

    // ---- of the whole program -------------------------------------------------------------------------------------

    /// The superclass (or nothing), the interfaces that the class names, a `*`, then all other supertypes, each name with a `;`
    /// behind it, and a `*` before all where no object is of exactly this class; null for a name that no class has.
    fn describe(&self) -> Vec<Stmt> {
        let table = self.table;
        let text = |class: ClassId| {
            let superclass = table.class(class).superclass.as_ref().and_then(Type::class_id);
            let interfaces: Vec<ClassId> = table.class(class).interfaces.iter().filter_map(Type::class_id).collect();
            let name = |c: ClassId| format!("{};", table.class(c).binary_name);
            let has_no_objects = table.class(class).is_abstract() || table.is_interface(class);
            let mut text = if has_no_objects { "*".to_string() } else { String::new() };
            text += &superclass.map_or(";".to_string(), name);
            text.extend(interfaces.iter().copied().map(name));
            text.push('*');
            let mut others = table.all_supertypes(class);
            others.retain(|&c| c != class && Some(c) != superclass && !interfaces.contains(&c));
            text.extend(others.into_iter().map(name));
            text
        };
        let named = table.class_ids().filter(|&c| table.class(c).lambda.is_none());
        self.by_name(named.map(|c| (c, self.string(&text(c)))))
    }

    /// A new object of the class of this name, where it can be had; else null.
    fn construct(&self) -> Vec<Stmt> {
        let made = self.table.class_ids().filter_map(|class| {
            let constructor = self.table.constructor_on_request(class)?;
            let kind = ExprKind::New { class, constructor, args: Vec::new() };
            Some((class, self.upcast(self.expr(kind, Ty::Class(class)))))
        });
        self.by_name(made)
    }

    /// The constants of the enum of this name, in order; else null.
    fn constants(&self) -> Vec<Stmt> {
        let enums = self.table.class_ids().filter(|&c| self.table.class(c).kind == TypeKind::Enum);
        let values = enums.filter_map(|c| Some((c, self.method_of(c, "values", &[])?)));
        let array = self.table.erase(&Type::array(self.table.object()));
        self.by_name(values.map(|(c, m)| {
            let values = self.call(CallKind::Static, m, None, Vec::new());
            (c, self.expr(ExprKind::Upcast(Box::new(values)), array.clone()))
        }))
    }

    /// `if (name.equals("a.B")) return …;` for each class, and null at the end.
    fn by_name(&self, results: impl Iterator<Item = (ClassId, Expr)>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let equals = self.object_method("equals", &[self.table.object()]);
        for (class, result) in results {
            let Some(equals) = equals else { break };
            let text = self.upcast(self.string(&self.table.class(class).binary_name));
            let name = self.upcast(self.local(LocalId(0)));
            let same = self.call(CallKind::Virtual, equals, Some(name), vec![text]);
            stmts.push(self.if_then(same, self.ret(result)));
        }
        stmts.push(self.ret(self.expr(ExprKind::Lit(Lit::Null), Ty::Null)));
        stmts
    }

    fn equals(&mut self) -> Vec<Stmt> {
        let this_ty = Ty::Class(self.class);
        let other = self.local(LocalId(0));
        let that = LocalId(self.locals.len() as u32);
        self.locals.push(Local {
            name: "that".into(),
            ty: this_ty.clone(),
            is_final: true,
            dist: None,
            shared: false,
            blank: None,
            span: self.span,
        });
        let is_same = self.expr(
            ExprKind::InstanceOf { expr: Box::new(other.clone()), ty: this_ty.clone(), binding: None },
            Ty::Boolean,
        );
        let cast = self.expr(ExprKind::CheckCast(Box::new(other)), this_ty);
        let mut all: Option<Expr> = None;
        for field in self.contents() {
            let one = self.same_content(self.own_field(field), self.field_of(self.local(that), field));
            all = Some(match all {
                None => one,
                Some(before) => self.expr(ExprKind::And(Box::new(before), Box::new(one)), Ty::Boolean),
            });
        }
        let not_same = self.expr(ExprKind::Not(Box::new(is_same)), Ty::Boolean);
        let no = self.expr(ExprKind::Lit(Lit::Boolean(false)), Ty::Boolean);
        vec![
            self.if_then(not_same, self.ret(no)),
            Stmt { kind: StmtKind::Local { local: that, init: Some(cast) }, span: self.span },
            self.ret(all.unwrap_or_else(|| self.expr(ExprKind::Lit(Lit::Boolean(true)), Ty::Boolean))),
        ]
    }

    /// Floats as their boxes compare them (a NaN equals itself), references by `equals`.
    fn same_content(&self, a: Expr, b: Expr) -> Expr {
        let compare = match &a.ty {
            Ty::Float => self.static_method("java.lang.Float", "compare", &[Type::FLOAT, Type::FLOAT]),
            Ty::Double => self.static_method("java.lang.Double", "compare", &[Type::DOUBLE, Type::DOUBLE]),
            _ => None,
        };
        if let Some(compare) = compare {
            let order = self.call(CallKind::Static, compare, None, vec![a, b]);
            return self.binary(BinOp::Eq, order, self.int(0), Ty::Boolean);
        }
        let by_equals =
            matches!(&a.ty, Ty::Class(c) if !self.table.class(*c).is_value) || matches!(a.ty, Ty::Array { .. });
        match self.object_method("equals", &[self.table.object()]) {
            Some(equals) if by_equals => {
                let null = || self.expr(ExprKind::Lit(Lit::Null), Ty::Null);
                let is_null = self.binary(BinOp::Eq, a.clone(), null(), Ty::Boolean);
                let both_null = self.binary(BinOp::Eq, b.clone(), null(), Ty::Boolean);
                let same = self.call(CallKind::Virtual, equals, Some(self.upcast(a)), vec![self.upcast(b)]);
                self.expr(ExprKind::Cond(Box::new(is_null), Box::new(both_null), Box::new(same)), Ty::Boolean)
            }
            _ => self.binary(BinOp::Eq, a, b, Ty::Boolean),
        }
    }

    /// `31 * (31 * hash(a) + hash(b)) + hash(c)`, as Java's records have it.
    fn hash_code(&self) -> Vec<Stmt> {
        let mut all: Option<Expr> = None;
        for field in self.contents() {
            let one = self.hash_of(self.own_field(field));
            all = Some(match all {
                None => one,
                Some(before) => {
                    self.binary(BinOp::Add, self.binary(BinOp::Mul, self.int(31), before, Ty::Int), one, Ty::Int)
                }
            });
        }
        vec![self.ret(all.unwrap_or_else(|| self.int(0)))]
    }

    fn hash_of(&self, value: Expr) -> Expr {
        let (class, ty) = match &value.ty {
            Ty::Boolean => ("java.lang.Boolean", Type::BOOLEAN),
            Ty::Long => ("java.lang.Long", Type::LONG),
            Ty::Float => ("java.lang.Float", Type::FLOAT),
            Ty::Double => ("java.lang.Double", Type::DOUBLE),
            Ty::Int => return value,
            Ty::Byte | Ty::Short | Ty::Char => return self.expr(ExprKind::Convert(Box::new(value)), Ty::Int),
            Ty::ValueArray { .. } => return self.contents_of("hash", value),
            _ => {
                let Some(hash) = self.object_method("hashCode", &[]) else { return self.int(0) };
                let null = self.expr(ExprKind::Lit(Lit::Null), Ty::Null);
                let never_null = matches!(&value.ty, Ty::Class(c) if self.table.class(*c).is_value);
                let is_null = self.binary(BinOp::Eq, value.clone(), null, Ty::Boolean);
                let of_object = self.call(CallKind::Virtual, hash, Some(self.upcast(value)), Vec::new());
                if never_null {
                    return of_object;
                }
                return self
                    .expr(ExprKind::Cond(Box::new(is_null), Box::new(self.int(0)), Box::new(of_object)), Ty::Int);
            }
        };
        match self.static_method(class, "hashCode", std::slice::from_ref(&ty)) {
            Some(hash) => self.call(CallKind::Static, hash, None, vec![value]),
            None => self.int(0),
        }
    }

    /// `somd.ValueArrays.text(v)` or `hash(v)`.
    fn contents_of(&self, function: &str, array: Expr) -> Expr {
        match self.static_method("somd.ValueArrays", function, &[self.table.object()]) {
            Some(method) => self.call(CallKind::Static, method, None, vec![self.upcast(array)]),
            None => array,
        }
    }

    /// `Point[x=1, y=2]`
    fn to_string(&self) -> Vec<Stmt> {
        let mut parts = Vec::new();
        let mut text = format!("{}[", self.table.class(self.class).simple_name);
        for (i, field) in self.contents().into_iter().enumerate() {
            text += &format!("{}{}=", if i == 0 { "" } else { ", " }, self.table.field(field).name);
            parts.push(self.string(&text));
            parts.push(match self.own_field(field) {
                array if matches!(array.ty, Ty::ValueArray { .. }) => self.contents_of("text", array),
                value => value,
            });
            text.clear();
        }
        text.push(']');
        parts.push(self.string(&text));
        let shown = match <[Expr; 1]>::try_from(parts) {
            Ok([only]) => only,
            Err(parts) => self.expr(ExprKind::Concat(parts), self.string_ty()),
        };
        vec![self.ret(shown)]
    }

    /// The instance fields that make up the value, those of superclasses first.
    fn contents(&self) -> Vec<FieldId> {
        let mut classes = vec![self.class];
        while let Some(sup) = classes.last().and_then(|&c| self.table.class(c).superclass.as_ref()?.class_id()) {
            classes.push(sup);
        }
        let of = |&c: &ClassId| {
            self.table.class(c).fields.values().copied().filter(|&f| !self.table.field(f).is_static).collect::<Vec<_>>()
        };
        classes.iter().rev().flat_map(of).filter(|&f| Some(f) != self.table.class(self.class).outer_this).collect()
    }

    // ---- parts ----------------------------------------------------------------------------------------------------

    fn expr(&self, kind: ExprKind, ty: Ty) -> Expr {
        Expr { kind, ty, span: self.span }
    }
    fn this(&self) -> Expr {
        self.expr(ExprKind::This, Ty::Class(self.class))
    }
    fn local(&self, id: LocalId) -> Expr {
        self.expr(ExprKind::Local(id), self.locals[id.index()].ty.clone())
    }
    fn int(&self, value: i32) -> Expr {
        self.expr(ExprKind::Lit(Lit::Int(value)), Ty::Int)
    }
    fn string_ty(&self) -> Ty {
        self.table.erase(&self.table.string())
    }
    fn string(&self, text: &str) -> Expr {
        self.expr(ExprKind::Lit(Lit::String(text.encode_utf16().collect())), self.string_ty())
    }
    fn own_field(&self, field: FieldId) -> Expr {
        self.field_of(self.this(), field)
    }
    fn field_of(&self, object: Expr, field: FieldId) -> Expr {
        let owner = Ty::Class(self.table.field(field).class);
        let object = if object.ty == owner { object } else { self.expr(ExprKind::Upcast(Box::new(object)), owner) };
        self.expr(
            ExprKind::Field { object: Some(Box::new(object)), field },
            self.table.erase(&self.table.field(field).ty),
        )
    }
    fn static_field(&self, field: FieldId) -> Expr {
        self.expr(ExprKind::Field { object: None, field }, self.table.erase(&self.table.field(field).ty))
    }
    fn upcast(&self, value: Expr) -> Expr {
        self.expr(ExprKind::Upcast(Box::new(value)), self.table.erase(&self.table.object()))
    }
    fn binary(&self, op: BinOp, a: Expr, b: Expr, ty: Ty) -> Expr {
        self.expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
    }
    fn call(&self, kind: CallKind, method: MethodId, receiver: Option<Expr>, args: Vec<Expr>) -> Expr {
        let ty = self.table.erase(&self.table.method(method).ret);
        self.expr(ExprKind::Call { kind, method, receiver: receiver.map(Box::new), args }, ty)
    }
    fn expr_stmt(&self, expr: Expr) -> Stmt {
        Stmt { kind: StmtKind::Expr(expr), span: self.span }
    }
    fn ret(&self, value: Expr) -> Stmt {
        Stmt { kind: StmtKind::Return(Some(value)), span: self.span }
    }
    fn if_then(&self, cond: Expr, then: Stmt) -> Stmt {
        let then = Block { stmts: vec![then], span: self.span };
        Stmt { kind: StmtKind::If { cond, then, otherwise: None }, span: self.span }
    }
    fn throw_new(&self, class: &str, message: Expr) -> Option<Stmt> {
        let class = self.table.find_class(class)?;
        let constructor = self.method_of(class, "<init>", &[self.table.string()])?;
        let exception = self.expr(ExprKind::New { class, constructor, args: vec![message] }, Ty::Class(class));
        Some(Stmt { kind: StmtKind::Throw(exception), span: self.span })
    }

    /// A method or constructor declared in `class` with exactly these parameters.
    fn method_of(&self, class: ClassId, name: &str, params: &[Type]) -> Option<MethodId> {
        let def = self.table.class(class);
        let all = if name == "<init>" { Some(&def.constructors) } else { def.methods.get(name) };
        all?.iter()
            .copied()
            .find(|&m| self.table.method(m).params == params && !self.table.method(m).modifiers.has(Modifier::Private))
    }
    fn object_method(&self, name: &str, params: &[Type]) -> Option<MethodId> {
        self.method_of(self.table.object().class_id()?, name, params)
    }
    fn static_method(&self, class: &str, name: &str, params: &[Type]) -> Option<MethodId> {
        self.method_of(self.table.find_class(class)?, name, params).filter(|&m| self.table.method(m).is_static)
    }
}
