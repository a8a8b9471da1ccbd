import { useSyncExternalStore } from 'react';
import type { UserCenterView } from '../../server/contract/account/account.dto';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

/** The user as the server last described it. */
export type SessionUser = UserCenterView;

const KEY = 'token';
const USER_KEY = 'user';
const token = observable<string | null>(readStored(KEY));
const user = observable<SessionUser | null>(parseUser(readStored(USER_KEY)));
const lost = new Set<(message: string) => void>();

/** Takes what was stored, by an older version perhaps; null for whatever is no user. */
export function parseUser(text: string | null): SessionUser | null {
  try {
    const stored = JSON.parse(text ?? 'null') as SessionUser | null;
    return typeof stored?.id === 'number' ? stored : null;
  } catch {
    return null;
  }
}

export function sessionToken(): string {
  return token.get() ?? '';
}

/** Somebody is logged in when both the token and the user are known. */
export function isLoggedIn(): boolean {
  return token.get() !== null && user.get() !== null;
}

export function useLoggedIn(): boolean {
  const known = useSyncExternalStore(token.subscribe, token.get) !== null;
  return useSessionUser() !== null && known;
}

/** The user that is logged in; null for a guest. */
export function useSessionUser(): SessionUser | null {
  return useSyncExternalStore(user.subscribe, user.get);
}

/** Keeps the token of a login. The session is whole once its user is remembered too. */
export function beginSession(opened: string): void {
  writeStored(KEY, opened);
  token.set(opened);
}

export function rememberUser(described: SessionUser): void {
  writeStored(USER_KEY, JSON.stringify(described));
  user.set(described);
}

/** Forgets token and user: the user has logged out. */
export function endSession(): void {
  writeStored(KEY, null);
  writeStored(USER_KEY, null);
  token.set(null);
  user.set(null);
}

/** Forgets token and user, then tells everybody who asked, with the server's words. */
export function loseSession(message: string): void {
  endSession();
  for (const listener of lost) listener(message);
}

export function onSessionLost(listener: (message: string) => void): () => void {
  lost.add(listener);
  return () => lost.delete(listener);
}

/** Hears of every login, log-out and lost session, in this window or in another one of the same browser. */
export function onSessionChange(listener: () => void): () => void {
  return token.subscribe(listener);
}

/** Hears when another user is known than before, or none any more. The same user described anew is no change. */
export function onUserChange(listener: () => void): () => void {
  let known = user.get()?.id;
  return user.subscribe(() => {
    const id = user.get()?.id;
    if (id === known) return;
    known = id;
    listener();
  });
}

/** Follows logins and log-outs of other windows. */
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) token.set(newValue);
    if (key === USER_KEY) user.set(parseUser(newValue));
  });
}
