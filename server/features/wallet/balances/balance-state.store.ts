import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BalanceState } from '../../../contract/state.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';

/** The balances' part of a user's state: what the next `balance` events go on from. */
@Injectable()
export class BalanceStateStore implements OnModuleInit {
  constructor(private readonly parts: StateParts) {}

  onModuleInit(): void {
    this.parts.register('balances', (tx, userId) => this.read(tx, userId));
  }

  private async read(tx: Transaction, userId: string): Promise<BalanceState[]> {
    const rows: (Omit<BalanceState, 'entityVersion'> & { sequence: string })[] = await tx.query(
      `select balance_entity(demo, kind, currency_id) as entity, kind as account, currency_id as "currencyId",
              demo, sequence, trim_scale(balance)::text as after
         from ledger_account where owner_key = $1 order by demo, kind, currency_id`,
      [userId],
    );
    return rows.map(({ sequence, ...state }) => ({ ...state, entityVersion: Number.parseInt(sequence, 10) }));
  }
}
