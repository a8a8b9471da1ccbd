import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { EventAccount } from '../../../contract/event-fields.dto.js';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import { WALLET_ACCOUNTS } from '../../../contract/wallet/wallet.dto.js';
import { callFunction } from '../../../platform/database/call-function.js';
import { storedJson } from '../../../platform/database/stored-json.js';
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

const figure = z.string().refine(isDecimalText);
const balanceEvent: z.ZodType<AccountEventPayload<'balance'>> = z.object({
  entity: z.string(),
  entityVersion: z.number().int(),
  account: z.templateLiteral([z.enum(WALLET_ACCOUNTS), z.enum(['', '_frozen'])]),
  currencyId: z.number().int(),
  delta: figure,
  after: figure,
  reason: z.string(),
  journalId: z.string(),
  demo: z.boolean(),
});

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
    return payloads.map((payload) => ({
      userId,
      kind: 'balance',
      payload: storedJson(balanceEvent, payload, 'balance_events_now'),
    }));
  }
}
