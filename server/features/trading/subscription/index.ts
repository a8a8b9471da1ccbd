/** The front door of new-coin subscription: what two operators agree on. */
export { CancelOffer } from './cancel-offer.js';
export { LaunchOffer } from './launch-offer.js';
export { ListOffers } from './list-offers.js';
export { PublishOffer } from './publish-offer.js';
export { SubscriptionModule } from './subscription.module.js';
export { offerDetail, type OfferTerms } from './offer-terms.js';
export type { SubscriptionOffer } from './offers.store.js';
