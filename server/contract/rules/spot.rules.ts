import { credit, Decimal, debit } from '../decimal.js';
import type { DecimalText } from '../money.js';
import { type BookLevel, type BookView, bookSide } from './book-walk.rules.js';

export type SpotSide = 'buy' | 'sell';

/** What an order has met so far. Amounts of the quote currency; `exact` is the sum of price x quantity, uncut. */
export interface SpotProgress {
  filled: DecimalText;
  exact: DecimalText;
  /** Paid by a buyer or received by a seller, the fee apart. */
  amount: DecimalText;
  fee: DecimalText;
}

export const NOTHING_FILLED: SpotProgress = { filled: '0', exact: '0', amount: '0', fee: '0' };

export interface SpotTerms {
  side: SpotSide;
  quantity: DecimalText;
  /** Null for a market order. */
  limitPrice: DecimalText | null;
  feeRatio: DecimalText;
  /** Decimals of the quote currency. */
  quoteScale: number;
}

/** What one execution adds to an order. */
export interface SpotFill {
  quantity: DecimalText;
  amount: DecimalText;
  fee: DecimalText;
  /** The order afterwards. */
  progress: SpotProgress;
  levels: readonly BookLevel[];
}

/** Takes a quantity from the levels, best first, as far as the limit allows. What is left of the levels comes with it. */
export function takeLevels(
  levels: readonly BookLevel[],
  { side, quantity, limitPrice }: Pick<SpotTerms, 'side' | 'quantity' | 'limitPrice'>,
): { taken: BookLevel[]; left: BookLevel[] } {
  let wanted = new Decimal(quantity);
  const taken: BookLevel[] = [];
  const left: BookLevel[] = [];
  for (const level of levels) {
    const [price, size] = level;
    const isWithin =
      limitPrice === null || (side === 'buy' ? new Decimal(price).lte(limitPrice) : new Decimal(price).gte(limitPrice));
    if (wanted.lte(0) || !isWithin) {
      left.push(level);
      continue;
    }
    const part = Decimal.min(wanted, size);
    if (part.lte(0)) {
      left.push(level);
      continue;
    }
    taken.push([price, part.toFixed()]);
    wanted = wanted.minus(part);
    if (part.lt(size)) left.push([price, new Decimal(size).minus(part).toFixed()]);
  }
  return { taken, left };
}

/** What executing an order against a book gives; null when nothing of the book is within its limit. */
export function fillAgainst(terms: SpotTerms, progress: SpotProgress, book: BookView): SpotFill | null {
  const open = new Decimal(terms.quantity).minus(progress.filled).toFixed();
  const { taken } = takeLevels(bookSide(book, terms.side), { ...terms, quantity: open });
  return taken.length === 0 ? null : fillOf(terms, progress, taken);
}

/**
 * Amounts of an execution at these levels. They are counted on the whole order and what was booked before is taken off,
 * so that an order that fills in many pieces costs exactly what it costs in one: a buyer's total is raised to the
 * currency's decimals once, a seller's is cut once, and the fee is raised once.
 */
export function fillOf(terms: SpotTerms, progress: SpotProgress, levels: readonly BookLevel[]): SpotFill {
  const { side, feeRatio, quoteScale } = terms;
  let [quantity, exact] = [new Decimal(0), new Decimal(progress.exact)];
  for (const [price, size] of levels) {
    quantity = quantity.plus(size);
    exact = exact.plus(new Decimal(price).times(size));
  }
  const whole = new Decimal(side === 'buy' ? debit(exact, quoteScale) : credit(exact, quoteScale));
  const amount = whole.minus(progress.amount);
  const wholeFee = new Decimal(debit(exact.times(feeRatio), quoteScale));
  const due = wholeFee.minus(progress.fee);
  // A seller never pays for selling dust.
  const fee = side === 'sell' ? Decimal.min(due, amount) : due;
  return {
    quantity: quantity.toFixed(),
    amount: amount.toFixed(),
    fee: fee.toFixed(),
    levels,
    progress: {
      filled: quantity.plus(progress.filled).toFixed(),
      exact: exact.toFixed(),
      amount: whole.toFixed(),
      fee: fee.plus(progress.fee).toFixed(),
    },
  };
}

/**
 * What is to stay frozen for the rest of a limit order: of the quote currency for a buyer, with the fee, as if all of it
 * were filled at the limit; of the base currency for a seller. Of a buyer never less than the least that can be booked,
 * also where the rest costs nothing more: an order that waits has something frozen.
 */
export function reserveFor(terms: SpotTerms & { limitPrice: DecimalText }, progress: SpotProgress): DecimalText {
  const rest = new Decimal(terms.quantity).minus(progress.filled);
  if (terms.side === 'sell') return rest.toFixed();
  if (rest.lte(0)) return '0';
  const worst = rest.times(terms.limitPrice).plus(progress.exact);
  const whole = new Decimal(debit(worst, terms.quoteScale)).plus(debit(worst.times(terms.feeRatio), terms.quoteScale));
  const least = new Decimal(10).pow(-terms.quoteScale);
  return Decimal.max(least, whole.minus(progress.amount).minus(progress.fee)).toFixed();
}

/**
 * What stays frozen after an execution that is paid from what was frozen: as {@link reserveFor}, and no more than is left of that,
 * so that it never grows from one fill to the next. What the rest costs is always left; the least that can be booked for a rest that
 * costs nothing more may not be.
 */
export function reserveLeft(
  terms: SpotTerms & { limitPrice: DecimalText },
  frozen: DecimalText,
  { quantity, amount, fee, progress }: SpotFill,
): DecimalText {
  const spent = terms.side === 'buy' ? new Decimal(amount).plus(fee) : new Decimal(quantity);
  const left = new Decimal(frozen).minus(spent);
  return Decimal.min(left, reserveFor(terms, progress)).toFixed();
}

/** The average price of an execution; null for nothing. For display: cut to 18 decimals. */
export function averagePrice({ filled, exact }: Pick<SpotProgress, 'filled' | 'exact'>): DecimalText | null {
  const quantity = new Decimal(filled);
  return quantity.isZero() ? null : new Decimal(exact).dividedBy(quantity).toDecimalPlaces(18).toFixed();
}

/**
 * The quantity that a part of what is available comes to: of the base currency for a seller; for a buyer, what can be
 * paid with it at the price, fee included. Cut to the market's decimals, so that all of it can really be ordered.
 * @param percent 1 to 100.
 */
export function quantityForPercent(
  { side, feeRatio }: Pick<SpotTerms, 'side' | 'feeRatio'>,
  {
    available,
    percent,
    price,
    quantityScale,
  }: { available: DecimalText; percent: number; price: DecimalText; quantityScale: number },
): DecimalText {
  const part = new Decimal(available).times(percent).dividedBy(100);
  if (side === 'sell') return credit(part, quantityScale);
  const cost = new Decimal(price).times(new Decimal(1).plus(feeRatio));
  return cost.lte(0) ? '0' : credit(part.dividedBy(cost), quantityScale);
}

/**
 * The most of a market order that an amount of the quote currency comes to at these levels: a purchase with its fee costs no
 * more than the amount, a sale brings no more than it before the fee. Cut to the market's decimals; all that the levels
 * hold where they hold too little.
 */
export function quantityForAmount(
  { side, feeRatio, quoteScale }: Pick<SpotTerms, 'side' | 'feeRatio' | 'quoteScale'>,
  { amount, levels, quantityScale }: { amount: DecimalText; levels: readonly BookLevel[]; quantityScale: number },
): DecimalText {
  const factor = side === 'buy' ? new Decimal(1).plus(feeRatio) : new Decimal(1);
  const whole = quantityWorth(new Decimal(amount).dividedBy(factor), levels, quantityScale);
  if (side === 'sell') return whole;
  const { taken } = takeLevels(levels, { side, quantity: whole, limitPrice: null });
  const terms = { side, feeRatio, quoteScale, quantity: whole, limitPrice: null };
  const { amount: price, fee } = fillOf(terms, NOTHING_FILLED, taken);
  if (new Decimal(price).plus(fee).lte(amount)) return whole;
  // Price and fee are each raised by less than the least that can be booked.
  const raised = new Decimal(10).pow(-quoteScale).times(2);
  return quantityWorth(Decimal.max(0, new Decimal(amount).minus(raised)).dividedBy(factor), levels, quantityScale);
}

function quantityWorth(worth: Decimal, levels: readonly BookLevel[], quantityScale: number): DecimalText {
  let [left, quantity] = [worth, new Decimal(0)];
  for (const [price, size] of levels) {
    const part = Decimal.min(size, left.dividedBy(price));
    quantity = quantity.plus(part);
    left = left.minus(part.times(price));
    if (left.lte(0)) break;
  }
  return credit(quantity, quantityScale);
}
