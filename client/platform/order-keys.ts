import { useSyncExternalStore } from 'react';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

const KEY = 'order-keys';
const ON = 'on';

// Of this browser and not of the account: the phone of the same user has no keys.
const store = observable(readStored(KEY) === ON);

/** Whether single keys fill in the ticket of a trading page; off until they are asked for. */
export function useOrderKeys(): boolean {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function switchOrderKeys(isOn: boolean): void {
  writeStored(KEY, isOn ? ON : null);
  store.set(isOn);
}
