import { Injectable } from '@nestjs/common';
import { rateOf, RATED_CURRENCIES } from '../../../contract/rules/exchange-rate.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ExchangeRatesStore } from './exchange-rates.store.js';

/** Sets what two operators agreed on. */
@Injectable()
export class SetExchangeRate {
  constructor(
    private readonly store: ExchangeRatesStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for what can be no rate. */
  async execute(tx: Transaction, { currency, yuan }: { currency: unknown; yuan: unknown }): Promise<void> {
    const rated = RATED_CURRENCIES.find((code) => code === currency);
    if (!rated) throw new Refusal('request.invalid', { field: 'currency' });
    const rate = typeof yuan === 'string' ? rateOf(yuan) : null;
    if (rate === null) throw new Refusal('request.invalid', { field: 'yuan' });
    await this.store.add(tx, { currency: rated, yuan: rate, decidedAt: new Date(this.clock.now()) });
  }
}
