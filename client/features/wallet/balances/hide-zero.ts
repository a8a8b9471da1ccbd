import { useSyncExternalStore } from 'react';
import { observable } from '../../../platform/observable';
import { readStored, writeStored } from '../../../platform/stored';

const KEY = 'hide-zero-balances';
const SHOWN = '0';
/** What is held comes first: whoever wants to see all coins says so once. */
const hideZero = observable(readStored(KEY) !== SHOWN);

/** Leaves coins that are not held out of the lists; the choice outlives the page. */
export function setHideZero(hide: boolean): void {
  writeStored(KEY, hide ? null : SHOWN);
  hideZero.set(hide);
}

export function useHideZero(): boolean {
  return useSyncExternalStore(hideZero.subscribe, hideZero.get);
}
