import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { forgetDrafts } from './draft';
import { serverNow } from './server-clock';
import { endSession, sessionToken } from './session';
import { readStored, writeStored } from './stored';

const KEY = 'sessions-to-end';
/** Who logs out more often than this without a network leaves the oldest sessions to their own end. */
const PENDING_MAX = 5;
/** So long a log-out may wait to be told. After that the session is left to its own end. */
const PENDING_MS = 86_400_000;
const SEND_TIMEOUT_MS = 5000;
const AGAIN_MS = 60_000;

/** A log-out that the server has not heard of. */
interface LogOut {
  /** SHA-256 of the token, hexadecimal. */
  session: string;
  at: number;
}

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Ends the session here at once, whatever the network does; the server is told in the background. A session that could
 * not be ended there would stay good on the server until it expires, so its token's digest is kept for a day: whoever
 * finds it on the device can end the session with it, and nothing else. The place outlives the tab, so that a tab which
 * was closed without a network is still told of at the next start.
 */
export function logOut(): void {
  const token = sessionToken();
  endSession();
  forgetDrafts(serverNow());
  if (token === '') return;
  storePending([...pending(), { session: digestOf(token), at: serverNow() }].slice(-PENDING_MAX));
  void sendLogOuts();
}

/** Tells the server of every log-out that it has not heard of, until it has. For the start of the page too. */
export async function sendLogOuts(): Promise<void> {
  // What has waited for too long is forgotten first.
  storePending(pending());
  for (const { session } of pending())
    if (await isDelivered(session)) storePending(pending().filter((other) => other.session !== session));
  clearTimeout(again);
  if (pending().length > 0) again = setTimeout(() => void sendLogOuts(), AGAIN_MS);
}

/** Sent past the session of the page, which may be another user's by now: this answer must not end that one. */
async function isDelivered(session: string): Promise<boolean> {
  try {
    const reply = await fetch('/api/user/sessions/end', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
      keepalive: true,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    const { type } = (await reply.json()) as { type?: unknown };
    return type === 'ok';
  } catch {
    return false;
  }
}

/** Those that have not waited for too long. */
function pending(): LogOut[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readLogOut) : [];
  } catch {
    return [];
  }
}

/** Older versions kept the token itself, at first without a time: that is counted from when it is first read. */
function readLogOut(entry: unknown): LogOut[] {
  const now = serverNow();
  const { token, session, at } = (typeof entry === 'string' ? { token: entry, at: now } : entry) as StoredLogOut;
  const digest = typeof token === 'string' ? digestOf(token) : session;
  // Nor does a clock that was set back by more than that keep it.
  const isPending = typeof digest === 'string' && typeof at === 'number' && Math.abs(now - at) < PENDING_MS;
  return isPending ? [{ session: digest, at }] : [];
}

type StoredLogOut = Partial<Record<keyof LogOut | 'token', unknown>>;

/** As the server keeps it, too. The browser's own digest is missing on plain http, and late: the tab may be gone by then. */
function digestOf(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)));
}

function storePending(logOuts: readonly LogOut[]): void {
  writeStored(KEY, logOuts.length === 0 ? null : JSON.stringify(logOuts));
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void sendLogOuts());
