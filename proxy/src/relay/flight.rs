//! What a client has asked and not been answered yet, in order.

use std::{
    collections::VecDeque,
    sync::atomic::{AtomicBool, Ordering},
};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::Head;

/// Requests of one connection that may be in flight; then the client is not read any more.
const FLIGHT_MAX: usize = 1000;

/// What is to become of an answer.
#[derive(Debug)]
pub enum Expect<T> {
    /// It passes as it comes.
    Pass,
    /// The handler wants all of it.
    Open(T),
    /// It passes when it is large, and the handler changes it in its place; a small one is opened.
    InPlace(T),
}

/// One place in the order of answers.
#[derive(Debug)]
pub(super) enum Slot<T> {
    /// The broker is to answer.
    Sent(Head, Expect<T>),
    /// The broker is to answer when it has something to tell; the number is for [`super::Handler::nothing`].
    Waiting(Head, Expect<T>, i32),
    /// The broker is to answer a SASL token, with another one.
    Token,
    /// The answer is here.
    Ready(Vec<Bytes>),
}

/// See the module. Both directions of a connection have it.
#[derive(Debug)]
pub(super) struct Flight<T> {
    slots: Mutex<VecDeque<Slot<T>>>,
    /// Nothing more is asked.
    closed: AtomicBool,
    /// The client sends SASL tokens without heads.
    bare: AtomicBool,
    pushed: Notify,
    popped: Notify,
}

impl<T> Flight<T> {
    pub(super) fn new() -> Self {
        Self {
            slots: Mutex::default(),
            closed: AtomicBool::new(false),
            bare: AtomicBool::new(false),
            pushed: Notify::new(),
            popped: Notify::new(),
        }
    }

    pub(super) fn push(&self, slot: Slot<T>) {
        let ready = matches!(slot, Slot::Ready(_));
        self.slots.lock().push_back(slot);
        if ready {
            self.pushed.notify_one();
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.lock().is_empty()
    }

    /// The answer at the front, if it is one of our own.
    pub(super) fn pop_ready(&self) -> Option<Vec<Bytes>> {
        let popped = self.slots.lock().pop_front_if(|slot| matches!(slot, Slot::Ready(_)));
        match popped {
            Some(Slot::Ready(parts)) => {
                self.popped.notify_waiters();
                Some(parts)
            }
            _ => None,
        }
    }

    /// The request at the front, if the broker is to answer it.
    pub(super) fn pop_sent(&self) -> Option<(Head, Expect<T>)> {
        let popped = self.slots.lock().pop_front_if(|slot| !matches!(slot, Slot::Ready(_) | Slot::Token));
        match popped {
            Some(Slot::Sent(head, expect) | Slot::Waiting(head, expect, _)) => {
                self.popped.notify_waiters();
                Some((head, expect))
            }
            _ => None,
        }
    }

    /// Whether a token is next to be answered, which it is then.
    pub(super) fn pop_token(&self) -> bool {
        let popped = self.slots.lock().pop_front_if(|slot| matches!(slot, Slot::Token)).is_some();
        if popped {
            self.popped.notify_waiters();
        }
        popped
    }

    /// The client's frames are bare SASL tokens from now on, or no longer.
    pub(super) fn set_bare(&self, bare: bool) {
        self.bare.store(bare, Ordering::Release);
    }

    pub(super) fn is_bare(&self) -> bool {
        self.bare.load(Ordering::Acquire)
    }

    /// Resolves when an answer of our own has come, which may not be at the front yet, or when nothing more is asked. Cancel
    /// safe.
    pub(super) async fn ready(&self) {
        self.pushed.notified().await;
    }

    /// Whether no request more may be in flight.
    pub(super) fn is_full(&self) -> bool {
        self.slots.lock().len() >= FLIGHT_MAX
    }

    /// Resolves when one more request may be in flight. Cancel safe.
    pub(super) async fn room(&self) {
        loop {
            let popped = self.popped.notified();
            if !self.is_full() {
                return;
            }
            popped.await;
        }
    }

    /// Nothing more will be asked.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.pushed.notify_one();
    }

    /// Once nothing more is asked, and the broker owes nothing but answers that may take long: what they are to. Nobody waits
    /// for them any more.
    pub(super) fn cut_short(&self) -> Vec<(Head, i32)> {
        let mut slots = self.slots.lock();
        let waiting = |slot: &Slot<T>| match slot {
            Slot::Waiting(head, _, number) => Some((*head, *number)),
            Slot::Sent(..) | Slot::Token | Slot::Ready(_) => None,
        };
        let all =
            if self.closed.load(Ordering::Relaxed) { slots.iter().map(waiting).collect() } else { None };
        all.inspect(|_| slots.clear()).unwrap_or_default()
    }

    /// Whether everything was answered that ever will be asked.
    pub(super) fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed) && self.is_empty()
    }
}
