//! One function over many items, on every core. This crate runs unoptimised inside the compiler, where hashing and
//! reading are slow enough for a second thread to halve the wait. It knows nothing of what it runs.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// `work` done to each of `items`, in their order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    let helpers = thread::available_parallelism().map_or(1, usize::from).min(items.len()).saturating_sub(1);
    let mut done = thread::scope(|scope| {
        // Where no thread can be had, this one does it all.
        let helpers: Vec<_> =
            (0..helpers).filter_map(|_| thread::Builder::new().spawn_scoped(scope, run).ok()).collect();
        let mut done = run();
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        assert_eq!(map(&items, |item| item * 2), (0..1_000).map(|item| item * 2).collect::<Vec<_>>());
        assert!(map(&[], |item: &usize| *item).is_empty());
        assert_eq!(map(&[7], |item| item + 1), [8]);
    }
}
