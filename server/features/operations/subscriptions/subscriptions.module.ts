import { Module } from '@nestjs/common';
import { SubscriptionModule } from '../../trading/subscription/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { GetOffers } from './get-offers.js';
import { OfferProposals } from './offer-proposals.js';
import { ProposeOffers } from './propose-offers.js';
import { SubscriptionActs } from './subscription-acts.js';
import { SubscriptionsController } from './subscriptions.controller.js';

/** New coins at the desk: what is offered, and what two people agree on about it. */
@Module({
  imports: [AuditModule, ReviewModule, SubscriptionModule],
  controllers: [SubscriptionsController],
  providers: [GetOffers, OfferProposals, ProposeOffers, SubscriptionActs],
})
export class SubscriptionsModule {}
