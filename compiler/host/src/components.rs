//! Strongly connected components (Tarjan, iterative): which methods call each other, which classes refer to each other.

use std::collections::{BTreeMap, BTreeSet};

/// The components of a graph, each the set of its nodes; edges to nodes that are no key are ignored.
pub fn components<N: Ord + Copy>(edges: &BTreeMap<N, Vec<N>>) -> Vec<BTreeSet<N>> {
    let mut found = Vec::new();
    let (mut index, mut low) = (BTreeMap::<N, usize>::new(), BTreeMap::<N, usize>::new());
    let (mut stack, mut on_stack) = (Vec::new(), BTreeSet::new());
    for &root in edges.keys() {
        if index.contains_key(&root) {
            continue;
        }
        // The path from the root, each node with the next of its edges to look at.
        let mut path = vec![(root, 0)];
        while let Some(top) = path.last_mut() {
            let (n, next) = *top;
            top.1 += 1;
            if next == 0 {
                let i = index.len();
                index.insert(n, i);
                low.insert(n, i);
                stack.push(n);
                on_stack.insert(n);
            }
            match edges.get(&n).and_then(|e| e.get(next)) {
                Some(&to) if !edges.contains_key(&to) => {}
                Some(&to) => {
                    if !index.contains_key(&to) {
                        path.push((to, 0));
                    } else if on_stack.contains(&to) {
                        let l = low[&n].min(index[&to]);
                        low.insert(n, l);
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(before, _)) = path.last() {
                        let l = low[&before].min(low[&n]);
                        low.insert(before, l);
                    }
                    if low[&n] == index[&n] {
                        let mut component = BTreeSet::new();
                        while let Some(k) = stack.pop() {
                            on_stack.remove(&k);
                            component.insert(k);
                            if k == n {
                                break;
                            }
                        }
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}
