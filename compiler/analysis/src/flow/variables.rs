//! Reads of variables and assignments to them.

use super::*;

impl<'a> Flow<'a> {
    /// The variable that stands for a blank final field of the object or class that is being initialised.
    pub(super) fn own_field(&self, object: Option<&Expr>, field: FieldId) -> Option<usize> {
        let own = match object {
            None => true,
            Some(object) => matches!(object.kind, ExprKind::This),
        };
        let index = self.fields.iter().position(|&f| f == field)?;
        own.then_some(self.method.locals.len() + index)
    }

    pub(super) fn variable_name(&self, variable: usize) -> &'a str {
        match self.method.locals.get(variable) {
            Some(local) => &local.name,
            None => &self.program.field(self.fields[variable - self.method.locals.len()]).name,
        }
    }

    pub(super) fn is_final(&self, variable: usize) -> bool {
        self.method.locals.get(variable).is_none_or(|local| local.is_final || local.blank.is_some())
    }

    /// Reports that a variable may get a second value: why it must not depends on what asks for that.
    pub(super) fn report_change(&mut self, variable: usize, at: Span, otherwise: impl FnOnce(&str) -> Diagnostic) {
        let name = self.variable_name(variable);
        let local = self.method.locals.get(variable);
        let Some((declared, Some(Blank::Used { at: used, closed }))) = local.map(|l| (l.span, l.blank)) else {
            self.report(variable, || otherwise(name));
            return;
        };
        self.report(variable, || {
            let (code, title, label, note) = if closed {
                let title = format!("`{name}` changes, so it cannot be a resource");
                ("E0262", title, "what is closed would not be clear", "declare a variable for it in the `try`")
            } else {
                let title = format!("`{name}` changes, so a lambda or inner class cannot use it");
                ("E0236", title, "used here, from the inside", "copy it into a variable that does not change")
            };
            let diagnostic = Diagnostic::error(code, title, used).label(label);
            diagnostic.also(declared, "declared here").also(at, "changed here").note(note)
        });
    }

    pub(super) fn report(&mut self, variable: usize, make: impl FnOnce() -> Diagnostic) {
        if !self.reported.has(variable) {
            self.reported.set(variable, true);
            self.out.push(make());
        }
    }

    pub(super) fn read(&mut self, variable: usize, span: Span) {
        if self.state.assigned.has(variable) {
            return;
        }
        let name = self.variable_name(variable);
        let (declared, ty) = match self.method.locals.get(variable) {
            Some(local) => (local.span, &local.ty),
            None => {
                let field = self.program.field(self.fields[variable - self.method.locals.len()]);
                (field.span, &field.ty)
            }
        };
        // Of a type that is not known: its declaration has been reported.
        if *ty == Ty::Null {
            return;
        }
        let text = format!(" = {}", zero_text(ty));
        self.report(variable, || {
            Diagnostic::error("E0301", format!("variable `{name}` might not have been initialised"), span)
                .label("read here, but not assigned on every path that leads here")
                .also(declared, "declared here without a value")
                .suggest("give it an initial value", after(declared), text)
        });
        self.state.assigned.set(variable, true);
    }

    pub(super) fn place_parts(&mut self, place: &Place) {
        match place {
            Place::Local(_) | Place::Field { object: None, .. } => {}
            Place::Field { object: Some(object), field } => {
                if self.own_field(Some(object), *field).is_none() {
                    self.expr(object);
                }
            }
            Place::Index { array, index } => {
                self.expr(array);
                self.expr(index);
            }
        }
    }

    pub(super) fn read_place(&mut self, place: &Place, span: Span) {
        match place {
            Place::Local(local) => self.read(local.index(), span),
            Place::Field { object, field } => {
                if let Some(variable) = self.own_field(object.as_deref(), *field) {
                    self.read(variable, span);
                }
            }
            Place::Index { .. } => {}
        }
    }

    pub(super) fn assign(&mut self, place: &Place, span: Span) {
        match place {
            Place::Local(local) => {
                self.caught.remove(local);
                self.assign_variable(local.index(), span);
            }
            Place::Field { object, field } => match self.own_field(object.as_deref(), *field) {
                Some(variable) => self.assign_variable(variable, span),
                None => self.assign_final_field(*field, span),
            },
            Place::Index { .. } => {}
        }
    }

    pub(super) fn assign_final_field(&mut self, id: FieldId, span: Span) {
        let field = self.program.field(id);
        if !field.is_final || is_made(field) || span.is_none() {
            return;
        }
        let initializer = match self.method.kind {
            MethodKind::Constructor => !field.is_static,
            MethodKind::StaticInit => field.is_static,
            MethodKind::Method => false,
        };
        // An initialiser that `sema` moved here is the field's own.
        if initializer && field.class == self.method.class && field.constant.is_some() {
            return;
        }
        self.out.push(
            Diagnostic::error("E0305", format!("final field `{}` cannot be assigned", field.name), span)
                .label("assigned here")
                .also(field.span, "declared `final` here"),
        );
    }

    pub(super) fn assign_variable(&mut self, variable: usize, span: Span) {
        if self.is_final(variable) && !self.state.unassigned.has(variable) {
            let declared = match self.method.locals.get(variable) {
                Some(local) => local.span,
                None => self.program.field(self.fields[variable - self.method.locals.len()]).span,
            };
            let certainly = self.state.assigned.has(variable);
            self.report_change(variable, span, |name| {
                let (code, title) = if certainly {
                    ("E0305", format!("final variable `{name}` cannot be assigned again"))
                } else {
                    ("E0306", format!("final variable `{name}` might already have been assigned"))
                };
                Diagnostic::error(code, title, span).label("assigned here").also(declared, "declared `final` here")
            });
        }
        // Both hold where no path leads: such an assignment happens no second time either.
        if !(self.state.assigned.has(variable) && self.state.unassigned.has(variable)) {
            self.assignments.push((variable, span));
        }
        self.state.assigned.set(variable, true);
        self.state.unassigned.set(variable, false);
    }

    pub(super) fn type_name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Class(class) => simple_name(self.program, *class).to_string(),
            Ty::Array { elem, .. } => format!("{}[]", self.type_name(elem)),
            Ty::ValueArray { elem, dims } => format!("{}[{}]", self.type_name(elem), "[]".repeat(dims.len())),
            other => format!("{other:?}").to_lowercase(),
        }
    }
}
