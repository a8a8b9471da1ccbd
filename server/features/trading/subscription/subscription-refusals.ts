import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';

/** What the stored functions of subscriptions raised, as the refusal that the user meets. */
export function subscriptionRefusal(thrown: unknown): unknown {
  const detail = typeof thrown === 'object' && thrown !== null && 'detail' in thrown ? String(thrown.detail) : '';
  switch (sqlStateOf(thrown)) {
    case 'SU001':
      return new Refusal('subscription.not-offered');
    case 'SU002':
      return new Refusal('subscription.not-open');
    case 'SU003':
      return new Refusal('subscription.below-minimum', { minimum: detail });
    case 'SU004':
      return new Refusal('subscription.above-maximum', { left: detail });
    case 'SU005':
      return new Refusal('subscription.sold-out');
    case 'SU006':
      return new Refusal('subscription.only-left', { left: detail });
    case 'SU007':
      return new Refusal('verification.required');
    default:
      return refusalOf(thrown);
  }
}
