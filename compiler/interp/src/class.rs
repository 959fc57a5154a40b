//! Classes while the program runs: layout, lazy initialisation (JLS 12.4), dispatch, casts, default values.

use super::{Interp, explain, internal, rt};
use somd_hir::{Class, ClassId, ClassKind, Method, MethodId, MethodKind, Program, Ty};
use somd_runtime::value::Value;
use somd_runtime::value_array;
use somd_syntax::source::Span;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitState {
    Untouched,
    /// Its initialiser runs: whoever asks now sees the class as it is.
    Running,
    Done,
    Failed,
}

/// The methods of `java.lang.Object` that the runtime calls back.
#[derive(Default)]
pub struct KnownMethods {
    pub object: Option<ClassId>,
    pub string: Option<ClassId>,
    pub to_string: Option<MethodId>,
    pub equals: Option<MethodId>,
    pub hash_code: Option<MethodId>,
    pub clone: Option<MethodId>,
    pub cloneable: Option<ClassId>,
}

impl KnownMethods {
    pub fn find(program: &Program) -> KnownMethods {
        let object = program.known.classes.get("java.lang.Object").copied();
        let of = |name: &str| {
            let class = program.class(object?);
            class.methods.iter().copied().find(|&m| program.method(m).name == name)
        };
        KnownMethods {
            object,
            string: program.known.classes.get("java.lang.String").copied(),
            to_string: of("toString"),
            equals: of("equals"),
            hash_code: of("hashCode"),
            clone: of("clone"),
            cloneable: program.known.classes.get("java.lang.Cloneable").copied(),
        }
    }
}

/// The types of every class's instance fields, inherited ones first.
pub fn layouts(program: &Program) -> Vec<Arc<[Ty]>> {
    fn layout(program: &Program, class: &Class) -> Vec<Ty> {
        let mut fields = class.superclass.map_or_else(Vec::new, |s| layout(program, program.class(s)));
        fields.extend(class.fields.iter().map(|&f| program.field(f)).filter(|f| !f.is_static).map(|f| f.ty.clone()));
        fields
    }
    program.classes.iter().map(|c| layout(program, c).into()).collect()
}

impl Interp {
    // ---- initialisation -----------------------------------------------------------------------------------------

    /// Initialises the class where nothing has yet, as on every first active use.
    #[inline]
    pub(super) fn initialize(&self, class: ClassId) {
        if !matches!(self.init_states[class.index()].get(), InitState::Done | InitState::Running) {
            self.initialize_now(class);
        }
    }

    #[cold]
    #[inline(never)]
    fn initialize_now(&self, id: ClassId) {
        let state = &self.init_states[id.index()];
        if state.get() == InitState::Failed {
            let message = format!("Could not initialize class {}", self.class_name(id));
            self.throw_known("java.lang.NoClassDefFoundError", &message);
        }
        state.set(InitState::Running);
        let class = self.program.class(id);
        let outcome = rt::catch(|| {
            if class.kind != ClassKind::Interface {
                if let Some(superclass) = class.superclass {
                    self.initialize(superclass);
                }
                self.initialize_interfaces(class);
            }
            if let Some(init) = class.static_init {
                self.invoke(init, Value::Void, Vec::new());
            }
        });
        match outcome {
            Ok(()) => state.set(InitState::Done),
            Err(exception) => {
                state.set(InitState::Failed);
                let thrown = rt::class_of(self, &exception);
                let is_error =
                    self.known_class("java.lang.Error").is_some_and(|error| self.program.is_subclass(thrown, error));
                if is_error {
                    rt::throw(exception);
                }
                self.throw_caused("java.lang.ExceptionInInitializerError", exception)
            }
        }
    }

    /// A class initialises the interfaces with default methods that it inherits from, outermost first.
    fn initialize_interfaces(&self, class: &Class) {
        for &id in &class.interfaces {
            let interface = self.program.class(id);
            self.initialize_interfaces(interface);
            let has_default = interface
                .methods
                .iter()
                .map(|&m| self.program.method(m))
                .any(|m| m.kind == MethodKind::Method && !m.is_static && !m.is_abstract);
            if has_default {
                self.initialize(id);
            }
        }
    }

    // ---- objects ------------------------------------------------------------------------------------------------

    /// A new object whose fields have their default values.
    pub(super) fn allocate(&self, class: ClassId) -> Value {
        let fields = self.layouts[class.index()].iter().map(|ty| self.default_value(ty)).collect();
        rt::new_object(self, class, fields)
    }

    /// What a field or an element of this type holds before it is assigned.
    pub(super) fn default_value(&self, ty: &Ty) -> Value {
        match ty {
            Ty::Boolean => Value::Boolean(false),
            Ty::Byte => Value::Byte(0),
            Ty::Short => Value::Short(0),
            Ty::Char => Value::Char(0),
            Ty::Int => Value::Int(0),
            Ty::Long => Value::Long(0),
            Ty::Float => Value::Float(0.0),
            Ty::Double => Value::Double(0.0),
            Ty::Void => Value::Void,
            Ty::Class(class) => self.zero(*class),
            _ => rt::null(),
        }
    }

    /// The zero of a value class, the first constant of a value enum; null for other classes.
    pub(super) fn zero(&self, class: ClassId) -> Value {
        if self.is_value_class(class) {
            return self.allocate(class);
        }
        self.program.first_constant(class).map_or_else(rt::null, |f| self.static_field(f))
    }

    /// Its variables hold contents, not references. `String` is a value but keeps Java's null and identity.
    pub(super) fn is_value_class(&self, class: ClassId) -> bool {
        let def = self.program.class(class);
        def.is_value && def.kind != ClassKind::Enum && Some(class) != self.known.string
    }

    /// `a == b` for references of static type `ty`: identity, or equal contents for values.
    pub(super) fn same(&self, a: &Value, b: &Value, ty: &Ty) -> bool {
        if rt::identical(a, b) {
            return true;
        }
        match ty {
            Ty::Class(class) if self.is_value_class(*class) && !rt::is_null(a) && !rt::is_null(b) => {
                let fields = &self.layouts[class.index()];
                fields.iter().enumerate().all(|(slot, ty)| {
                    let (x, y) = (rt::get_field(a, slot as u32), rt::get_field(b, slot as u32));
                    self.same_content(&x, &y, ty)
                })
            }
            Ty::ValueArray { .. } => self.same_content(a, b, ty),
            // Where any object can stand, values are compared by what they are.
            Ty::Class(_) => value_array::same(&rt::reference(a), &rt::reference(b)),
            _ => false,
        }
    }

    /// Two objects of one class: values of equal contents.
    pub(super) fn same_values(&self, a: &Value, b: &Value) -> bool {
        let class = rt::class_of(self, rt::object(a));
        self.is_value_class(class) && self.same(a, b, &Ty::Class(class))
    }

    fn same_content(&self, a: &Value, b: &Value, ty: &Ty) -> bool {
        match (ty, explain::element_type(ty)) {
            (Ty::ValueArray { .. }, Some(elem)) => {
                if rt::identical(a, b) {
                    return true;
                }
                if rt::is_null(a) || rt::is_null(b) || rt::array_length(a) != rt::array_length(b) {
                    return false;
                }
                (0..rt::array_length(a)).all(|i| self.same_content(&rt::array_get(a, i), &rt::array_get(b, i), &elem))
            }
            (Ty::Class(class), _) if Some(*class) == self.known.string => {
                rt::identical(a, b) || (!rt::is_null(a) && !rt::is_null(b) && rt::equal_strings(a, b))
            }
            (ty, _) if ty.is_reference() => self.same(a, b, ty),
            _ => matches!(self.binary(somd_hir::BinOp::Eq, a, b, ty, Span::NONE), Value::Boolean(true)),
        }
    }

    // ---- arrays -------------------------------------------------------------------------------------------------

    /// `new T[n][m][]`: all sizes are checked before anything is made.
    pub(super) fn new_array(&self, ty: &Ty, sizes: &[i32], span: Span) -> Value {
        if let Some(negative) = sizes.iter().find(|&&n| n < 0) {
            rt::throw_negative_size(*negative);
        }
        let leaf = sizes.iter().try_fold(ty.clone(), |ty, _| explain::element_type(&ty));
        if let (Some(leaf), true) = (leaf, sizes.len() > 1)
            && let Some(matrix) = rt::new_matrix(&leaf, sizes)
        {
            return matrix;
        }
        self.new_rows(ty, sizes, span)
    }

    fn new_rows(&self, ty: &Ty, sizes: &[i32], span: Span) -> Value {
        let (Some(elem), Some((&len, inner))) = (explain::element_type(ty), sizes.split_first()) else {
            internal(span, "a new array that is no array");
        };
        let array = rt::new_array(self, &elem, len);
        if !inner.is_empty() {
            for i in 0..len {
                rt::array_set(&array, i, self.new_rows(&elem, inner, span));
            }
        } else if let Ty::Class(class) = elem {
            let zero = self.zero(class);
            if !rt::is_null(&zero) {
                for i in 0..len {
                    rt::array_set(&array, i, zero.clone());
                }
            }
        }
        array
    }

    /// A new array of type `ty` with these elements.
    pub(super) fn array_of(&self, ty: &Ty, values: &[Value], span: Span) -> Value {
        let Some(elem) = explain::element_type(ty) else {
            internal(span, "an array of no array type");
        };
        let array = rt::new_array(self, &elem, values.len() as i32);
        if matches!(ty, Ty::ValueArray { .. }) {
            self.check_rectangular(values, &elem);
        }
        for (i, value) in values.iter().enumerate() {
            rt::array_set(&array, i as i32, value.clone());
        }
        array
    }

    /// The rows of a value array, of this type, have one shape.
    fn check_rectangular(&self, rows: &[Value], ty: &Ty) {
        let is_array = |ty: &Ty| explain::element_type(ty).is_some();
        if !is_array(ty) {
            return;
        }
        /// The lengths from an array of this type down, as far as there are elements.
        fn shape(value: &Value, ty: &Ty, out: &mut Vec<i32>) {
            let Some(elem) = explain::element_type(ty) else { return };
            let length = rt::array_length(value);
            out.push(length);
            if length > 0 {
                shape(&rt::array_get(value, 0), &elem, out);
            }
        }
        let mut dims: Vec<i32> = Vec::new();
        for row in rows {
            let mut own = Vec::new();
            shape(row, ty, &mut own);
            if let Some((first, other)) = dims.iter().zip(&own).find(|(a, b)| a != b) {
                self.throw_known("somd.LengthMismatch", &value_array::ragged_text(*first, *other));
            }
            if own.len() > dims.len() {
                dims = own;
            }
        }
    }

    // ---- types at run time --------------------------------------------------------------------------------------

    /// `value instanceof ty` in the code of `class`, of a value of another type.
    pub(super) fn is_instance(&self, value: &Value, types: (&Ty, &Ty), class: ClassId) -> bool {
        rt::instance_of(self, value, types, class)
    }

    /// The cast from one type to another in the code of `class`.
    pub(super) fn check_cast(&self, value: Value, (from, ty): (&Ty, &Ty), class: ClassId) -> Value {
        if rt::is_null(&value) {
            // Generic code has null where a value type is expected only for the zero.
            return match ty {
                Ty::Class(class) => self.zero(*class),
                _ => value,
            };
        }
        rt::check_cast(self, &value, (from, ty), class);
        value
    }

    /// The method that a virtual call runs on `this`, which is not null.
    pub(super) fn select(&self, this: &Value, method: MethodId, span: Span) -> MethodId {
        let class = rt::class_of(self, rt::object(this));
        if let Some(target) = self.program.dispatch(class, method) {
            return target;
        }
        let def = self.program.method(method);
        if def.body.is_some() || def.native.is_some() {
            return method;
        }
        internal(span, &format!("`{}` has no `{}`", self.class_name(class), def.display))
    }

    /// The arguments of a call of `method` that runs `target`, whose parameters may be more precise: Java's bridge method casts.
    pub(super) fn bridged(&self, method: MethodId, target: MethodId, args: Vec<Value>) -> Vec<Value> {
        if method == target {
            return args;
        }
        let (declared, runs) = (self.program.method(method), self.program.method(target));
        let types = declared.params.iter().map(|p| &declared.locals[p.index()].ty);
        let precise = runs.params.iter().map(|p| &runs.locals[p.index()].ty);
        let cast = |(value, (from, to)): (Value, (&Ty, &Ty))| {
            if to.is_reference() && from != to { self.check_cast(value, (from, to), runs.class) } else { value }
        };
        args.into_iter().zip(types.zip(precise)).map(cast).collect()
    }

    /// Calls a method of `java.lang.Object` on an object, as the runtime's hooks do.
    pub(super) fn call_virtual(&self, method: Option<MethodId>, this: &Value, args: Vec<Value>) -> Value {
        let Some(method) = method else {
            internal(Span::NONE, "`java.lang.Object` lacks a method that the runtime calls");
        };
        let target = self.select(this, method, Span::NONE);
        self.invoke(target, this.clone(), args)
    }

    // ---- exceptions ---------------------------------------------------------------------------------------------

    pub(super) fn known_class(&self, name: &str) -> Option<ClassId> {
        self.program.known.classes.get(name).copied().or_else(|| {
            let index = self.program.classes.iter().position(|c| c.binary_name == name)?;
            Some(ClassId(index as u32))
        })
    }

    /// A new exception of a library class.
    pub(super) fn make_exception(&self, name: &str, message: Option<&str>) -> Value {
        let argument = message.map(rt::text);
        let wants = |method: &Method| match (&argument, method.params.as_slice()) {
            (None, []) => true,
            (Some(_), [p]) => {
                matches!(method.locals[p.index()].ty, Ty::Class(c) if Some(c) == self.known.string || Some(c) == self.known.object)
            }
            _ => false,
        };
        self.construct(name, wants, argument.clone().into_iter().collect())
    }

    fn construct(&self, name: &str, wants: impl Fn(&Method) -> bool, args: Vec<Value>) -> Value {
        let Some(class) = self.known_class(name) else {
            internal(Span::NONE, &format!("the library has no `{name}`"));
        };
        let constructors = self.program.class(class).methods.iter().copied();
        let found = constructors
            .filter(|&m| self.program.method(m).kind == MethodKind::Constructor)
            .find(|&m| wants(self.program.method(m)));
        let Some(constructor) = found else {
            internal(Span::NONE, &format!("`{name}` lacks the constructor that the runtime calls"));
        };
        self.initialize(class);
        let object = self.allocate(class);
        self.invoke(constructor, object.clone(), args);
        object
    }

    #[cold]
    pub(super) fn throw_known(&self, name: &str, message: &str) -> ! {
        let exception = self.make_exception(name, Some(message));
        rt::throw(rt::reference(&exception))
    }

    fn throw_caused(&self, name: &str, cause: rt::Object) -> ! {
        let throwable = self.known_class("java.lang.Throwable");
        let takes_cause = |m: &Method| matches!(m.params.as_slice(), [p] if matches!(m.locals[p.index()].ty, Ty::Class(c) if Some(c) == throwable));
        let exception = self.construct(name, takes_cause, vec![Value::Ref(cause)]);
        rt::throw(rt::reference(&exception))
    }

    /// `T.class`: the library keeps one `Class` for each name.
    pub(super) fn class_literal(&self, ty: &Ty, span: Span) -> Value {
        let class = self.known_class("java.lang.Class");
        let named = class.and_then(|class| {
            let methods = &self.program.class(class).methods;
            methods
                .iter()
                .copied()
                .find(|&m| self.program.method(m).is_static && self.program.method(m).name == "named")
        });
        let (Some(class), Some(named)) = (class, named) else {
            internal(span, "a class literal without `Class.named`");
        };
        self.initialize(class);
        self.invoke(named, Value::Void, vec![rt::text(&explain::descriptor_name(&self.program, ty))])
    }
}
