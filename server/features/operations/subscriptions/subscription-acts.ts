import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { listingDetail } from '../../markets/listing/index.js';
import { CancelOffer, LaunchOffer, offerDetail, PublishOffer } from '../../trading/subscription/index.js';
import { AgreedActs } from '../review/index.js';

/** What becomes of proposals about new coins. A launch and its cancelling move users' money, so they are announced. */
@Injectable()
export class SubscriptionActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly publishOffer: PublishOffer,
    private readonly launchOffer: LaunchOffer,
    private readonly cancelOffer: CancelOffer,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('subscription-offer', {
      isAnnounced: false,
      execute: async (tx, { detail }) => {
        const { data } = offerDetail.safeParse(detail);
        if (!data) throw new Refusal('operations.not-found');
        await this.publishOffer.execute(tx, data);
      },
    });
    this.agreedActs.register('subscription-launch', {
      isAnnounced: true,
      execute: async (tx, { subjectId, detail }) => {
        const { data } = listingDetail.safeParse(detail);
        if (!data) throw new Refusal('operations.not-found');
        await this.launchOffer.execute(tx, offerId(subjectId), data);
      },
    });
    this.agreedActs.register('subscription-cancel', {
      isAnnounced: true,
      execute: (tx, { subjectId }) => this.cancelOffer.execute(tx, offerId(subjectId)),
    });
  }
}

function offerId(subjectId: string | null): number {
  return Number.parseInt(subjectId ?? '0', 10);
}
