import { useSyncExternalStore } from 'react';
import type { AccountType } from '../../server/contract/account-type.dto';
import { observable } from './observable';
import { isLoggedIn, isOtherWindows, onSessionChange, useLoggedIn } from './session';
import { readStored, writeStored } from './stored';

export type { AccountType };

const KEY = 'account-type';
const DEMO: AccountType = 'simulation_account';
const REAL: AccountType = 'real_account';

const read = (text: string | null): AccountType => (text === DEMO ? DEMO : REAL);
const chosen = observable<AccountType>(read(readStored(KEY)));

/** Which money this browser works with from now on; it outlives the page, but not the session. */
export function chooseAccountType(type: AccountType): void {
  writeStored(KEY, type === DEMO ? DEMO : null);
  chosen.set(type);
}

/** Which money calls are about. A guest has no demo. */
export function accountType(): AccountType {
  return isLoggedIn() ? chosen.get() : REAL;
}

export function useAccountType(): AccountType {
  const type = useSyncExternalStore(chosen.subscribe, chosen.get);
  return useLoggedIn() ? type : REAL;
}

/** Whether the page is about demo money. */
export function useIsDemo(): boolean {
  return useAccountType() === DEMO;
}

/** The next login starts with real money, not in the previous user's demo. What another window has done there stands in the store. */
onSessionChange(() => (isOtherWindows() ? chosen.set(read(readStored(KEY))) : chooseAccountType(REAL)));

/** Follows what is chosen in another window of the same browser: two windows never mean different money. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) chosen.set(read(newValue));
  });
}
