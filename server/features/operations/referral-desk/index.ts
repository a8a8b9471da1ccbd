/** The front door of the referral programme's desk: what becomes of its proposals when two people have agreed. */
export { ProposeReferralTerms } from './propose-referral-terms.js';
export { ReferralDeskModule } from './referral-desk.module.js';
