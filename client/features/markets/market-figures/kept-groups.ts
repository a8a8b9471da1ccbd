import { useSyncExternalStore } from 'react';
import { BOOKS_MAX } from '../../../../server/contract/rules/layout.rules';
import { keptLayout } from '../../../platform/kept-layout';
import { COARSER, type Coarser } from './book-groups';

type Groups = Readonly<Record<string, Coarser>>;

const coarserOf = (value: unknown): Coarser | null => COARSER.find((one) => one === value) ?? null;

/** Takes what was kept and leaves out whatever is not sound; of too many markets the one that was chosen longest ago goes first. */
export function parseGroups(text: string | null): Groups {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const kept: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(kept.filter(([, value]) => coarserOf(value) !== null).slice(-BOOKS_MAX)) as Groups;
  } catch {
    return {};
  }
}

/** How coarse each market's book is shown: one choice for all its books. */
const store = keptLayout('books', parseGroups);

export function keepGroup(symbol: string, coarser: Coarser): void {
  const { [symbol]: _, ...others } = store.get();
  const all = Object.entries({ ...others, ...(coarser !== 0 && { [symbol]: coarser }) }).slice(-BOOKS_MAX);
  store.keep(all.length === 0 ? null : JSON.stringify(Object.fromEntries(all)));
}

/** How coarse the book of a market is shown. */
export function useGroup(symbol: string): Coarser {
  return useSyncExternalStore(store.subscribe, () => store.get()[symbol] ?? 0);
}
