//! How calls of methods that return their receiver are printed; see [`somd_host::receiver_returns`].

use super::func::Function;
use somd_hir::walk::strip_upcast;
use somd_hir::*;
use somd_host::receiver_returns::{assigns_nothing, mentions};
use somd_host::walk;

/// What a call of such a method is printed for.
#[derive(Clone, Copy, PartialEq, Default)]
pub enum Lent {
    /// A value: the reference is counted.
    #[default]
    Not,
    /// Nothing.
    Dropped,
    /// The receiver of the next call.
    Handed,
}

impl Function<'_> {
    /// The receiver of a call with these arguments can be lent by the call that gives it.
    pub fn is_lent(&self, receiver: &Expr, args: &[Expr]) -> bool {
        // The receivers from this one on, each with the arguments of the call that it is the receiver of.
        let mut chain = vec![(receiver, args)];
        while let Some((last, _)) = chain.last()
            && let ExprKind::Call { receiver: Some(r), args, .. } = &last.kind
            && self.cx.is_chained(last)
        {
            chain.push((strip_upcast(r), args));
        }
        // From the innermost on: the receiver that no other call has lent, and whether the arguments of those that have are inert.
        let (mut root, mut inert, mut lent) = (receiver, true, false);
        for pair in chain.windows(2).rev() {
            let &[(_, passed), (inner, own)] = pair else { break };
            let own = own.iter().all(walk::is_inert);
            (root, inert) = if lent { (root, inert && own) } else { (inner, own) };
            lent = assigns_nothing(passed)
                && match root.kind {
                    ExprKind::Local(l) => !mentions(passed, l),
                    ExprKind::This => true,
                    // It is a value that lives as long as the expression; where arguments are computed before a call, it would not.
                    _ => inert && passed.iter().all(walk::is_inert),
                };
        }
        lent
    }

    /// A call of such a method, as the receiver of another.
    pub fn lent(&mut self, call: &Expr) -> super::code::Code {
        self.lending = Lent::Handed;
        self.value(call)
    }
}
