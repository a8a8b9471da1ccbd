import { useEffect, useRef } from 'react';

/** What keys do to the ticket that is shown. Each act answers what it did, in words; null: it did nothing. */
export interface KeyActs {
  /** What the ticket is drawn in; null: it is not drawn. */
  ticket: () => HTMLElement | null;
  /** Nothing can be ordered now: no key does anything but leave. */
  isStopped: boolean;
  side?: (side: 'buy' | 'sell') => string;
  kind?: (kind: 'limit' | 'market') => string;
  ticks?: (count: number) => string | null;
  share?: (percent: number) => string | null;
  /** Leads to the amount; a digit is what it begins with. */
  amount?: (digit: string) => void;
  /** Opens the confirmation, as the button does. */
  review?: () => void;
  close?: () => void;
}

interface Held {
  acts: KeyActs;
}

/** The tickets that are shown, the one in front last. */
const held: Held[] = [];

/** What keys do now; null: no ticket is shown. */
export function actsNow(): KeyActs | null {
  return held.at(-1)?.acts ?? null;
}

/** Keys act on this ticket while it is shown; null: it is not. Nothing listens unless the user has asked for keys. */
export function useKeyActs(acts: KeyActs | null): void {
  const own = useRef<Held | null>(null);
  useEffect(() => {
    if (acts === null) return drop(own);
    if (own.current) own.current.acts = acts;
    else {
      own.current = { acts };
      held.push(own.current);
    }
    return undefined;
  });
  useEffect(() => () => drop(own), []);
}

function drop(own: { current: Held | null }): void {
  const at = own.current ? held.indexOf(own.current) : -1;
  if (at >= 0) held.splice(at, 1);
  own.current = null;
}
