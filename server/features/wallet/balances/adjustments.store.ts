import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

export interface AdjustmentRow {
  id: string;
  userId: string;
  account: WalletAccount;
  currencyId: number;
  amount: DecimalText;
  status: 'proposed' | 'booked' | 'rejected';
  proposedBy: string;
}

export interface ProposedAdjustment {
  userId: string;
  account: WalletAccount;
  currencyId: number;
  /** Signed: into the account or out of it. */
  amount: DecimalText;
  reason: string;
  operatorId: string;
  at: Date;
}

/** Of one currency on one day, by the database's clock. */
export interface AdjustmentCaps {
  person: DecimalText;
  all: DecimalText;
}

/** The SQL of changes by hand. */
@Injectable()
export class AdjustmentsStore {
  async insert(tx: Transaction, adjustment: ProposedAdjustment): Promise<string> {
    const { userId, account, currencyId, amount, reason, operatorId, at } = adjustment;
    const rows: { id: string }[] = await tx.query(
      `insert into wallet_adjustment (user_id, account, currency_id, amount, reason, proposed_by, proposed_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [userId, account, currencyId, amount, reason, operatorId, at],
    );
    return (rows[0] as { id: string }).id;
  }

  /** The adjustment, locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<AdjustmentRow | null> {
    const rows: AdjustmentRow[] = await tx.query(
      `select id, user_id as "userId", account, currency_id as "currencyId", trim_scale(amount)::text as amount, status,
              proposed_by as "proposedBy"
         from wallet_adjustment where id = $1 for update`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** How much of a currency may be changed by hand on one day, by one person and by all; null where nothing may be. */
  async caps(tx: Transaction, currencyId: number): Promise<AdjustmentCaps | null> {
    const rows: AdjustmentCaps[] = await tx.query(
      `select trim_scale(by_person)::text as person, trim_scale(by_all)::text as "all"
         from adjustment_cap where currency_id = $1`,
      [currencyId],
    );
    return rows[0] ?? null;
  }

  /** It may go beyond a person's cap, but not before the instant. */
  async wait(tx: Transaction, id: string, until: Date): Promise<void> {
    await tx.query('update wallet_adjustment set waits_until = $2 where id = $1', [id, until]);
  }

  /** @throws Refusal `wallet.adjustment-cap` where it would be booked and a cap of the day is reached. */
  async decide(
    tx: Transaction,
    id: string,
    { status, operatorId, at }: { status: 'booked' | 'rejected'; operatorId: string; at: Date },
  ): Promise<void> {
    const decided = 'update wallet_adjustment set status = $2, decided_by = $3, decided_at = $4 where id = $1';
    try {
      await tx.query(decided, [id, status, operatorId, at]);
    } catch (error) {
      throw capReached(error) ?? error;
    }
  }
}

const CAP_OF = new Map([
  ['adjustment', 'wallet.adjustment-cap' as const],
  ['insurance', 'wallet.insurance-cap' as const],
]);

/** `wallet_cap_take` says the act and both caps in the detail. */
export function capReached(error: unknown): Refusal | null {
  if (sqlStateOf(error) !== 'WA001') return null;
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : '';
  const [act, person = '0', all = '0'] = detail.split(' ');
  return new Refusal(CAP_OF.get(act ?? '') ?? 'wallet.day-cap', { person, all });
}
