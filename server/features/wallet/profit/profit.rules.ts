import { type DecimalText, fromUnits, toUnits, UNIT } from '../../../contract/money.js';
import type { MissingPriceView, ProfitView } from '../../../contract/wallet/profit.dto.js';

/** A coin in one account at both ends of the time. */
export interface Holding {
  code: string;
  before: DecimalText;
  now: DecimalText;
}

/** What came into an account and went out of it without being won or lost, of one coin in one minute. */
export interface Moved {
  code: string;
  /** Start of the minute, Unix milliseconds. */
  at: number;
  /** Start of the minute whose price it has: of what was paid before, that of the payment. */
  pricedAt: number;
  /** Signed. */
  amount: DecimalText;
}

/** A price in USDT, or what is wrong with the one that there is. */
export type KnownPrice = { price: DecimalText } | Pick<MissingPriceView, 'reason' | 'ageMs'>;

export interface Prices {
  now(code: string): KnownPrice;
  /** As it was known at the instant. */
  at(code: string, at: number): KnownPrice;
}

/** Coins of an account, what was moved through it, and when the time began. */
export interface ProfitBasis {
  holdings: readonly Holding[];
  moved: readonly Moved[];
  since: number;
}

/**
 * Profit of a time: what everything is worth at its end, less what everything was worth at its beginning, less what
 * came in, plus what went out, each at the price of its own instant, and of what was paid before at that of the payment. Null as soon as one price is missing: part of the
 * figures would be a wrong one. Sums are exact and cut to eight decimals at the end.
 *
 * The percentage is of what was there and the most that had come in on top of it at any instant: money that goes out and
 * comes back is not invested twice.
 */
export function profitOf({ holdings, moved, since }: ProfitBasis, prices: Prices): ProfitView {
  const missing: MissingPriceView[] = [];
  const worth = (amount: DecimalText, currency: string, when: MissingPriceView['when'], known: () => KnownPrice) => {
    const units = toUnits(amount);
    if (units === 0n) return 0n;
    const found = known();
    if ('price' in found) return units * toUnits(found.price);
    if (!missing.some((one) => one.currency === currency && one.when === when)) {
      missing.push({ currency, when, ...found });
    }
    return 0n;
  };
  const before = sum(holdings.map((one) => worth(one.before, one.code, 'before', () => prices.at(one.code, since))));
  const now = sum(holdings.map((one) => worth(one.now, one.code, 'now', () => prices.now(one.code))));
  const flows = moved.map((one) => worth(one.amount, one.code, 'moved', () => prices.at(one.code, one.pricedAt)));
  if (missing.length > 0) return { ...UNKNOWN, unknown: 'price', missing };
  const received = sum(flows.filter((flow) => flow > 0n));
  const given = -sum(flows.filter((flow) => flow < 0n));
  const profit = now - before - received + given;
  const invested = before + most(moved.map(({ at }, place) => ({ at, worth: flows[place] ?? 0n })));
  return {
    profit: text(profit),
    percent: invested > 0n ? fromUnits((profit * 100n * UNIT) / invested, 2) : null,
    before: text(before),
    received: text(received),
    given: text(given),
    now: text(now),
    unknown: null,
    missing: [],
  };
}

/** The most that had come in at any time, less what had gone out by then; at least nothing. */
function most(flows: readonly { at: number; worth: bigint }[]): bigint {
  let standing = 0n;
  let highest = 0n;
  for (const { worth } of flows.toSorted((one, other) => one.at - other.at)) {
    standing += worth;
    if (standing > highest) highest = standing;
  }
  return highest;
}

const UNKNOWN = { profit: null, percent: null, before: null, received: null, given: null, now: null };

/** What is said where more was moved than is looked through. */
export const TOO_MANY: ProfitView = { ...UNKNOWN, unknown: 'movements', missing: [] };

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, one) => total + one, 0n);
}

/** A product of two texts, cut to eight decimals. */
function text(product: bigint): DecimalText {
  return fromUnits(product / UNIT, 8);
}
