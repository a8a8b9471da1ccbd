import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ieoRefusal } from './ieo-refusals.js';
import { SaleTerms } from './sale-terms.js';

/** What two operators agreed on: a project begins, or one ends before its listing. The database holds both against the proposal. */
@Injectable()
export class PublishIeo {
  constructor(
    private readonly saleTerms: SaleTerms,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the project's number.
   * @throws Refusal `ieo.date-too-soon` where applications would begin before anybody could read of them; `ieo.terms`, also for a
   *   coin that could not be listed afterwards.
   */
  async publish(tx: Transaction, proposalId: string, terms: Record<string, unknown>): Promise<number> {
    const at = new Date(this.clock.now());
    this.saleTerms.assertReadable(Date.parse(String(terms.applyFrom)));
    await this.saleTerms.assertListable(tx, { code: String(terms.coinCode), scale: Number(terms.coinScale) }, 'lock');
    try {
      return await callFunction(tx, 'ieo_publish', { proposal: proposalId, terms: JSON.stringify(terms), at });
    } catch (error) {
      throw ieoRefusal(error);
    }
  }

  /** @returns whether it ended by this. */
  cancel(tx: Transaction, projectId: number): Promise<boolean> {
    return callFunction(tx, 'ieo_cancel', { project: projectId, at: new Date(this.clock.now()) });
  }
}
