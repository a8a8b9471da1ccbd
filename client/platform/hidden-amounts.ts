import { useSyncExternalStore } from 'react';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

const KEY = 'hidden-amounts';
const hidden = observable(readStored(KEY) === '1');

/** Covers what the user owns, or shows it again; the choice outlives the page. */
export function hideAmounts(hide: boolean): void {
  writeStored(KEY, hide ? '1' : null);
  hidden.set(hide);
}

/** Whether the user has hidden balances. */
export function useAmountsHidden(): boolean {
  return useSyncExternalStore(hidden.subscribe, hidden.get);
}
