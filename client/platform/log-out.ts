import { serverNow } from './server-clock';
import { endSession, sessionToken } from './session';
import { readStored, writeStored } from './stored';

const KEY = 'sessions-to-end';
/** Who logs out more often than this without a network leaves the oldest sessions to their own end. */
const KEPT_MOST = 5;
/** So long a log-out may wait to be told. After that the session is left to its own end: a stolen device has no old tokens. */
const KEPT_MS = 86_400_000;
const TELL_MS = 5000;
const AGAIN_MS = 60_000;

/** A log-out that the server has not heard of. */
interface LogOut {
  token: string;
  at: number;
}

let again: ReturnType<typeof setTimeout> | undefined;

/**
 * Ends the session here at once, whatever the network does; the server is told in the background. A session that could
 * not be ended there keeps its token for a day in a place of its own, where nothing but the telling reads it: a token
 * that was forgotten on a dead network would stay good on the server until it expires. The place outlives the tab, so
 * that a tab which was closed without a network is still told of at the next start.
 */
export function logOut(): void {
  const token = sessionToken();
  endSession();
  if (token === '') return;
  keep([...kept(), { token, at: serverNow() }].slice(-KEPT_MOST));
  void tellLogOuts();
}

/** Tells the server of every log-out that it has not heard of, until it has. For the start of the page too. */
export async function tellLogOuts(): Promise<void> {
  // What has waited for too long is forgotten first.
  keep(kept());
  for (const { token } of kept()) if (await isTold(token)) keep(kept().filter((other) => other.token !== token));
  clearTimeout(again);
  if (kept().length > 0) again = setTimeout(() => void tellLogOuts(), AGAIN_MS);
}

/** Sent past the session of the page, which may be another user's by now: this answer must not end that one. */
async function isTold(token: string): Promise<boolean> {
  try {
    const reply = await fetch('/api/user/logout', {
      method: 'POST',
      headers: { authorization: token },
      keepalive: true,
      signal: AbortSignal.timeout(TELL_MS),
    });
    const { type } = (await reply.json()) as { type?: unknown };
    // 999: the session is over already.
    return type === 'ok' || String(type) === '999';
  } catch {
    return false;
  }
}

/** Those that have not waited for too long. */
function kept(): LogOut[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readLogOut) : [];
  } catch {
    return [];
  }
}

/** An older version kept the token alone: its time is counted from when it is first read. */
function readLogOut(entry: unknown): LogOut[] {
  const now = serverNow();
  const { token, at } = typeof entry === 'string' ? { token: entry, at: now } : (entry as Partial<LogOut>);
  // Nor does a clock that was set back by more than that keep it.
  const isKept = typeof token === 'string' && typeof at === 'number' && Math.abs(now - at) < KEPT_MS;
  return isKept ? [{ token, at }] : [];
}

function keep(logOuts: readonly LogOut[]): void {
  writeStored(KEY, logOuts.length === 0 ? null : JSON.stringify(logOuts));
}

if (typeof window !== 'undefined') window.addEventListener('online', () => void tellLogOuts());
