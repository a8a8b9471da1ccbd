import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/**
 * What opens an account from then on is not made by a session that was ended after the guard had looked at it: whoever ends sessions ends
 * what they made, and would have missed it. The user's row must be locked, as by whoever ends sessions.
 * @throws Refusal `session.required`.
 */
export async function assertSessionOpen(
  tx: Transaction,
  { userId, sessionId, at }: { userId: string; sessionId: string; at: Date },
): Promise<void> {
  const isOpen = await callFunction(tx, 'account_session_is_open', { user: userId, session: sessionId, at });
  if (!isOpen) throw new Refusal('session.required');
}
