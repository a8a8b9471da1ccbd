import { useSyncExternalStore } from 'react';
import { observable } from './observable';
import { sessionUserId, useSessionUser } from './session';
import { readStored, writeStored } from './stored';

const KEY = 'one-tap';

/** Who asked for it in this browser: whoever else logs in here did not. */
const store = observable(readStored(KEY));

/** Whether a press of an order's button sends it without a confirmation; off until its user asks for it. */
export function useOneTap(): boolean {
  const user = useSessionUser();
  const whose = useSyncExternalStore(store.subscribe, store.get);
  return user !== null && whose === String(user.id);
}

if (typeof window !== 'undefined') {
  // Switched off in another window, it is off in this one as well.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) store.set(newValue);
  });
}

export function switchOneTap(isOn: boolean): void {
  const user = sessionUserId();
  const whose = isOn && user !== null ? String(user) : null;
  writeStored(KEY, whose);
  store.set(whose);
}
