import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { sign } from '../../../contract/rules/margin.rules.js';
import {
  type CrossBacking,
  crossStanding,
  type DecisionMarket,
  type HeldPosition,
  type JudgedMarket,
  quantity,
  type Standing,
} from './margin-decision.rules.js';

type Markets = ReadonlyMap<number, DecisionMarket>;
type Terms = Pick<DecisionMarket, 'tiers' | 'scale'>;

/** How far the price of a market without a confirmed mark may have moved since its last one, in the holder's favour. */
const UNSEEN_MOVE = '0.2';

/**
 * How long a market is without a mark, while others have one, before it counts as paused: longer than feeds fail, and than workers
 * go by marks they have read.
 */
export const PAUSED_AFTER_MS = 5 * 60_000;

/** Market data for a closed, halted or stale market at its last marks, for judging a cross account that also has positions elsewhere. */
export function unpricedMarket(
  { tiers, scale }: Terms,
  marks: DecisionMarket['marks'],
  isPaused: boolean,
): JudgedMarket {
  return { tiers, scale, marks, closing: null, unpriced: isPaused ? 'paused' : 'gap' };
}

/**
 * Market data for a market without a usable mark for a week (decision 167). What a position there is worth cannot be told: its gain
 * counts as none and its loss as its margin, so that it backs none of the account's other positions, and requires nothing of them.
 */
export function goneMarket({ tiers, scale }: Terms): JudgedMarket {
  return { tiers, scale, marks: { long: '0', short: '0' }, closing: null, isGone: true };
}

/** A cross account by markets as it is judged by them. */
export interface JudgedAccount {
  now: Standing;
  markets: Markets;
}

/**
 * A cross account with positions in markets without a price is judged by the worse of two assumptions (decision 201):
 *
 * - The price of each such market has moved by a fifth in favour of what the account holds there, long and short set off against
 *   each other: no position is lost to an unknown price.
 * - Nothing has moved there, and a paused market backs nothing; or nothing backs the others but themselves, whichever is better. The
 *   others are closed while their own money pays for it, as nothing else can: what is held without a price cannot be sold.
 */
export function judgedAccount(
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: Markets,
): JudgedAccount {
  const { assumed, alone, recent } = judgedAccounts(positions, backing, markets);
  return worseOf(assumed, worseOf(alone, recent) === alone ? recent : alone);
}

/** What the account has over its requirement at a margin ratio, at least: also once the markets without a price are paused. */
export function leastSurplus(
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: Markets,
  ratio: number,
): Decimal {
  const { assumed, alone } = judgedAccounts(positions, backing, markets);
  return Decimal.min(...[assumed, alone].map(({ now }) => surplus(now, ratio)));
}

function judgedAccounts(positions: readonly HeldPosition[], backing: CrossBacking, markets: Markets) {
  const by = (as: (market: JudgedMarket, marketId: number) => JudgedMarket): JudgedAccount => {
    const seen = new Map(
      [...markets].map(([id, market]) => [id, market.closing === null && market.unpriced ? as(market, id) : market]),
    );
    return { now: crossStanding(positions, backing, seen), markets: seen };
  };
  return {
    assumed: by((market, id) => moved(market, netOf(positions, id))),
    alone: by(goneMarket),
    recent: by((market) => (market.unpriced === 'paused' ? goneMarket(market) : market)),
  };
}

const surplus = ({ equity, required }: Standing, ratio = 1): Decimal => equity.minus(required.dividedBy(ratio));

function worseOf(one: JudgedAccount, other: JudgedAccount): JudgedAccount {
  return surplus(other.now).lt(surplus(one.now)) ? other : one;
}

/** What is held in a market, long less short. */
function netOf(positions: readonly HeldPosition[], marketId: number): Decimal {
  return positions
    .filter((held) => held.marketId === marketId)
    .reduce((net, held) => net.plus(quantity(held).times(sign(held.side))), new Decimal(0));
}

function moved(market: JudgedMarket, net: Decimal): JudgedMarket {
  const share = new Decimal(UNSEEN_MOVE).times(net.cmp(0)).plus(1);
  const after = (mark: DecimalText): DecimalText => share.times(mark).toFixed();
  return { ...market, marks: { long: after(market.marks.long), short: after(market.marks.short) } };
}
