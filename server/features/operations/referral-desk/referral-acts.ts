import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AgreedActs } from '../review/index.js';
import { ProposeReferralTerms } from './propose-referral-terms.js';

/** What becomes of proposals about rebates. */
@Injectable()
export class ReferralActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly proposeReferralTerms: ProposeReferralTerms,
  ) {}

  onModuleInit(): void {
    for (const kind of ['referral-terms', 'referral-partner'] as const) {
      this.agreedActs.register(kind, {
        isAnnounced: false,
        execute: (tx, { subjectId, detail }) => this.proposeReferralTerms.apply(tx, { kind, subjectId, detail }),
      });
    }
  }
}
