//! `sync` as HIR: what the block means where it is no parallel region.
//!
//! An element, or a field of an object that is reached through an array, is read in the block as it was at its entry, unless it is the
//! iteration's own: what it has stored to itself, or what its index names. Calls of the library class `somd.Snapshot` say so: a store tells
//! it what was there before, a read asks it. Methods that the block calls, and that store to or read what the block changes, are copied,
//! and the copies take the snapshot as a parameter. What cannot be given that meaning is refused, never run as the plain loop.
//!
//! The result is plain HIR, for the host and the interpreter, and by the places in the source ([`Text`]) the erased program does the same.

mod facts;
mod rewrite;
mod touches;

use crate::error::{self, LowerError};
use crate::walk;
use facts::Facts;
use rewrite::Rewriter;
use somd_hir::{
    Block, ClassId, Expr, ExprKind, FieldId, Local, LocalId, Method, MethodId, Program, Stmt, StmtKind, Ty,
};
use somd_syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use touches::{Callee, Opaque, Touches};

/// What becomes of a block where it is no region.
pub enum Outcome {
    /// It reads nothing that another iteration stores to: it runs as it is written.
    Plain,
    Made(Stmt),
    Refused(LowerError),
}

/// By the method and the place of the block.
pub type Snapshots = BTreeMap<(MethodId, Span), Outcome>;

/// What an access goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Element,
    Field(FieldId),
}

/// The changes to the text of a block or a copied method.
#[derive(Clone, Debug, Default)]
pub struct Text {
    /// Loops whose iterations own what they store to.
    pub loops: BTreeSet<Span>,
    /// Reads from the snapshot.
    pub reads: BTreeMap<Span, Access>,
    /// Assignments that tell it what was there before.
    pub stores: BTreeMap<Span, Access>,
    /// Arrays that are given as the iteration sees them.
    pub wholes: BTreeMap<Span, ()>,
    /// Calls of copies, and these.
    pub calls: BTreeMap<Span, MethodId>,
}

/// For the erased program.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    pub blocks: BTreeMap<Span, Text>,
    /// The copies of each method.
    pub copies: BTreeMap<MethodId, Vec<(MethodId, Text)>>,
}

/// Plans every `sync` block. Those of methods that are no SOMD methods are replaced at once.
pub fn plan(program: &mut Program) -> (Snapshots, Texts, Vec<(MethodId, LowerError)>) {
    let mut planner = Planner { copies: BTreeMap::new(), reads: 0, texts: Texts::default(), library: None };
    let (mut outcomes, mut refused) = (Snapshots::new(), Vec::new());
    for k in 0..program.methods.len() {
        let id = MethodId(k as u32);
        let mut blocks = Vec::new();
        if let Some(body) = &program.method(id).body {
            walk::stmts_in(body, &mut |s| {
                if let StmtKind::Sync { body, .. } = &s.kind {
                    blocks.push((s.span, body.clone()));
                }
            });
        }
        if blocks.is_empty() {
            continue;
        }
        for (span, block) in blocks {
            let outcome = planner.block(program, id, span, block);
            outcomes.insert((id, span), outcome);
        }
        if program.method(id).somd.is_none() {
            let Some(mut body) = program.methods[k].body.take() else { continue };
            replace(&mut body, id, &outcomes, &mut refused);
            program.methods[k].body = Some(body);
        }
    }
    (outcomes, planner.texts, refused)
}

/// The blocks of statements that run in a region's place as what they were made, or why one cannot be.
pub fn settle(body: &mut Block, method: MethodId, outcomes: &Snapshots) -> Result<(), LowerError> {
    let mut refused = Vec::new();
    replace(body, method, outcomes, &mut refused);
    refused.into_iter().next().map_or(Ok(()), |(_, e)| Err(e))
}

/// Puts what was made of them in the place of the blocks.
fn replace(body: &mut Block, method: MethodId, outcomes: &Snapshots, refused: &mut Vec<(MethodId, LowerError)>) {
    fn of_stmt(s: &mut Stmt, method: MethodId, outcomes: &Snapshots, refused: &mut Vec<(MethodId, LowerError)>) {
        if let StmtKind::Sync { body, .. } = &mut s.kind {
            match outcomes.get(&(method, s.span)) {
                Some(Outcome::Made(made)) => {
                    *s = made.clone();
                    return;
                }
                Some(Outcome::Refused(e)) => refused.push((method, e.clone())),
                Some(Outcome::Plain) | None => {}
            }
            s.kind = StmtKind::Block(std::mem::take(body));
        }
        somd_hir::walk::of_stmt_mut(s, &mut |n| of_node(n, method, outcomes, refused));
    }
    fn of_node(
        n: somd_hir::walk::NodeMut<'_>,
        method: MethodId,
        outcomes: &Snapshots,
        refused: &mut Vec<(MethodId, LowerError)>,
    ) {
        use somd_hir::walk::{NodeMut, of_expr_mut, of_place_mut};
        match n {
            NodeMut::Stmt(s) => of_stmt(s, method, outcomes, refused),
            NodeMut::Expr(e) => of_expr_mut(e, &mut |n| of_node(n, method, outcomes, refused)),
            NodeMut::Place(p) => of_place_mut(p, &mut |n| of_node(n, method, outcomes, refused)),
            NodeMut::Declare(_) => {}
        }
    }
    body.stmts.iter_mut().for_each(|s| of_stmt(s, method, outcomes, refused));
}

/// A copy: of which method, whether its object and arguments were reached through arrays, whether an iteration calls it, and what the block
/// stores to.
type Key = (MethodId, Vec<bool>, bool, BTreeSet<Ty>, BTreeSet<FieldId>);

struct Planner {
    /// Copies, and how often each reads from the snapshot.
    copies: BTreeMap<Key, (MethodId, usize)>,
    /// Reads from a snapshot so far.
    reads: usize,
    texts: Texts,
    library: Option<Library>,
}

/// The class `somd.Snapshot`.
#[derive(Clone)]
struct Library {
    class: ClassId,
    constructor: MethodId,
    methods: Vec<MethodId>,
    object: Ty,
}

/// What a block stores to.
#[derive(Clone)]
struct Stored {
    kinds: BTreeSet<Ty>,
    fields: BTreeSet<FieldId>,
    /// The methods that are copied.
    copied: BTreeSet<MethodId>,
    /// Those of them that store.
    storing: BTreeSet<MethodId>,
}

fn refused(at: Span, message: impl Into<String>) -> LowerError {
    LowerError::new(at, message).code(error::NO_SNAPSHOT).label("this needs the values from before the block")
}

impl Planner {
    fn library(&mut self, program: &Program) -> Option<Library> {
        if self.library.is_none() {
            let k = program.classes.iter().position(|c| c.name == "somd.Snapshot")?;
            let class = &program.classes[k];
            let methods = class.methods.clone();
            let constructor = methods.iter().copied().find(|&m| program.method(m).name == "<init>")?;
            let object = Ty::Class(program.known.classes.get("java.lang.Object").copied()?);
            self.library = Some(Library { class: ClassId(k as u32), constructor, methods, object });
        }
        self.library.clone()
    }

    fn block(&mut self, program: &mut Program, method: MethodId, span: Span, mut block: Block) -> Outcome {
        let flags = vec![false];
        let stored = match self.stored(program, method, &block, &flags) {
            Ok(Some(stored)) => stored,
            Ok(None) => return Outcome::Plain,
            Err(e) => return Outcome::Refused(e),
        };
        let Some(library) = self.library(program) else {
            return Outcome::Refused(refused(span, "this block needs the library class `somd.Snapshot`"));
        };
        let m = &mut program.methods[method.index()];
        let snapshot = add_local(m, "sync$", Ty::Class(library.class), span);
        let mut facts = Facts::of(m, &block, &flags);
        facts.note_stored(&stored.kinds);
        let before = (self.texts.clone(), self.copies.clone(), self.reads);
        let mut rewriter = Rewriter::new(self, program, method, snapshot, library.clone(), facts, stored);
        rewriter.block(&mut block);
        let (text, error) = (rewriter.text, rewriter.error);
        if self.reads == before.2 {
            (self.texts, self.copies, self.reads) = before;
            return Outcome::Plain;
        }
        if let Some(e) = error {
            return Outcome::Refused(e);
        }
        self.texts.blocks.entry(span).or_insert(text);
        let ty = Ty::Class(library.class);
        let kind = ExprKind::New { class: library.class, constructor: library.constructor, args: Vec::new() };
        let init = Some(Expr { kind, ty, span });
        block.stmts.insert(0, Stmt { kind: StmtKind::Local { local: snapshot, init }, span });
        Outcome::Made(Stmt { kind: StmtKind::Block(block), span })
    }

    /// What a block and the methods that it calls store to; None where it is nothing, or nothing of it is read.
    fn stored(
        &self,
        program: &Program,
        method: MethodId,
        block: &Block,
        flags: &[bool],
    ) -> Result<Option<Stored>, LowerError> {
        let mut all = Touches::default();
        let mut opaque: Vec<Opaque> = Vec::new();
        // Of each method that may be copied: what it touches itself, and what it calls.
        let mut known: BTreeMap<(MethodId, Vec<bool>), (Touches, Vec<MethodId>)> = BTreeMap::new();
        let mut work: Vec<Option<(MethodId, Vec<bool>)>> = vec![None];
        while let Some(at) = work.pop() {
            let (m, body, through) = match &at {
                None => (program.method(method), block, flags),
                Some((id, through)) => match &program.method(*id).body {
                    Some(body) => (program.method(*id), body, through.as_slice()),
                    None => continue,
                },
            };
            let facts = Facts::of(m, body, through);
            let mut own = touches::scan(body, &facts);
            let mut calls = Vec::new();
            walk::exprs_in(body, &mut |e| {
                let (callees, touched) = touches::callees(program, &facts, e);
                if !touched.reads.is_empty()
                    && let ExprKind::Call { method, .. } | ExprKind::New { constructor: method, .. } = &e.kind
                {
                    opaque.push(Opaque { method: *method, at: e.span, touches: touched });
                }
                let looked = touches::looked_at(program, &facts, e);
                own.reads.extend(looked.iter().map(|(_, kind)| kind.clone()));
                for callee in callees {
                    match callee {
                        Callee::Known(id, through) => {
                            calls.push(id);
                            work.push(Some((id, through)));
                        }
                        Callee::Hidden(id) => {
                            let mut touched = Touches::default();
                            let params = touches::params_at(program, e, id, &looked);
                            touches::hidden(program, id, &params, &mut BTreeSet::new(), &mut touched);
                            opaque.push(Opaque { method: id, at: e.span, touches: touched });
                        }
                    }
                }
            });
            all.join(&own);
            if let Some(key) = at {
                if known.contains_key(&key) {
                    own = Touches::default();
                }
                known.entry(key).or_insert((own, calls));
            }
            work.retain(|w| w.as_ref().is_none_or(|k| !known.contains_key(k)));
        }
        opaque.iter().for_each(|o| all.join(&o.touches));
        if let Some(o) = opaque.iter().find(|o| o.touches.meets(&all)) {
            let m = program.method(o.method);
            let e = refused(o.at, format!("this `sync` block cannot be given its snapshot through `{}`", m.display))
                .note("the call may run one of several methods, a constructor, a lambda or a method of the library, and these read or write elements or fields that the block works on")
                .note("pass the values instead, or call a `static`, `private` or `final` method");
            return Err(e);
        }
        if !all.stores_any() || (all.stores.is_disjoint(&all.reads) && all.stored_fields.is_disjoint(&all.read_fields))
        {
            return Ok(None);
        }
        let touching = |t: &Touches| {
            t.stores_any() || !t.reads.is_disjoint(&all.stores) || !t.read_fields.is_disjoint(&all.stored_fields)
        };
        let closure = |is: &dyn Fn(&Touches) -> bool| {
            let mut found: BTreeSet<MethodId> = known.iter().filter(|(_, v)| is(&v.0)).map(|(k, _)| k.0).collect();
            loop {
                let before = found.len();
                for ((id, _), (_, calls)) in &known {
                    if calls.iter().any(|c| found.contains(c)) {
                        found.insert(*id);
                    }
                }
                if found.len() == before {
                    return found;
                }
            }
        };
        let copied = closure(&touching);
        let storing = closure(&Touches::stores_any);
        Ok(Some(Stored { kinds: all.stores.clone(), fields: all.stored_fields.clone(), copied, storing }))
    }

    /// The copy of a method for a call in a block.
    fn copy(
        &mut self,
        program: &mut Program,
        method: MethodId,
        through: Vec<bool>,
        iteration: bool,
        stored: &Stored,
    ) -> Result<MethodId, LowerError> {
        let key = (method, through.clone(), iteration, stored.kinds.clone(), stored.fields.clone());
        if let Some(&(copy, reads)) = self.copies.get(&key) {
            self.reads += reads;
            return Ok(copy);
        }
        let callee = program.method(method);
        let (Some(body), Some(library)) = (callee.body.clone(), self.library.clone()) else {
            return Err(LowerError::internal());
        };
        let span = callee.name_span;
        let number = self.texts.copies.get(&method).map_or(1, |c| c.len() + 1);
        let mut copy =
            Method { is_virtual: false, somd: None, declared_local: None, assert_offload: None, ..callee.clone() };
        copy.name = format!("{}$sync{number}", callee.name).into();
        copy.locals.iter_mut().for_each(|l| l.dist = None);
        let snapshot = add_local(&mut copy, "sync$", Ty::Class(library.class), span);
        copy.params.push(snapshot);
        let id = MethodId(program.methods.len() as u32);
        let mut facts = Facts::of(&copy, &body, &through);
        facts.note_stored(&stored.kinds);
        program.classes[copy.class.index()].methods.push(id);
        program.methods.push(copy);
        self.copies.insert(key.clone(), (id, 0));
        let before = self.reads;
        self.texts.copies.entry(method).or_default().push((id, Text::default()));
        let mut made = body;
        let mut rewriter = Rewriter::new(self, program, id, snapshot, library, facts, stored.clone());
        if iteration {
            rewriter.iteration_of(&made);
        }
        rewriter.block(&mut made);
        let (text, error) = (rewriter.text, rewriter.error);
        if let Some(e) = error {
            return Err(e);
        }
        program.methods[id.index()].body = Some(made);
        if let Some(known) = self.texts.copies.get_mut(&method).and_then(|c| c.iter_mut().find(|(c, _)| *c == id)) {
            known.1 = text;
        }
        self.copies.insert(key, (id, self.reads - before));
        Ok(id)
    }
}

/// A further local of a method.
fn add_local(m: &mut Method, name: &str, ty: Ty, span: Span) -> LocalId {
    let id = LocalId(m.locals.len() as u32);
    let name = name.into();
    m.locals.push(Local { name, ty, is_final: false, dist: None, shared: false, blank: None, span });
    id
}
