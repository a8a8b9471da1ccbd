import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { EXPIRY } from '../../../contract/rules/spot-time.rules.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';

/** Most open limit orders of a user in one book, with what becomes one without the user. */
export const OPEN_ORDERS_MAX = 200;

/** Most stops of a user in one book that wait. */
export const WAITING_STOPS_MAX = 50;

/** What the stored functions of spot raised, as the refusal that the user meets. */
export function spotRefusal(thrown: unknown): unknown {
  switch (sqlStateOf(thrown)) {
    case 'SP001':
      return new Refusal('spot.not-found');
    case 'SP002':
      return new Refusal('spot.not-open');
    case 'SP003':
      return new Refusal('spot.too-many', { maximum: OPEN_ORDERS_MAX });
    case 'SP004':
      return new Refusal('spot.expiry', EXPIRY);
    case 'SP005':
      return new Refusal('spot.too-many-stops', { maximum: WAITING_STOPS_MAX });
    case 'SP006':
      return new Refusal('spot.paired');
    case 'SP010':
      return new Refusal('spot.stop-reached');
    default:
      return refusalOf(thrown);
  }
}

/**
 * Nobody is charged a higher fee than the one they were shown. The order keeps the fee of the product that is judged here,
 * so that what is judged is what is charged.
 * @throws Refusal `spot.fee-raised`
 */
export function assertFee(
  { feeRatio }: { feeRatio: DecimalText },
  { worstFeeRatio }: { worstFeeRatio?: DecimalText },
): void {
  if (worstFeeRatio === undefined || new Decimal(feeRatio).lte(worstFeeRatio)) return;
  throw new Refusal('spot.fee-raised', { percent: new Decimal(feeRatio).times(100).toFixed() });
}
