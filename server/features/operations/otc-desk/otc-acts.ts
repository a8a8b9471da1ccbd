import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AgreedActs } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';

/** What becomes of proposals to let somebody advertise. */
@Injectable()
export class OtcActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly admitMerchants: AdmitMerchants,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('otc-merchant', {
      isAnnounced: false,
      execute: (tx, { subjectId }) => this.admitMerchants.admit(tx, subjectId ?? '0'),
    });
  }
}
