import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AgreedActs } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';
import { SetOtcCoins } from './set-otc-coins.js';

/** What becomes of proposals to let somebody advertise, and of those about a coin. */
@Injectable()
export class OtcActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly admitMerchants: AdmitMerchants,
    private readonly setOtcCoins: SetOtcCoins,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('otc-merchant', {
      isAnnounced: false,
      execute: (tx, { subjectId }) => this.admitMerchants.admit(tx, subjectId ?? '0'),
    });
    this.agreedActs.register('otc-coin', {
      isAnnounced: false,
      execute: (tx, { subjectId, detail }) => this.setOtcCoins.apply(tx, subjectId, detail),
    });
  }
}
