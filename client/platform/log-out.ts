import { endSession, sessionToken } from './session';
import { readStored, writeStored } from './stored';

const KEY = 'sessions-to-end';
/** Who logs out more often than this without a network leaves the oldest sessions to their own end. */
const KEPT_MOST = 5;
const TELL_MS = 5000;

/**
 * Ends the session here at once, whatever the network does; the server is told in the background. A session that could
 * not be ended there keeps its token in a place of its own, where nothing but the telling reads it: a token that was
 * forgotten on a dead network would stay good on the server until it expires.
 */
export function logOut(): void {
  const token = sessionToken();
  endSession();
  if (token === '') return;
  keep([...kept(), token].slice(-KEPT_MOST));
  void tellLogOuts();
}

/** Tells the server of every log-out that it has not heard of. For the start of the page too. */
export async function tellLogOuts(): Promise<void> {
  for (const token of kept()) if (await isTold(token)) keep(kept().filter((other) => other !== token));
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

function kept(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((token) => typeof token === 'string') : [];
  } catch {
    return [];
  }
}

function keep(tokens: string[]): void {
  writeStored(KEY, tokens.length === 0 ? null : JSON.stringify(tokens));
}
