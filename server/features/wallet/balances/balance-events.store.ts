import { Injectable } from '@nestjs/common';
import type { EventAccount } from '../../../contract/event-fields.dto.js';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { OutboxEvent } from '../../../platform/outbox/outbox.js';

export interface BalanceMove {
  account: EventAccount;
  currencyId: number;
  delta: DecimalText;
}

export interface MovedMoney {
  userId: string;
  reason: string;
  journalId: string;
  /** The user's legs of the journal. */
  moves: BalanceMove[];
  /** Real money by default. */
  demo?: boolean;
}

/** What the outbox says of balances that a journal has just left. */
@Injectable()
export class BalanceEvents {
  /** Call right after the posting, in its transaction: the accounts are still locked, so their numbers are its own. */
  async of(tx: Transaction, { userId, reason, journalId, moves, demo = false }: MovedMoney): Promise<OutboxEvent[]> {
    const payloads = await callFunction(tx, 'balance_events_now', {
      user: userId,
      accounts: moves.map(({ account }) => account),
      currencies: moves.map(({ currencyId }) => currencyId),
      demo,
      deltas: moves.map(({ delta }) => delta),
      reason,
      journal: journalId,
    });
    return payloads.map((payload) => ({ userId, kind: 'balance', payload: payload as AccountEventPayload<'balance'> }));
  }
}
