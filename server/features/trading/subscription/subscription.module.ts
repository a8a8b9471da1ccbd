import { Module } from '@nestjs/common';
import { VerificationModule } from '../../account/verification/index.js';
import { ListingModule } from '../../markets/listing/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { BuySubscription } from './buy-subscription.js';
import { CancelOffer } from './cancel-offer.js';
import { LaunchOffer } from './launch-offer.js';
import { ListOffers } from './list-offers.js';
import { ListSubscriptions } from './list-subscriptions.js';
import { OffersStore } from './offers.store.js';
import { PreviewSubscription } from './preview-subscription.js';
import { PublishOffer } from './publish-offer.js';
import './subscription-invariants.js';
import './subscription-lists.js';
import { SubscriptionReaders } from './subscription-readers.js';
import { SubscriptionStateParts } from './subscription-state.js';
import { SubscriptionController } from './subscription.controller.js';
import { SubscriptionJobs } from './subscription.jobs.js';
import { SubscriptionHistoryStore } from './subscription-history.store.js';
import { SubscriptionStore } from './subscription.store.js';
import { SweepSubscriptions } from './sweep-subscriptions.js';

@Module({
  imports: [LedgerModule, BalancesModule, ListingModule, VerificationModule],
  controllers: [SubscriptionController],
  providers: [
    OffersStore,
    SubscriptionStore,
    SubscriptionHistoryStore,
    SubscriptionReaders,
    SubscriptionStateParts,
    SubscriptionJobs,
    SweepSubscriptions,
    BuySubscription,
    PreviewSubscription,
    ListOffers,
    ListSubscriptions,
    PublishOffer,
    LaunchOffer,
    CancelOffer,
  ],
  exports: [ListOffers, PublishOffer, LaunchOffer, CancelOffer],
})
export class SubscriptionModule {}
