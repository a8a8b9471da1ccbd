import { Injectable } from '@nestjs/common';
import type { AccountEventPayload, EventAccount } from '../../../contract/events.dto.js';
import type { DecimalText } from '../../../contract/money.js';
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
    const rows: { payload: AccountEventPayload<'balance'> }[] = await tx.query(
      `select balance_event_now($1, move.account, move.currency_id, $7, move.delta, $2, $3) as payload
         from unnest($4::text[], $5::integer[], $6::numeric[]) with ordinality
           as move (account, currency_id, delta, position)
        order by move.position`,
      [
        userId,
        reason,
        journalId,
        moves.map(({ account }) => account),
        moves.map(({ currencyId }) => currencyId),
        moves.map(({ delta }) => delta),
        demo,
      ],
    );
    return rows.map(({ payload }) => ({ userId, kind: 'balance', payload }));
  }
}
