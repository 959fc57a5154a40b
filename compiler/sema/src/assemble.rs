//! Step 3: the HIR program from the table and the bodies: dispatch tables, supertypes, static initialisers, and (in
//! [`super::made`]) the bodies of methods that no source stands for.

use super::hash::HashMap;
use super::made::made_body;
use super::slots;
use super::table::{ClassDef, ClassTable, ConstantState, MethodDef};
use super::types::Type;
use smol_str::SmolStr;
use somd_hir::full::{Full, Generics};
use somd_hir::{
    self as hir, Block, ClassId, ClassKind, FieldId, Known, Local, LocalId, MethodId, MethodKind, Program, Somd,
};
use somd_syntax::ast::{self, Modifier, TypeKind};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What `body` made.
#[derive(Default)]
pub struct Bodies {
    /// For every method of the table with a source body, every constructor but `Made::RecordConstructor`, and `Made::Body`.
    /// Also for abstract SOMD methods, without a block. Others get locals made from their parameters.
    pub methods: BTreeMap<MethodId, MethodBody>,
    /// The initialisers of static fields (enum constants first) and `static` blocks in source order, as one static method
    /// without parameters. No entry where there are none.
    pub static_inits: BTreeMap<ClassId, MethodBody>,
    pub thrown_by_call: hir::ThrownByCall,
    /// What the program needs of the library; none where it has all of it.
    pub needed: Option<Needed>,
    /// Declarations of local variables under an `@AssertOffload`: where that stands, and the declaration.
    pub asserted: Vec<(Span, Span)>,
}

/// Of the library, what a program may use.
pub struct Needed {
    /// Classes that objects may be made of, or whose static members are used.
    pub live: BTreeSet<ClassId>,
    pub asked: BTreeSet<MethodId>,
}

impl Needed {
    /// Whether there may be an object of exactly this class.
    fn has_objects(&self, table: &ClassTable, class: ClassId) -> bool {
        let def = table.class(class);
        // The runtime and the lowering make objects of these by themselves.
        let made = matches!(def.package.as_str(), "java.lang" | "somd");
        !def.is_library || made || self.live.contains(&class)
    }
}

#[derive(Default)]
pub struct MethodBody {
    /// Hidden, declared and captured parameters, in that order: the first entries of `locals`.
    pub params: Vec<LocalId>,
    pub locals: Vec<Local>,
    pub block: Option<Block>,
    pub somd: Option<Somd>,
    /// The types of locals, by their place, where erasure takes something from them.
    pub full: Vec<(LocalId, Full)>,
}

pub fn assemble(table: &ClassTable, mut bodies: Bodies) -> Program {
    let mut program = Program::default();
    let mut generics = Generics::default();
    for i in 0..table.methods.len() {
        let id = MethodId(i as u32);
        let asked = || bodies.needed.as_ref().is_none_or(|n| n.asked.contains(&id));
        let made = || match table.methods[i].made {
            Some(made) if made.is_of_program() && !asked() => None,
            _ => made_body(table, id),
        };
        let body = bodies.methods.remove(&id).or_else(made).unwrap_or_else(|| without_body(table, id));
        note_types(table, id, &body, &mut generics);
        program.methods.push(method(table, id, body));
    }
    program.fields = table.fields.iter().map(|f| field(table, f)).collect();
    let fields = table.fields.iter().enumerate().filter(|(_, f)| !f.is_static);
    generics.fields = fields.filter_map(|(i, f)| Some((FieldId(i as u32), table.more_than_erased(&f.ty)?))).collect();
    let values = table.class_ids().map(|id| (id, table.class(id))).filter(|(_, c)| c.is_value);
    generics.params = values.map(|(id, c)| (id, c.type_params.iter().map(|v| v.0).collect())).collect();
    program.generics = Arc::new(generics);
    let mut frames = lambda_frames(table);
    for id in table.class_ids() {
        let mut class = class(table, id);
        if let Some(lambda) = &table.class(id).lambda {
            class.kind = ClassKind::Lambda { method: lambda.method, frame: frames.remove(&id) };
        }
        if let Some(body) = bodies.static_inits.remove(&id) {
            let init = MethodId(program.methods.len() as u32);
            program.methods.push(static_init(table, id, body));
            class.methods.push(init);
            class.static_init = Some(init);
        }
        program.classes.push(class);
    }
    // Fields and methods in the order of their ids, which is that of their declaration.
    for (i, field) in table.fields.iter().enumerate() {
        program.classes[field.class.index()].fields.push(FieldId(i as u32));
    }
    for id in table.class_ids() {
        let class = &program.classes[id.index()];
        let has_objects = bodies.needed.as_ref().is_none_or(|n| n.has_objects(table, id));
        if class.kind != ClassKind::Interface && !class.is_abstract && has_objects {
            program.classes[id.index()].vtable = vtable(table, id);
        }
    }
    for i in 0..program.methods.len() {
        let id = MethodId(i as u32);
        if !program.class(program.method(id).class).is_library {
            program.methods[i].slots = slots::slots(&program, id);
        }
    }
    program.mains = mains(table);
    program.thrown_by_call = bodies.thrown_by_call;
    program.asserted = bodies.asserted;
    program.known = Known {
        classes: table
            .by_name
            .iter()
            .filter(|&(_, &id)| table.class(id).is_library)
            .map(|(name, &id)| (name.clone(), id))
            .collect(),
    };
    program
}

/// The names that stack traces have for lambdas: javac numbers those of a class in the order in which they end.
fn lambda_frames(table: &ClassTable) -> BTreeMap<ClassId, SmolStr> {
    let mut lambdas: Vec<(ClassId, &ClassDef)> = table.class_ids().map(|id| (id, table.class(id))).collect();
    lambdas.retain(|(_, def)| def.lambda.as_ref().is_some_and(|l| l.within.is_some()));
    lambdas.sort_by_key(|(_, def)| (def.outer, def.span.hi));
    let mut count: BTreeMap<Option<ClassId>, u32> = BTreeMap::new();
    let name = |(id, def): (ClassId, &ClassDef)| {
        let number = count.entry(def.outer).and_modify(|n| *n += 1).or_default();
        let outer = def.outer.map_or("", |o| &table.class(o).binary_name);
        let within = def.lambda.as_ref().and_then(|l| l.within.as_deref()).unwrap_or_default();
        (id, format!("{outer}.lambda${within}${number}").into())
    };
    lambdas.into_iter().map(name).collect()
}

/// Of a method's signature and locals, what erasure takes from them.
fn note_types(table: &ClassTable, id: MethodId, body: &MethodBody, generics: &mut Generics) {
    let def = table.method(id);
    generics.rets.extend(table.more_than_erased(&def.ret).map(|full| (id, full)));
    let declared = def.hidden.iter().map(|(_, ty)| ty).chain(&def.params);
    let declared = body.params.iter().zip(declared).filter_map(|(&p, ty)| Some((p, table.more_than_erased(ty)?)));
    // What the body's own frame knows comes later and stays.
    generics.locals.extend(declared.chain(body.full.iter().cloned()).map(|(local, full)| ((id, local), full)));
}

fn class(table: &ClassTable, id: ClassId) -> hir::Class {
    let def = table.class(id);
    let mut supertypes = table.all_supertypes(id);
    supertypes.retain(|&s| s != id);
    supertypes.sort();
    let methods = def.constructors.iter().chain(def.methods.values().flatten()).copied();
    let mut methods: Vec<MethodId> = methods.collect();
    methods.sort();
    hir::Class {
        name: def.name.clone(),
        binary_name: def.binary_name.clone(),
        kind: match def.kind {
            TypeKind::Class => ClassKind::Class,
            TypeKind::Interface | TypeKind::Annotation => ClassKind::Interface,
            TypeKind::Enum => ClassKind::Enum,
            TypeKind::Record => ClassKind::Record,
        },
        is_abstract: def.is_abstract(),
        is_final: def.is_final(),
        is_value: def.is_value,
        is_library: def.is_library,
        superclass: def.superclass.as_ref().and_then(Type::class_id),
        interfaces: def.interfaces.iter().filter_map(Type::class_id).collect(),
        supertypes,
        fields: Vec::new(),
        constants: def.constants.iter().map(|c| c.field).collect(),
        methods,
        vtable: BTreeMap::new(),
        static_init: None,
        outer: def.outer,
        span: def.span,
    }
}

fn field(table: &ClassTable, def: &super::table::FieldDef) -> hir::Field {
    hir::Field {
        class: def.class,
        name: def.name.clone(),
        ty: table.erase(&def.ty),
        is_static: def.is_static,
        is_final: def.is_final,
        constant: match &def.constant {
            ConstantState::Value(lit) if def.is_static && def.is_final => Some(lit.clone()),
            _ => None,
        },
        span: def.span,
    }
}

fn method(table: &ClassTable, id: MethodId, body: MethodBody) -> hir::Method {
    let def = table.method(id);
    let class = table.class(def.class);
    let annotation =
        |name: &str| find_annotation(&def.modifiers, name).or_else(|| find_annotation(&class.modifiers, name));
    hir::Method {
        class: def.class,
        name: def.name.clone(),
        display: table.display_method(id).into(),
        kind: if def.is_constructor() { MethodKind::Constructor } else { MethodKind::Method },
        is_static: def.is_static,
        is_abstract: def.is_abstract,
        is_virtual: is_virtual(def),
        params: body.params,
        locals: body.locals,
        slots: Vec::new(),
        ret: table.erase(&def.ret),
        throws: def.throws.iter().filter_map(|t| table.erasure(t).class_id()).collect(),
        body: body.block,
        native: def.native.clone(),
        declared_local: def.modifiers.span_of(Modifier::Local).filter(|s| !s.is_none()),
        somd: body.somd,
        fast_math: annotation("FastMath").is_some(),
        cold: find_annotation(&def.modifiers, "Cold").is_some(),
        assert_offload: annotation("AssertOffload"),
        name_span: def.name_span,
        span: def.span,
    }
}

pub(super) fn find_annotation(modifiers: &ast::Modifiers, name: &str) -> Option<Span> {
    modifiers.annotations.iter().find(|a| a.name.parts.last().is_some_and(|p| p.name == name)).map(|a| a.span)
}

fn is_virtual(def: &MethodDef) -> bool {
    !def.is_static && !def.is_constructor() && !def.modifiers.has(Modifier::Private)
}

/// Abstract and native methods have parameters all the same.
fn without_body(table: &ClassTable, id: MethodId) -> MethodBody {
    let locals = param_locals(table, id);
    MethodBody { params: (0..locals.len() as u32).map(LocalId).collect(), locals, ..MethodBody::default() }
}

pub(super) fn param_locals(table: &ClassTable, id: MethodId) -> Vec<Local> {
    let def = table.method(id);
    let declared = def.param_names.iter().cloned().zip(def.params.iter().cloned());
    let local = |(name, ty): (SmolStr, Type)| Local {
        name,
        ty: table.erase(&ty),
        is_final: true,
        dist: None,
        shared: false,
        blank: None,
        span: def.name_span,
    };
    def.hidden.iter().cloned().chain(declared).map(local).collect()
}

fn static_init(table: &ClassTable, class: ClassId, body: MethodBody) -> hir::Method {
    let def = table.class(class);
    hir::Method {
        class,
        name: "<clinit>".into(),
        display: format!("{}.<clinit>()", table.display(&Type::class(class))).into(),
        kind: MethodKind::StaticInit,
        is_static: true,
        is_abstract: false,
        is_virtual: false,
        params: body.params,
        locals: body.locals,
        slots: Vec::new(),
        ret: hir::Ty::Void,
        throws: Vec::new(),
        body: body.block,
        native: None,
        declared_local: None,
        somd: body.somd,
        fast_math: find_annotation(&def.modifiers, "FastMath").is_some(),
        cold: false,
        assert_offload: None,
        name_span: def.span,
        span: def.span,
    }
}

/// For every declaration that a virtual call may name, what runs on an object of exactly this class.
fn vtable(table: &ClassTable, class: ClassId) -> BTreeMap<MethodId, MethodId> {
    let supers = table.all_supertypes(class);
    let declared = || {
        supers
            .iter()
            .flat_map(|&c| table.class(c).methods.values().flatten())
            .copied()
            .filter(|&m| is_virtual(table.method(m)))
    };
    // Most methods are the only ones of their name and arity: those need no comparing of signatures.
    let mut rivals: HashMap<(&str, usize), u32> = HashMap::default();
    for m in declared() {
        let def = table.method(m);
        *rivals.entry((&def.name, def.params.len())).or_default() += 1;
    }
    let mut out = BTreeMap::new();
    for m in declared() {
        let def = table.method(m);
        let alone = rivals.get(&(def.name.as_str(), def.params.len())) == Some(&1);
        let found = if alone { (!def.is_abstract).then_some(m) } else { table.implementation_among(class, &supers, m) };
        if let Some(implementation) = found {
            out.insert(m, implementation);
        }
    }
    out
}

fn mains(table: &ClassTable) -> Vec<MethodId> {
    let string_array = Type::array(table.string());
    let mut mains: Vec<MethodId> = table
        .class_ids()
        .filter(|&c| !table.class(c).is_library)
        .filter_map(|c| table.class(c).methods.get("main"))
        .flatten()
        .copied()
        .filter(|&m| {
            let def = table.method(m);
            def.is_static
                && def.modifiers.has(Modifier::Public)
                && def.ret == Type::Void
                && def.params == [string_array.clone()]
        })
        .collect();
    mains.sort_by_key(|&m| table.method(m).span.lo);
    mains
}
