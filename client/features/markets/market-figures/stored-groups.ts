import { useSyncExternalStore } from 'react';
import { observable } from '../../../platform/observable';
import { readStored, writeStored } from '../../../platform/stored';
import { COARSER, type Coarser } from './book-groups';

const KEY = 'book-groups';
/** Markets that are remembered; the one that was chosen longest ago goes first. */
const MARKETS_MOST = 40;

type Groups = Readonly<Record<string, Coarser>>;

const coarserOf = (value: unknown): Coarser | null => COARSER.find((one) => one === value) ?? null;

/** Takes what was kept and leaves out whatever is not sound. */
export function parseGroups(text: string | null): Groups {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const stored: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(stored.filter(([, value]) => coarserOf(value) !== null).slice(-MARKETS_MOST)) as Groups;
  } catch {
    return {};
  }
}

/** How coarse each market's book is shown: one choice for all its books, kept on this device. */
const store = observable<Groups>(parseGroups(readStored(KEY)));

export function storeGroup(symbol: string, coarser: Coarser): void {
  const { [symbol]: _, ...others } = store.get();
  const all = Object.entries({ ...others, ...(coarser !== 0 && { [symbol]: coarser }) }).slice(-MARKETS_MOST);
  const groups: Groups = Object.fromEntries(all);
  store.set(groups);
  writeStored(KEY, all.length === 0 ? null : JSON.stringify(groups));
}

/** How coarse the book of a market is shown. */
export function useGroup(symbol: string): Coarser {
  return useSyncExternalStore(store.subscribe, () => store.get()[symbol] ?? 0);
}
