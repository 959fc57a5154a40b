//! Regions that work with objects from outside (see [`crate::builder::outside`]): one for each class that an object may be of, and the loop as
//! it is written for all else.

use super::{columns, one_piece};
use crate::Cx;
use crate::builder::outside::{Assumed, Class, Objects, Path};
use crate::builder::{Binding, Builder};
use crate::error::{LowerError, Result};
use somd_hir::{self as hir, Block, ClassId, LocalId, MethodId, Stmt, StmtKind};
use somd_syntax::source::Span;

/// More regions than this are not made of one loop.
const MOST_REGIONS: usize = 8;

/// Whether a loop is in `sync`, with which reduction; and whether rows may differ in length.
type Form<'a> = (Option<Option<&'a hir::Reduce>>, bool);

/// What is known of the classes of objects outside.
#[derive(Default)]
pub struct Classes {
    assumed: Assumed,
    /// The translation met an object whose class must be known.
    undecided: Option<(Path, Vec<ClassId>)>,
}

impl Classes {
    /// Before the translation. Where others see what a step is given, objects are as they were written; of a `sync` block they are not
    /// changed either while it runs.
    pub fn begin(&mut self, b: &mut Builder<'_, '_>, s: &Stmt, in_sync: bool) {
        self.undecided = None;
        let steps = match &s.kind {
            StmtKind::Sync { body, .. } => body.stmts.iter().any(columns::has_blocks),
            _ => columns::has_blocks(s),
        };
        if in_sync || steps {
            return;
        }
        b.outside = Some(Objects::new(&self.assumed));
        if self.assumed.contains_key(&Path::this()) {
            b.frame().this = b.object_at(&Path::this(), s.span).map(Binding::Object);
        }
    }

    /// Binds a local of the method that has an object from outside.
    pub fn local(&self, b: &mut Builder<'_, '_>, local: LocalId, span: Span) -> bool {
        if b.outside_box(local, span).is_some() {
            return true;
        }
        if b.outside.is_none() || !b.is_of_class(&b.method().locals[local.index()].ty) {
            return false;
        }
        let Some(object) = b.object_at(&Path::of_local(local), span) else { return false };
        b.bind(local, Binding::Object(object));
        true
    }

    /// After it: what the program asks before the region, where that may be used.
    pub fn end(&mut self, b: &mut Builder<'_, '_>, span: Span) -> Result<Option<hir::Expr>> {
        self.undecided = b.outside.as_mut().and_then(Objects::take_undecided);
        if let Some(field) = b.changed_outside() {
            let name = &b.cx.hir.field(field).name;
            return Err(LowerError::new(span, format!("`{name}` is read and written in parallel code")));
        }
        Ok(b.all_there())
    }
}

/// See [`super::piece`].
pub fn piece<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    s: &'a Stmt,
    form: Form<'a>,
    warnings: &mut Vec<LowerError>,
) -> Result<Option<Stmt>> {
    let (pieces, told) = (cx.pieces.len(), warnings.len());
    let mut versions = Vec::new();
    let mut most = MOST_REGIONS;
    match for_classes(cx, method, s, form, warnings, Assumed::new(), &mut versions, &mut most) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        Err(e) => {
            cx.pieces.truncate(pieces);
            warnings.truncate(told);
            return Err(e);
        }
    }
    let mut made: Option<Stmt> = None;
    for (asked, call) in versions.into_iter().rev() {
        let Some(cond) = asked else {
            made = Some(call);
            continue;
        };
        let otherwise = match made.take() {
            Some(next) => Block { stmts: vec![next], span: s.span },
            None => columns::as_it_stands(cx, method, s)?,
        };
        let then = Block { stmts: vec![call], span: s.span };
        let kind = StmtKind::If { cond, then, otherwise: Some(otherwise) };
        made = Some(Stmt { kind, span: s.span });
    }
    Ok(made)
}

/// A call of a region, and what is asked before it.
type Version = (Option<hir::Expr>, Stmt);

/// The regions for all the classes that an object may be of; false where nothing in the loop runs in parallel.
#[allow(clippy::too_many_arguments)]
fn for_classes<'a>(
    cx: &mut Cx<'a>,
    method: MethodId,
    s: &'a Stmt,
    form: Form<'a>,
    warnings: &mut Vec<LowerError>,
    assumed: Assumed,
    versions: &mut Vec<Version>,
    most: &mut usize,
) -> Result<bool> {
    let (pieces, told) = (cx.pieces.len(), warnings.len());
    let mut classes = Classes { assumed, undecided: None };
    let made = one_piece(cx, method, s, form, warnings, &mut classes);
    let Some((path, of)) = classes.undecided.take().filter(|(path, _)| !classes.assumed.contains_key(path)) else {
        *most = most.checked_sub(1).ok_or_else(|| {
            LowerError::new(
                s.span,
                format!("the methods of several objects would make more than {MOST_REGIONS} forms of this loop"),
            )
        })?;
        let made = made?;
        let parallel = made.is_some();
        versions.extend(made);
        return Ok(parallel);
    };
    warnings.truncate(told);
    cx.pieces.truncate(pieces);
    let hir = cx.hir;
    let mut parallel = true;
    for &class in &of {
        let below = |c: &&ClassId| **c != class && hir.is_subclass(**c, class);
        let but = of.iter().filter(below).copied().collect();
        let mut assumed = classes.assumed.clone();
        assumed.insert(path.clone(), Class { of: class, but });
        parallel &= for_classes(cx, method, s, form, warnings, assumed, versions, most)
            .map_err(|e| e.note(format!("this is so where the object is a `{}`", hir.class(class).name)))?;
    }
    Ok(parallel)
}
