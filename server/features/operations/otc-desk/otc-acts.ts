import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { AgreedActs } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';
import { DecideAppeals } from './decide-appeals.js';
import { SetOtcCoins } from './set-otc-coins.js';

/** What becomes of proposals to let somebody advertise, of those about a coin, and of first opinions on appeals. */
@Injectable()
export class OtcActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly admitMerchants: AdmitMerchants,
    private readonly setOtcCoins: SetOtcCoins,
    private readonly decideAppeals: DecideAppeals,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('otc-merchant', {
      isAnnounced: false,
      execute: (tx, { subjectId, detail }) => this.admitMerchants.admit(tx, subjectId ?? '0', detail),
    });
    this.agreedActs.register('otc-coin', {
      isAnnounced: false,
      execute: (tx, { subjectId, detail }) => this.setOtcCoins.apply(tx, subjectId, detail),
    });
    this.agreedActs.register('otc-appeal', {
      isAnnounced: false,
      execute: () => Promise.reject(new Refusal('operations.claim-needed')),
      rejected: (tx, { subjectId }) => this.decideAppeals.dropOpinion(tx, subjectId ?? '0'),
    });
  }
}
