/** The front door of the referral programme's desk. */
export { ReferralDeskModule } from './referral-desk.module.js';
