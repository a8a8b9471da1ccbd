import type { DecimalText } from '../../../../server/contract/money';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import {
  payoutOf,
  resultAt,
  roundedPrice,
  trimmedMean,
} from '../../../../server/contract/rules/option-settlement.rules';
import { netOf } from './net';
import { type Needed, neededToWin } from './needed-to-win';
import type { LiveIndex } from './use-index-seconds';
import type { IndexSeconds } from './window-samples';

export type Phase = 'running' | 'window' | 'settling';

export function phaseOf({ window_from_ms: from, closes_at_ms: to }: OptionOrderView, now: number): Phase {
  if (now < from) return 'running';
  return now <= to ? 'window' : 'settling';
}

/** Where an order stands: what it would get if it were settled at this price. */
export interface Standing {
  price: DecimalText;
  side: 'ahead' | 'behind' | 'level';
  /** What it would change in the account, the fee counted. */
  net: DecimalText;
}

export interface WindowStanding {
  /** Mean of the samples so far, trimmed as the settlement does it; null before the first. */
  mean: DecimalText | null;
  samples: number;
  needed: Needed;
}

const SIDES = { win: 'ahead', loss: 'behind', tie: 'level' } as const;

export function standingAt(order: OptionOrderView, price: DecimalText): Standing {
  const rounded = roundedPrice(price, order.price_decimals);
  const { direction, open_price: entry, even_band: evenBand } = order;
  const result = resultAt(rounded, { direction, entry, evenBand });
  const { paid } = payoutOf(result, { stake: order.number, fee: order.fee, winnings: order.winnings });
  return { price: rounded, side: SIDES[result], net: netOf({ paid, stake: order.number, fee: order.fee }) };
}

/** How an order stands now: by the index, in its window by the mean so far; null: nobody can say. */
export type Stand = Standing['side'] | 'settling' | null;

export function standOf(order: OptionOrderView, { index, seconds }: LiveIndex, now: number): Stand {
  const phase = phaseOf(order, now);
  if (phase === 'settling') return 'settling';
  const { window_from_ms: from, closes_at_ms: to, price_decimals: decimals } = order;
  const price = phase === 'running' ? index : trimmedMean(seconds.between(from, to), decimals);
  return price === null ? null : standingAt(order, price).side;
}

/** What the window says so far. */
export function windowStanding(order: OptionOrderView, seconds: IndexSeconds, now: number): WindowStanding {
  const { window_from_ms: from, closes_at_ms: to, direction, open_price: entry, even_band: evenBand } = order;
  const known = seconds.between(from, to);
  const contract = { direction, entry, evenBand, rule: { decimals: order.price_decimals } };
  return {
    mean: trimmedMean(known, order.price_decimals),
    samples: known.length,
    needed: neededToWin(known, seconds.awaited(from, to, now), contract),
  };
}
