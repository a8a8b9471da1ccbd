import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

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

  async decide(
    tx: Transaction,
    id: string,
    { status, operatorId, at }: { status: 'booked' | 'rejected'; operatorId: string; at: Date },
  ): Promise<void> {
    await tx.query('update wallet_adjustment set status = $2, decided_by = $3, decided_at = $4 where id = $1', [
      id,
      status,
      operatorId,
      at,
    ]);
  }
}
