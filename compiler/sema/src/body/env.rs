//! The environment: the classes and method bodies around the point being attributed, and how variables and outer objects
//! are reached through them.

use super::array_methods::Parameter;
use super::{Attr, Ex};
use crate::table::{ConstantState, FieldDef};
use crate::types::Type;
use indexmap::IndexMap;
use smol_str::SmolStr;
use somd_hir::{self as hir, ClassId, Expr, ExprKind, FieldId, LabelId, LocalId, MethodId, Ty};
use somd_syntax::ast;
use somd_syntax::source::Span;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) enum Env {
    Class(ClassCtx),
    Frame(Box<Frame>),
}

/// A class whose body is being attributed.
pub(crate) struct ClassCtx {
    pub class: ClassId,
    /// A lambda's class: `this` means the surrounding class's object.
    pub is_lambda: bool,
    /// Stands in a static context: has no outer object.
    pub is_static: bool,
    pub captures: Vec<Capture>,
    /// No class but a static method of the one around it: what it captures are parameters of the method, whose frame comes next.
    pub parameters: Option<Vec<Parameter>>,
    /// The class, which is local, makes objects of itself inside its own body.
    pub self_instantiated: bool,
    /// Where it does so while there is no object of it yet.
    pub made_without_object: Option<Span>,
}

#[derive(Clone, Debug)]
pub(crate) struct Capture {
    pub key: CapKey,
    pub field: FieldId,
    pub ty: Type,
    pub name: SmolStr,
    /// Where it is used first.
    pub span: Span,
}

/// What a local class takes with it: a variable of an enclosing body, or the object of an enclosing class. Both are named by
/// their place in the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CapKey {
    Local(usize, LocalId),
    This(usize),
}

/// One method body, initialiser or lambda body.
pub(crate) struct Frame {
    pub method: Option<MethodId>,
    pub is_static: bool,
    /// In the arguments of `this(…)` or `super(…)`: there is no object yet.
    pub before_super: bool,
    pub locals: Vec<hir::Local>,
    pub vars: Vec<VarInfo>,
    pub scopes: Vec<VarScope>,
    pub jumps: Vec<Jump>,
    pub next_label: u32,
    pub ret: Return,
    /// The body of a SOMD method.
    pub is_somd: bool,
    pub is_constructor: bool,
}

#[derive(Default)]
pub(crate) struct VarScope {
    pub vars: IndexMap<SmolStr, LocalId>,
}

/// What the checker knows of a local beyond its HIR.
pub(crate) struct VarInfo {
    pub ty: Type,
    pub constant: Option<hir::Lit>,
    pub declared_final: bool,
    /// Assigned where declared (parameters too).
    pub initialised: bool,
    /// Assignments after the declaration.
    pub assigned: Vec<Span>,
    /// First capture by a lambda or inner class.
    pub captured: Option<(Span, bool)>,
    /// Where `try (x)` closes it.
    pub closed: Option<Span>,
}

/// What `break`, `continue` and `yield` may name.
pub(crate) struct Jump {
    pub label: LabelId,
    pub name: Option<SmolStr>,
    pub is_loop: bool,
    pub is_switch: bool,
    /// Of a switch expression: its result, and the type that arms are converted to.
    pub yields: Option<YieldTo>,
}

#[derive(Clone)]
pub(crate) struct YieldTo {
    pub result: LocalId,
    pub target: Option<Type>,
    /// Whether any arm gives a value.
    pub given: Rc<Cell<bool>>,
}

#[derive(Clone)]
pub(crate) enum Return {
    /// A value of this type, or none for void.
    Type(Type),
    /// A lambda's: the interface's result as it is seen there, and erased.
    Lambda { target: Type, declared: Ty },
    /// A lifted lambda's, before its first `return`: of the type of the value there.
    Inferred,
    /// An initialiser: no return at all.
    Forbidden,
}

impl Frame {
    pub fn new(method: Option<MethodId>, is_static: bool, ret: Return) -> Frame {
        Frame {
            method,
            is_static,
            before_super: false,
            locals: Vec::new(),
            vars: Vec::new(),
            scopes: vec![VarScope::default()],
            jumps: Vec::new(),
            next_label: 0,
            ret,
            is_somd: false,
            is_constructor: false,
        }
    }
}

impl Attr<'_> {
    /// Tells the types that are about to be resolved which variables stand here, and which of them are constants.
    pub fn note_constants(&mut self) {
        let constant = |lit: &Option<hir::Lit>| match lit {
            Some(hir::Lit::Int(v)) => Some(*v),
            _ => None,
        };
        let frames = self.env.iter().filter_map(|e| if let Env::Frame(f) = e { Some(f) } else { None });
        let variables = frames.flat_map(|f| {
            let all = f.scopes.iter().flat_map(|s| &s.vars);
            all.map(|(name, local)| (name.clone(), constant(&f.vars[local.index()].constant)))
        });
        self.scope.constants = variables.collect();
    }

    pub fn frame(&mut self) -> &mut Frame {
        let top = self.env.iter_mut().rev().find_map(|e| if let Env::Frame(f) = e { Some(f) } else { None });
        // Every expression is attributed inside a frame: the class walk pushes one for initialisers too.
        top.expect("a frame encloses every expression")
    }

    fn frame_index(&self) -> Option<usize> {
        self.env.iter().rposition(|e| matches!(e, Env::Frame(_)))
    }

    pub fn class_index(&self) -> usize {
        self.env.iter().rposition(|e| matches!(e, Env::Class(_))).unwrap_or(0)
    }

    pub fn class_ctx(&mut self, index: usize) -> Option<&mut ClassCtx> {
        match self.env.get_mut(index) {
            Some(Env::Class(c)) => Some(c),
            _ => None,
        }
    }

    /// The class whose code this is, a lambda's own class included.
    pub fn code_class(&self) -> ClassId {
        self.env
            .iter()
            .rev()
            .find_map(|e| if let Env::Class(c) = e { Some(c.class) } else { None })
            .unwrap_or(ClassId(0))
    }

    /// The class that `this` and simple names belong to.
    pub fn current_class(&self) -> ClassId {
        self.env
            .iter()
            .rev()
            .find_map(|e| if let Env::Class(c) = e { (!c.is_lambda).then_some(c.class) } else { None })
            .unwrap_or(ClassId(0))
    }

    /// The method that is being attributed, as stack traces name it; a lambda's is the one around it.
    pub fn current_method_name(&self) -> SmolStr {
        let frames = self.env.iter().rev().filter_map(|e| if let Env::Frame(f) = e { Some(f) } else { None });
        let own = frames.map(|f| f.method.map(|m| self.t.method(m)));
        match own.into_iter().find(|m| m.is_none_or(|m| self.t.class(m.class).lambda.is_none())).flatten() {
            Some(m) if m.name == "<init>" => "new".into(),
            Some(m) => m.name.clone(),
            None => "static".into(),
        }
    }

    pub fn push_scope(&mut self) {
        self.frame().scopes.push(VarScope::default());
    }

    pub fn pop_scope(&mut self) {
        self.frame().scopes.pop();
    }

    pub fn new_label(&mut self) -> LabelId {
        let f = self.frame();
        f.next_label += 1;
        LabelId(f.next_label - 1)
    }

    /// A local that no source name reaches.
    pub fn temp(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        // What is generated goes by names alone, and the program's variables around this one go on.
        let mut free: SmolStr = name.into();
        let mut n = 2;
        while self.find_local(&free).is_some() {
            free = format!("{name}_{n}").into();
            n += 1;
        }
        self.add_local(&free, ty, span)
    }

    fn add_local(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let erased = self.erase(&ty);
        let f = self.frame();
        let id = LocalId(f.locals.len() as u32);
        f.locals.push(hir::Local {
            name: name.into(),
            ty: erased,
            is_final: true,
            dist: None,
            shared: false,
            blank: None,
            span,
        });
        f.vars.push(VarInfo {
            ty,
            constant: None,
            declared_final: false,
            initialised: true,
            assigned: Vec::new(),
            captured: None,
            closed: None,
        });
        id
    }

    /// Declares a local in the innermost scope.
    pub fn declare(
        &mut self,
        name: &ast::Ident,
        ty: Type,
        modifiers: Option<&ast::Modifiers>,
        initialised: bool,
    ) -> LocalId {
        // Of an unknown type: more likely a misspelt statement than a declaration.
        if let (false, Some(before)) = (ty.is_error(), self.clashing(&name.name)) {
            self.report(
                somd_syntax::diagnostics::Diagnostic::error(
                    "E0203",
                    format!("`{}` is already declared in this method", name.name),
                    name.span,
                )
                .label("declared again")
                .also(before, "first declared here"),
            );
        }
        let id = self.add_local(&name.name, ty, name.span);
        let f = self.frame();
        f.locals[id.index()].is_final = false;
        let is_final = modifiers.is_some_and(|m| m.has(ast::Modifier::Final));
        f.locals[id.index()].blank = (!initialised && is_final).then_some(hir::Blank::Final);
        let info = &mut f.vars[id.index()];
        info.initialised = initialised;
        info.declared_final = is_final;
        if let Some(scope) = f.scopes.last_mut() {
            scope.vars.insert(name.name.clone(), id);
        }
        id
    }

    /// A variable that a declaration here would clash with: of this body, or of one around a lambda.
    fn clashing(&self, name: &str) -> Option<Span> {
        for (i, e) in self.env.iter().enumerate().rev() {
            match e {
                Env::Frame(f) => {
                    if let Some(l) = f.scopes.iter().rev().find_map(|s| s.vars.get(name)) {
                        return Some(f.locals[l.index()].span);
                    }
                }
                Env::Class(c) if c.is_lambda && i > 0 => {}
                Env::Class(_) => return None,
            }
        }
        None
    }

    /// Finds a variable of this body or of one around it. The index is the frame's place in the environment.
    pub fn find_local(&self, name: &str) -> Option<(usize, LocalId)> {
        self.env.iter().enumerate().rev().find_map(|(i, e)| match e {
            Env::Frame(f) => f.scopes.iter().rev().find_map(|s| s.vars.get(name)).map(|&l| (i, l)),
            Env::Class(_) => None,
        })
    }

    pub fn var(&self, frame: usize, local: LocalId) -> Option<&VarInfo> {
        match self.env.get(frame) {
            Some(Env::Frame(f)) => f.vars.get(local.index()),
            _ => None,
        }
    }

    /// Reads a variable, through captures where it belongs to a body further out.
    pub fn read_local(&mut self, frame: usize, local: LocalId, span: Span) -> Ex {
        if self.out_of_reach(frame, local, span) {
            return self.error_ex(span);
        }
        let Some(info) = self.var(frame, local) else { return self.error_ex(span) };
        let ty = info.ty.clone();
        if let Some(lit) = info.constant.clone() {
            return self.lit(lit, ty, span);
        }
        if self.frame_index() == Some(frame) {
            let erased = self.erase(&ty);
            return Ex { hir: Expr { kind: ExprKind::Local(local), ty: erased, span }, ty };
        }
        let name = match &mut self.env[frame] {
            Env::Frame(f) => {
                let info = &mut f.vars[local.index()];
                if info.captured.is_none() {
                    info.captured = Some((span, true));
                }
                f.locals[local.index()].name.clone()
            }
            Env::Class(_) => return self.error_ex(span),
        };
        self.captured(CapKey::Local(frame, local), ty, &format!("val${name}"), span)
    }

    /// Whether a record, enum or interface stands between here and the local that it names: these are static wherever they are
    /// declared, and see no variables of the method around (JLS 6.5.6.1).
    pub fn out_of_reach(&mut self, frame: usize, local: LocalId, span: Span) -> bool {
        let between = self.env.iter().skip(frame + 1);
        let Some(class) =
            between.filter_map(|e| if let Env::Class(c) = e { Some(c) } else { None }).find(|c| c.is_static)
        else {
            return false;
        };
        let class = self.t.class(class.class).simple_name.clone();
        let Some(Env::Frame(f)) = self.env.get(frame) else { return false };
        let (name, declared) = (f.locals[local.index()].name.clone(), f.locals[local.index()].span);
        self.report(
            somd_syntax::diagnostics::Diagnostic::error(
                "E0230",
                format!("`{name}` is out of reach in `{class}`"),
                span,
            )
            .label(format!("`{class}` is static, though a method declares it"))
            .also(declared, "a variable of the method around"),
        );
        true
    }

    /// The object of the class at `target` in the environment, as seen from here.
    pub fn this_at(&mut self, target: usize, span: Span) -> Ex {
        let Some(class) = self.class_ctx(target).map(|c| c.class) else { return self.error_ex(span) };
        let ty = Type::Class(self.t.this_type(class));
        self.captured(CapKey::This(target), ty, "this$0", span)
    }

    /// Walks outwards from here until the value is found in a field.
    fn captured(&mut self, key: CapKey, ty: Type, name: &str, span: Span) -> Ex {
        let mut at = self.class_index();
        if let Some(Env::Class(ClassCtx { parameters: Some(taken), .. })) = self.env.get(at) {
            let known = taken.iter().find(|p| p.key == key).map(|p| p.local);
            let local = known.unwrap_or_else(|| self.taken_parameter(at, key, &ty, name, span));
            let erased = self.erase(&ty);
            return Ex { hir: Expr { kind: ExprKind::Local(local), ty: erased, span }, ty };
        }
        let mut object = self.plain_this(span);
        loop {
            if key == CapKey::This(at) {
                return object;
            }
            let Some(ctx) = self.class_ctx(at) else { return self.error_ex(span) };
            let class = ctx.class;
            let outer_this = self.t.class(class).outer_this;
            let to_outer = outer_this.is_some() && matches!(key, CapKey::This(_));
            if !to_outer && at > 0 && matches!(self.env[at - 1], Env::Frame(_)) {
                let existing =
                    self.class_ctx(at).and_then(|c| c.captures.iter().find(|c| c.key == key).map(|c| c.field));
                let field = match existing {
                    Some(field) => field,
                    None => {
                        let field = self.made_field(class, name, ty.clone(), span);
                        if let Some(ctx) = self.class_ctx(at) {
                            ctx.captures.push(Capture { key, field, ty: ty.clone(), name: name.into(), span });
                        }
                        field
                    }
                };
                return self.field_of(object, field, ty, span);
            }
            let outer_at = self.env[..at].iter().rposition(|e| matches!(e, Env::Class(c) if !c.is_lambda));
            let (Some(field), Some(outer_at)) = (outer_this, outer_at) else {
                self.error("E0231", "no enclosing object here", span, "a static context has no outer object");
                return self.error_ex(span);
            };
            at = outer_at;
            let Some(outer) = self.class_ctx(at).map(|c| c.class) else { return self.error_ex(span) };
            let outer_ty = Type::Class(self.t.this_type(outer));
            object = self.field_of(object, field, outer_ty, span);
        }
    }

    /// One more parameter of the lifted method at `at`, for what it captures.
    fn taken_parameter(&mut self, at: usize, key: CapKey, ty: &Type, name: &str, span: Span) -> LocalId {
        let objects = match &self.env[at] {
            Env::Class(ClassCtx { parameters: Some(taken), .. }) => {
                taken.iter().filter(|p| matches!(p.key, CapKey::This(_))).count()
            }
            _ => 0,
        };
        let name: SmolStr = match (name.strip_prefix("val$"), objects) {
            (Some(name), _) => name.into(),
            (None, 0) => "self$".into(),
            // An inner class's code sees several.
            (None, n) => format!("self$${n}").into(),
        };
        let local = self.temp(&name, ty.clone(), span);
        if let Some(Env::Class(ClassCtx { parameters: Some(taken), .. })) = self.env.get_mut(at) {
            taken.push(Parameter { key, local, ty: ty.clone(), name, span });
        }
        local
    }

    /// `this` of the class whose code this is.
    pub fn plain_this(&mut self, span: Span) -> Ex {
        let class = self.code_class();
        Ex { hir: Expr { kind: ExprKind::This, ty: Ty::Class(class), span }, ty: Type::Class(self.t.this_type(class)) }
    }

    pub fn field_of(&mut self, object: Ex, field: FieldId, ty: Type, span: Span) -> Ex {
        let erased = self.erase(&ty);
        Ex { hir: Expr { kind: ExprKind::Field { object: Some(Box::new(object.hir)), field }, ty: erased, span }, ty }
    }

    /// Adds a final field that the source does not name.
    pub fn made_field(&mut self, class: ClassId, name: &str, ty: Type, span: Span) -> FieldId {
        let mut unique = SmolStr::new(name);
        let mut n = 1;
        while self.t.class(class).fields.contains_key(&unique) {
            unique = format!("{name}${n}").into();
            n += 1;
        }
        self.t.add_field(FieldDef {
            class,
            name: unique,
            ty,
            modifiers: ast::Modifiers { list: vec![(ast::Modifier::Final, span)], ..Default::default() },
            is_static: false,
            is_final: true,
            constant: ConstantState::NotConstant,
            init: None,
            span,
        })
    }

    /// The classes around this place, innermost first: the place of each in the environment, and whether its object can be
    /// reached (no static context between).
    fn around(&self) -> impl Iterator<Item = (usize, ClassId, bool)> + '_ {
        let mut reachable = true;
        // Before `super(…)` there is no object of the class itself, but there are those around it.
        let mut skip = false;
        self.env.iter().enumerate().rev().filter_map(move |(i, e)| match e {
            Env::Frame(f) => {
                reachable &= !f.is_static;
                skip |= f.before_super;
                None
            }
            Env::Class(c) if c.is_lambda => None,
            Env::Class(c) => {
                let found = (i, c.class, reachable && !skip);
                skip = false;
                reachable &= !c.is_static;
                Some(found)
            }
        })
    }

    /// The place in the environment of the innermost class for which `accept` holds, and whether its object can be reached.
    pub fn enclosing(&self, accept: impl Fn(ClassId) -> bool) -> Option<(usize, bool)> {
        self.around().find(|&(_, class, _)| accept(class)).map(|(at, _, reachable)| (at, reachable))
    }

    /// The place of the innermost class for which `accept` holds among those whose objects can be reached.
    pub fn reachable(&self, accept: impl Fn(ClassId) -> bool) -> Option<usize> {
        self.around().find(|&(_, class, reachable)| reachable && accept(class)).map(|(at, ..)| at)
    }

    /// Whether here is no `this`.
    pub fn in_static_context(&self) -> bool {
        !self.enclosing(|_| true).is_some_and(|(_, reachable)| reachable)
    }
}
