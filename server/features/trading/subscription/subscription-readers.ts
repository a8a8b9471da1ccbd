import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { Clock } from '../../../platform/clock/clock.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import type { Reader } from './subscription-views.js';

/** What views are made for: a language, the instant, the coins. */
@Injectable()
export class SubscriptionReaders {
  constructor(
    private readonly clock: Clock,
    private readonly coins: WalletCatalog,
  ) {}

  now(): number {
    return this.clock.now();
  }

  of(language: Language): Reader {
    return { language, now: this.clock.now(), coins: this.coins };
  }
}
