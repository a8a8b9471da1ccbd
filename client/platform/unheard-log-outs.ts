import { isServerNowKnown, serverNow } from './server-clock';
import { readStored, writeStored } from './stored';

const KEY = 'sessions-to-end';
/** So long a log-out may wait to be told. After that the session is left to its own end. */
const PENDING_MS = 86_400_000;
const SEND_TIMEOUT_MS = 5000;
const AGAIN_MS = 60_000;

/** A log-out that the server has not heard of. */
export interface LogOut {
  /** SHA-256 of the token, hexadecimal. */
  session: string;
  at: number;
}

let again: ReturnType<typeof setTimeout> | undefined;

/** Tells the server of every log-out that it has not heard of, until it has. For the start of the page too. */
export async function sendLogOuts(): Promise<void> {
  clearTimeout(again);
  try {
    // What has waited for too long is forgotten first.
    storePending(pending(storesTokens() ? (await import('./token-digest')).digestOf : undefined));
  } catch {
    // The file that makes digests could not be fetched: the tokens stay until it can.
    again = setTimeout(() => void sendLogOuts(), AGAIN_MS);
    return;
  }
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

/**
 * Those that have not waited for too long.
 * @param digestOf a token that an older version kept; without it there is none.
 */
export function pending(digestOf: (token: string) => string | null = () => null): LogOut[] {
  return entries().flatMap((entry) => {
    const { token, session, at } = entry;
    const digest = typeof token === 'string' ? digestOf(token) : session;
    // Nor does a clock that was set back by more than that keep it. A device's own clock is no ground to forget one.
    const isDue = typeof at === 'number' && (!isServerNowKnown() || Math.abs(serverNow() - at) < PENDING_MS);
    return typeof digest === 'string' && isDue ? [{ session: digest, at }] : [];
  });
}

function storesTokens(): boolean {
  return entries().some(({ token }) => typeof token === 'string');
}

type StoredLogOut = Partial<Record<keyof LogOut | 'token', unknown>>;

/** Older versions kept the token itself, at first without a time: that is counted from when it is first read. */
function entries(): StoredLogOut[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry: unknown) => {
      if (typeof entry === 'string') return [{ token: entry, at: serverNow() }];
      return typeof entry === 'object' && entry !== null ? [entry] : [];
    });
  } catch {
    return [];
  }
}

export function storePending(logOuts: readonly LogOut[]): void {
  writeStored(KEY, logOuts.length === 0 ? null : JSON.stringify(logOuts));
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void sendLogOuts());
