import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { PublishIeo } from '../../trading/ieo/index.js';
import type { ProposalRow } from '../review/index.js';

type Agreed = Pick<ProposalRow, 'id' | 'kind' | 'subjectId' | 'detail'>;

/** Does what two people agreed on about a sale. */
@Injectable()
export class CarryOutIeo {
  constructor(private readonly publishIeo: PublishIeo) {}

  /** Within the transaction of the second one's decision. @throws Refusal `ieo.terms`, `operations.nothing-changed`. */
  async execute(tx: Transaction, { id, kind, subjectId, detail }: Agreed): Promise<void> {
    if (kind === 'ieo-project') {
      await this.publishIeo.publish(tx, id, detail);
      return;
    }
    const isEnded = await this.publishIeo.cancel(tx, Number.parseInt(subjectId ?? '0', 10));
    if (!isEnded) throw new Refusal('operations.nothing-changed');
  }
}
