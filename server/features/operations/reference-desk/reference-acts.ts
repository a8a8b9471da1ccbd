import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SetExchangeRate } from '../../markets/exchange-rates/index.js';
import { AgreedActs } from '../review/index.js';

/** What becomes of a proposed rate. */
@Injectable()
export class ReferenceActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly setExchangeRate: SetExchangeRate,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('exchange-rate', {
      isAnnounced: false,
      execute: (tx, { detail }) => this.setExchangeRate.execute(tx, { currency: detail.currency, yuan: detail.yuan }),
    });
  }
}
