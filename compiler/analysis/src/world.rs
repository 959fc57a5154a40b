//! What a part of a program can reach: which methods run where one begins, and of which classes the objects are that these meet.
//!
//! The part is given values only: what it meets beside them, it has made. So a virtual call reaches no override of a class
//! that nothing here makes objects of (rapid type analysis), unless its objects are values, boxes, texts, constants of enums, or exceptions, which
//! the runtime throws.

use somd_hir::walk;
use somd_hir::*;
use std::collections::BTreeSet;

/// What runs, and what there is.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub methods: BTreeSet<MethodId>,
    pub classes: BTreeSet<ClassId>,
}

impl World {
    /// The part that begins with a method.
    pub fn of(program: &Program, begins: MethodId) -> World {
        let all = (0..program.classes.len() as u32).map(ClassId);
        let throwable = program.known.classes.get("java.lang.Throwable").copied();
        let given = all.filter(|&c| {
            let class = program.class(c);
            let boxed = program.unboxed(&Ty::Class(c)).is_some() || class.name == "java.lang.String";
            let of_enum = std::iter::successors(Some(c), |&c| program.class(c).superclass)
                .any(|c| program.class(c).kind == ClassKind::Enum);
            class.is_value || boxed || of_enum || throwable.is_some_and(|t| program.is_subclass(c, t))
        });
        let classes = given.collect();
        let mut search = Search {
            program,
            world: World { methods: BTreeSet::new(), classes },
            work: vec![begins],
            virtual_calls: BTreeSet::new(),
        };
        search.run();
        search.world
    }
}

struct Search<'a> {
    program: &'a Program,
    world: World,
    work: Vec<MethodId>,
    /// The receiver's class and the method that it declares.
    virtual_calls: BTreeSet<(ClassId, MethodId)>,
}

impl Search<'_> {
    fn run(&mut self) {
        while let Some(id) = self.work.pop() {
            if !self.world.methods.insert(id) {
                continue;
            }
            let m = self.program.method(id);
            if m.is_static {
                self.initialise(m.class);
            }
            // What a method of the runtime gives, it may have made.
            if let (Some(_), Ty::Class(c)) = (&m.native, &m.ret) {
                self.made(*c);
            }
            if let Some(body) = &m.body {
                walk::exprs_in(body, &mut |e| self.expr(e));
            }
        }
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::New { class, constructor, .. } => {
                self.made(*class);
                self.initialise(*class);
                self.work.push(*constructor);
            }
            ExprKind::Call { kind: CallKind::Virtual, method, receiver, .. } => {
                let of = match receiver.as_ref().map(|r| &r.ty) {
                    Some(Ty::Class(c)) => *c,
                    _ => self.program.method(*method).class,
                };
                self.called(of, *method);
            }
            ExprKind::Call { method, .. } | ExprKind::Map { method, .. } | ExprKind::ReduceMethod { method, .. } => {
                self.work.push(*method);
            }
            ExprKind::ArrayStep(step) => self.work.extend(step.method),
            ExprKind::Field { object: None, field } => {
                let class = self.program.field(*field).class;
                self.initialise(class);
            }
            ExprKind::Concat(parts) => parts.iter().for_each(|p| self.text(&p.ty)),
            _ => {}
        }
    }

    /// The text of a value of this type is asked for.
    fn text(&mut self, ty: &Ty) {
        match ty {
            Ty::Class(c) => {
                let object = self.program.known.classes.get("java.lang.Object");
                let methods = object.map_or(&[][..], |&o| self.program.class(o).methods.as_slice());
                if let Some(&text) = methods.iter().find(|&&m| self.program.method(m).name == "toString") {
                    self.called(*c, text);
                }
            }
            Ty::ValueArray { elem, .. } => self.text(elem),
            _ => {}
        }
    }

    fn initialise(&mut self, class: ClassId) {
        let mut at = Some(class);
        while let Some(c) = at {
            self.work.extend(self.program.class(c).static_init);
            at = self.program.class(c).superclass;
        }
    }

    fn called(&mut self, of: ClassId, method: MethodId) {
        if !self.virtual_calls.insert((of, method)) {
            return;
        }
        let runs = |c: &ClassId| self.program.is_subclass(*c, of);
        let of_class = |c: ClassId| self.program.class(c).vtable.get(&method).copied();
        let found: Vec<MethodId> = self.world.classes.iter().copied().filter(runs).filter_map(of_class).collect();
        self.work.extend(found);
    }

    fn made(&mut self, class: ClassId) {
        if !self.world.classes.insert(class) {
            return;
        }
        let runs = |(of, method): &(ClassId, MethodId)| {
            let here = self.program.is_subclass(class, *of);
            here.then(|| self.program.class(class).vtable.get(method).copied()).flatten()
        };
        let found: Vec<MethodId> = self.virtual_calls.iter().filter_map(runs).collect();
        self.work.extend(found);
    }
}
