import { Injectable } from '@nestjs/common';
import type { ListBankRequest } from '../../../contract/operations/reference.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { SetBank } from '../../account/profile/index.js';
import { AuditLog } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';

/** Offers a bank to everybody, or no longer. */
@Injectable()
export class ListBank {
  constructor(
    private readonly setBank: SetBank,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws Refusal `operations.nothing-changed`. */
  async execute(actor: ActingOperator, { name, reason, ...request }: ListBankRequest): Promise<void> {
    // JSON has null, too, for what is left out.
    const listed = request.listed ?? true;
    await this.transactions.run(async (tx) => {
      const id = await this.setBank.execute(tx, { name, listed });
      const line = { action: 'bank.list', subject: 'bank', subjectId: String(id) };
      await this.log.record(tx, actor, { ...line, detail: { name: name.trim(), listed, reason } });
    });
  }
}
