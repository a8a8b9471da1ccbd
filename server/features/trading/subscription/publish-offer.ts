import { Injectable } from '@nestjs/common';
import { OFFER_SPANS, OFFER_SPANS_SHORT } from '../../../contract/rules/subscription.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config, hasShortSales } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ListCoin } from '../../markets/listing/index.js';
import { assertSound, type OfferTerms } from './offer-terms.js';
import { OffersStore } from './offers.store.js';

/** What listing says of a coin, by the names that the offer's terms have for it. */
const FIELDS = { scale: 'coinScale', code: 'coinCode' } as const;

/** Puts a new coin on offer, as two operators agreed. Its terms never change afterwards. */
@Injectable()
export class PublishOffer {
  constructor(
    private readonly store: OffersStore,
    private readonly listCoin: ListCoin,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** What must hold of terms before anybody proposes them. @throws Refusal `request.invalid` naming the field, `subscription.date-too-soon`. */
  async judge(tx: Transaction, terms: OfferTerms): Promise<void> {
    const spans = hasShortSales(this.config.values) ? OFFER_SPANS_SHORT : OFFER_SPANS;
    assertSound(terms, { now: this.clock.now(), spans });
    const wrong = await this.listCoin.wrongOf(tx, { code: terms.coinCode, scale: terms.coinScale });
    if (wrong !== null) throw new Refusal('request.invalid', { field: FIELDS[wrong] });
  }

  /** @returns the offer's number. @throws Refusal as {@link judge}, and for a payment coin that has no spot account. */
  async execute(tx: Transaction, terms: OfferTerms): Promise<number> {
    await this.listCoin.lock(tx, terms.coinCode);
    await this.judge(tx, terms);
    const id = await this.store.insert(tx, terms, new Date(this.clock.now()));
    if (id === 0) throw new Refusal('request.invalid', { field: 'paymentCurrencyId' });
    return id;
  }
}
