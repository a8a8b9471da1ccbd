import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListCoin } from '../../markets/listing/index.js';
import { ieoRefusal } from './ieo-refusals.js';

/** What two operators agreed on: a project begins, or one ends before its listing. The database holds both against the proposal. */
@Injectable()
export class PublishIeo {
  constructor(
    private readonly listCoin: ListCoin,
    private readonly clock: Clock,
  ) {}

  /** @returns the project's number. @throws Refusal `ieo.terms`, also for a coin that could not be listed afterwards. */
  async publish(tx: Transaction, proposalId: string, terms: Record<string, unknown>): Promise<number> {
    const at = new Date(this.clock.now());
    const coin = { code: String(terms.coinCode), scale: Number(terms.coinScale) };
    const wrong = await this.listCoin.wrongOf(tx, coin);
    if (wrong !== null) throw new Refusal('ieo.terms', { field: wrong === 'code' ? 'coinCode' : 'coinScale' });
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
