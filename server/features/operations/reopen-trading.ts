import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.store.js';
import { Refusal } from '../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { TradingMode } from '../ledger/index.js';
import type { DeskActor } from '../review/index.js';

/** An operator's word that the books are in order again: what ends cancel-only. */
@Injectable()
export class ReopenTrading {
  constructor(
    private readonly mode: TradingMode,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal `operations.nothing-changed` when the product is open. */
  async execute(actor: DeskActor, reason: string): Promise<void> {
    const { cause } = await this.mode.read();
    await this.transactions.run(async (tx) => {
      const line = { action: 'trading.reopen', subject: 'trading' };
      await this.log.record(tx, actor, { ...line, detail: { reason, cause } });
      if (!(await this.mode.clear(actor.operatorId, reason, tx))) throw new Refusal('operations.nothing-changed');
    });
  }
}
