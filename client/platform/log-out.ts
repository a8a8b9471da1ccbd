import { forgetDrafts } from './draft';
import { serverNow } from './server-clock';
import { endSession, sessionToken } from './session';
import { digestOf } from './token-digest';
import { pending, sendLogOuts, storePending } from './unheard-log-outs';

/** Who logs out more often than this without a network leaves the oldest sessions to their own end. */
const PENDING_MAX = 5;

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
  if (token !== '') discardSession(token);
}

/** Has the server end a session whose token nobody keeps here any more. */
export function discardSession(token: string): void {
  storePending([...pending(digestOf), { session: digestOf(token), at: serverNow() }].slice(-PENDING_MAX));
  void sendLogOuts();
}
