import { useSyncExternalStore } from 'react';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

export interface Session {
  token: string;
}

const KEY = 'token';
const USER_KEY = 'user';
const store = observable<string | null>(readStored(KEY));
const lost = new Set<(message: string) => void>();

export function sessionToken(): string {
  return store.get() ?? '';
}

export function useLoggedIn(): boolean {
  return useSyncExternalStore(store.subscribe, store.get) !== null;
}

/** Forgets token and user, then tells everybody who asked, with the server's words. */
export function loseSession(message: string): void {
  writeStored(KEY, null);
  writeStored(USER_KEY, null);
  store.set(null);
  for (const listener of lost) listener(message);
}

export function onSessionLost(listener: (message: string) => void): () => void {
  lost.add(listener);
  return () => lost.delete(listener);
}
