import { useSyncExternalStore } from 'react';
import type { UserCenterView } from '../../server/contract/account/account.dto';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

/** The user as the server last described it. */
export type SessionUser = UserCenterView;

const KEY = 'token';
const USER_KEY = 'user';
const VERSION_KEY = 'version';
/** The form in which a session is kept; one of another form is not read. */
export const SESSION_VERSION = '1.0.0';
/** Sessions from before the form had a number are of this one. */
const isOfThisForm = (readStored(VERSION_KEY) ?? SESSION_VERSION) === SESSION_VERSION;
const token = observable<string | null>(isOfThisForm ? readStored(KEY) : null);
/** Who is logged in, as far as it outlives the page. */
const storedUser = observable<SessionUser | null>(storableUser(parseUser(readStored(USER_KEY))));
/** The same as the server described it to this page. */
const described = observable<SessionUser | null>(null);
const lost = new Set<(message: string) => void>();
/** Whether what is heard now was done in another window, which has done all that goes with it. */
let isFollowing = false;

/**
 * What of a user outlives the page: its number, its language and what it has set, and no text that says who it is. All
 * fields are there, because windows with an older version of the page read them, too.
 */
function storableUser(user: SessionUser | null): SessionUser | null {
  if (user === null) return null;
  const fields = Object.entries(user).map(([name, value]) => [
    name,
    typeof value === 'number' || name === 'lang' ? value : '',
  ]);
  return Object.fromEntries(fields) as SessionUser;
}

/** Takes what was stored, by an older version perhaps; null for whatever is no user. */
export function parseUser(text: string | null): SessionUser | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return isUser(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Of a user that was stored, number and language are all that is said, by an older version the number alone: {@link storableUser}. */
function isUser(value: unknown): value is SessionUser {
  const { id, lang } = Object(value) as { id?: unknown; lang?: unknown };
  return Number.isInteger(id) && (lang === undefined || typeof lang === 'string');
}

export function sessionToken(): string {
  return token.get() ?? '';
}

/** Somebody is logged in when both the token and the user are known. */
export function isLoggedIn(): boolean {
  return token.get() !== null && storedUser.get() !== null;
}

/** Who is logged in; null for a guest. */
export function sessionUserId(): number | null {
  return isLoggedIn() ? (storedUser.get()?.id ?? null) : null;
}

export function useLoggedIn(): boolean {
  const known = useSyncExternalStore(token.subscribe, token.get) !== null;
  return useSessionUser() !== null && known;
}

/** Which user is logged in; null for a guest. */
export function useSessionUser(): Pick<SessionUser, 'id'> | null {
  return useSyncExternalStore(storedUser.subscribe, storedUser.get);
}

/** The user that is logged in, as the server described it; null for a guest, and until it was described to this page. */
export function useDescribedUser(): SessionUser | null {
  return useSyncExternalStore(described.subscribe, described.get);
}

/** Keeps the token of a login. The session is whole once its user is remembered too. */
export function beginSession(opened: string): void {
  writeStored(VERSION_KEY, SESSION_VERSION);
  writeStored(KEY, opened);
  token.set(opened);
}

/** Whether the session of this token is the one that is stored here; another window may have stored its own since, or ended it. */
export function isSessionStored(opened: string): boolean {
  return readStored(KEY) === opened;
}

export function rememberUser(user: SessionUser): void {
  storeUser(storableUser(user));
  described.set(user);
}

function storeUser(user: SessionUser | null): void {
  writeStored(USER_KEY, user && JSON.stringify(user));
  storedUser.set(user);
}

/** Forgets token and user: the user has logged out. */
export function endSession(): void {
  writeStored(KEY, null);
  token.set(null);
  described.set(null);
  storeUser(null);
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

/** Whether the change of session that is heard was another window's. */
export function isOtherWindows(): boolean {
  return isFollowing;
}

/** Hears when another user is known than before, or none any more. The same user described anew is no change. */
export function onUserChange(listener: () => void): () => void {
  let known = storedUser.get()?.id;
  return storedUser.subscribe(() => {
    const id = storedUser.get()?.id;
    if (id === known) return;
    known = id;
    listener();
  });
}

function following(work: () => void): void {
  isFollowing = true;
  try {
    work();
  } finally {
    isFollowing = false;
  }
}

function followToken(stored: string | null): void {
  token.set(stored);
  if (stored === null) described.set(null);
}

/** What another window has kept of a user; what this page knows of somebody else is forgotten. */
function follow(user: SessionUser | null): void {
  if (described.get()?.id !== user?.id) described.set(null);
  storedUser.set(user);
}

if (typeof window !== 'undefined') {
  // An older version kept the whole description.
  if (storedUser.get() !== null) storeUser(storedUser.get());
  // Follows logins and log-outs of other windows.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) following(() => followToken(newValue));
    if (key === USER_KEY) following(() => follow(storableUser(parseUser(newValue))));
  });
  // A page that comes back out of the browser's memory has heard of nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    following(() => {
      followToken(readStored(KEY));
      follow(storableUser(parseUser(readStored(USER_KEY))));
    });
  });
}
