import { useSyncExternalStore } from 'react';
import { observable } from '../../../platform/observable';
import { readStored, writeStored } from '../../../platform/stored';

const KEY = 'hide-zero-balances';
const hideZero = observable(readStored(KEY) === '1');

/** Leaves coins that are not held out of the lists; the choice outlives the page. */
export function setHideZero(hide: boolean): void {
  writeStored(KEY, hide ? '1' : null);
  hideZero.set(hide);
}

export function useHideZero(): boolean {
  return useSyncExternalStore(hideZero.subscribe, hideZero.get);
}
