/** The front door of the referral programme: what the desk says of its terms and looks at. */
export { type DaySum, type RebatedDay, RebatesStore } from './rebates.store.js';
export { type Partner, ReferralTermsStore, type SelfReferral, type Terms } from './referral-terms.store.js';
export { ReferralModule } from './referral.module.js';
export { SetReferralTerms } from './set-referral-terms.js';
