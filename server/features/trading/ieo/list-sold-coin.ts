import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { JudgeListing, ListCoin, type ListingTerms } from '../../markets/listing/index.js';
import { ieoRefusal } from './ieo-refusals.js';
import { IeoStore } from './ieo.store.js';

/**
 * Lists the coin of a sale with a market of its own, as two operators agreed: the issuer gets what was paid, and from then on the
 * worker delivers the coins and releases them by the schedule. The database holds it against the proposal.
 */
@Injectable()
export class ListSoldCoin {
  constructor(
    private readonly store: IeoStore,
    private readonly listCoin: ListCoin,
    private readonly judgeListing: JudgeListing,
    private readonly clock: Clock,
  ) {}

  /**
   * What must hold before anybody proposes it; that its date has come is asked when it takes effect.
   * @throws Refusal `ieo.not-found`, `ieo.ended` where it is listed or cancelled, `ieo.payments-open`, those of `JudgeListing`.
   */
  async judge(tx: Transaction, id: number, terms: ListingTerms): Promise<void> {
    await this.stateOf(tx, id);
    const project = await this.store.project(id, this.now(), tx);
    if (!project) throw new Refusal('ieo.not-found');
    const { coinCode: code, coinScale: scale, payCurrencyId: quoteCurrencyId, price } = project;
    await this.judgeListing.execute(tx, { ...terms, code, scale, quoteCurrencyId, price });
  }

  /** Within the transaction of the act. @throws Refusal as {@link stateOf}, `ieo.not-due` before its date, those of `ListCoin`. */
  async execute(tx: Transaction, id: number, terms: ListingTerms): Promise<void> {
    if ((await this.stateOf(tx, id)) === 'early') throw new Refusal('ieo.not-due');
    const project = await this.store.project(id, this.now(), tx);
    if (!project) throw new Refusal('ieo.not-found');
    const { coinCode: code, coinName: name, coinScale: scale, payCurrencyId: quoteCurrencyId, price } = project;
    const { priceScale, quantityScale, leastOrder, instruments } = terms;
    const coin = { code, name, scale, quoteCurrencyId, price, priceScale, quantityScale, leastOrder, instruments };
    const { currencyId, marketId } = await this.listCoin.execute(tx, coin);
    const listed = { project: id, currency: currencyId, market: marketId, at: this.now() };
    try {
      await callFunction(tx, 'ieo_list', listed);
    } catch (error) {
      throw ieoRefusal(error);
    }
  }

  private async stateOf(tx: Transaction, id: number): Promise<'early' | 'ready'> {
    const state = await callFunction(tx, 'ieo_listing_state', { project: id, at: this.now() });
    if (state === 'early' || state === 'ready') return state;
    if (state === 'none') throw new Refusal('ieo.not-found');
    throw new Refusal(state === 'ended' ? 'ieo.ended' : 'ieo.payments-open');
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
