import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/**
 * What opens an account from then on is not made by a session that was ended after the guard had looked at it. The user's row must be locked,
 * as by whoever ends the sessions of one user; who ends those of everybody locks nobody, and by that instant keys end by themselves.
 * @throws Refusal `session.required`.
 */
export async function assertSessionOpen(
  tx: Transaction,
  { userId, sessionId, at }: { userId: string; sessionId: string; at: Date },
): Promise<void> {
  const isOpen = await callFunction(tx, 'account_session_is_open', { user: userId, session: sessionId, at });
  if (!isOpen) throw new Refusal('session.required');
}
