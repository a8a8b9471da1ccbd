import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { DecisionMarket, JudgedMarket } from './margin-decision.rules.js';

/** How far the price of a market without a confirmed mark may have moved since its last one, in the holder's favour. */
const UNSEEN_MOVE = '0.2';

/**
 * Market data for a closed, halted or stale market, for judging a cross account that also has positions elsewhere: each side is
 * assumed to have gained a fifth of the last confirmed price. No position is lost to an unknown price, and one lot in such a
 * market does not protect the account from liquidation elsewhere.
 */
export function unpricedMarket(
  { tiers, scale }: Pick<DecisionMarket, 'tiers' | 'scale'>,
  last: DecisionMarket['marks'],
): JudgedMarket {
  const moved = (mark: DecimalText, direction: 1 | -1): DecimalText =>
    new Decimal(UNSEEN_MOVE).times(direction).plus(1).times(mark).toFixed();
  return { tiers, scale, marks: { long: moved(last.long, 1), short: moved(last.short, -1) }, closing: null };
}

/**
 * Market data for a market without a usable mark for a week (decision 167). What a position there is worth cannot be told: its gain
 * counts as none and its loss as its margin, so that it backs none of the account's other positions, and requires nothing of them.
 */
export function goneMarket({ tiers, scale }: Pick<DecisionMarket, 'tiers' | 'scale'>): JudgedMarket {
  return { tiers, scale, marks: { long: '0', short: '0' }, closing: null, isGone: true };
}
