/** The front door of the referral programme: what the desk says of its terms and looks at. */
export { RebatesStore } from './rebates.store.js';
export { ReferralTermsStore } from './referral-terms.store.js';
export { ReferralModule } from './referral.module.js';
export { SetReferralTerms } from './set-referral-terms.js';
