import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';

/** What the stored functions of trust products raised, as the refusal that the user meets. */
export function trustRefusal(thrown: unknown): unknown {
  const detail = typeof thrown === 'object' && thrown !== null && 'detail' in thrown ? String(thrown.detail) : '';
  switch (sqlStateOf(thrown)) {
    case 'TR001':
      return new Refusal('trust.not-offered');
    case 'TR002':
      return new Refusal('trust.below-minimum', { minimum: detail });
    case 'TR003':
      return new Refusal('trust.above-maximum', { maximum: detail });
    case 'TR004':
      return new Refusal('trust.sold-out');
    case 'TR005':
      return new Refusal('trust.not-found');
    case 'TR006':
      return new Refusal('trust.ended');
    case 'TR007':
    case 'TR008':
      return new Refusal('trust.quote-expired');
    case 'TR011':
      return new Refusal('trust.interest-pending');
    case 'TR010':
      return rateLowered(detail);
    default:
      return refusalOf(thrown);
  }
}

/** The product pays less than its buyer was shown. */
export function rateLowered(dailyRatio: DecimalText): Refusal {
  return new Refusal('trust.rate-lowered', { percent: new Decimal(dailyRatio).times(100).toFixed() });
}
