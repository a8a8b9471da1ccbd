import { credit, Decimal, debit } from '../../../../server/contract/decimal';
import type { DepthLevel } from '../../../../server/contract/markets/markets.dto';
import type { DecimalText } from '../../../../server/contract/money';
import {
  averagePrice,
  fillAgainst,
  NOTHING_FILLED,
  quantityForPercent,
  type SpotSide,
  type SpotTerms,
} from '../../../../server/contract/rules/spot.rules';
import type { TimeInForce } from '../../../../server/contract/rules/spot-time.rules';

export type OrderKind = 'limit' | 'market' | 'stop' | 'oco' | 'trail';

/** What a user has entered so far, letter by letter. */
export interface Ticket {
  side: SpotSide;
  kind: OrderKind;
  price: string;
  quantity: string;
  /** What the quantity of an order counts: the coin, or the currency that it is priced in. */
  unit: 'base' | 'quote';
  /** The part of what is available that the quantity was taken from; 0 when it was typed. */
  percent: number;
  /** Of a limit order. */
  time: TimeInForce;
  /** Of an order until a date: Unix milliseconds; null while none is chosen. */
  until: number | null;
  /** Of a purchase: whether it leaves a take-profit or a stop-loss behind; empty: not that one. */
  leaves: boolean;
  takeProfit: string;
  stopLoss: string;
  /** Whether those two end at a date, and at which; null while none is chosen. */
  leavesDated: boolean;
  leavesUntil: number | null;
}

export const EMPTY_TICKET: Ticket = {
  side: 'buy',
  kind: 'limit',
  price: '',
  quantity: '',
  unit: 'base',
  percent: 0,
  time: 'gtc',
  until: null,
  leaves: false,
  takeProfit: '',
  stopLoss: '',
  leavesDated: false,
  leavesUntil: null,
};

/** What was typed for a stop, letter by letter; no price: a market order. `target` is the limit of the order that a pair has, too. */
export interface Entered {
  target: string;
  trigger: string;
  /** How far behind the best price one that follows is triggered, in percent or as a distance. */
  trail: string;
  trailUnit: 'percent' | 'quote';
  price: string;
  quantity: string;
  /** The part of what is available that the quantity was taken as; 0: it was typed. */
  percent: number;
  /** Whether it ends at a date, and at which, Unix milliseconds; null while none is chosen. */
  dated: boolean;
  until: number | null;
}

export const NOTHING_ENTERED: Entered = {
  target: '',
  trigger: '',
  trail: '',
  trailUnit: 'percent',
  price: '',
  quantity: '',
  percent: 0,
  dated: false,
  until: null,
};

/** Whether the quantity is an amount of the currency that the coin is priced in. */
export const isByAmount = ({ kind, unit }: Pick<Ticket, 'kind' | 'unit'>): boolean =>
  (kind === 'market' || kind === 'limit') && unit === 'quote';

/**
 * The quantity that an amount of the quote currency comes to at a limit: of a purchase with its fee no more than the amount, of a
 * sale what is worth it.
 */
export function quantityAtLimit(
  amount: DecimalText,
  limitPrice: DecimalText,
  { side, feeRatio, scale }: { side: SpotSide; feeRatio: DecimalText; scale: number },
): DecimalText {
  if (side === 'sell') return credit(new Decimal(amount).dividedBy(limitPrice), scale);
  const all = { available: amount, percent: 100, price: limitPrice, quantityScale: scale };
  return quantityForPercent({ side, feeRatio }, all);
}

export interface Book {
  bids: DepthLevel[];
  asks: DepthLevel[];
}

/** What an order costs and gives, as far as the book of this moment says. */
export interface Figures {
  /** Executed at once. */
  filled: DecimalText;
  average: DecimalText | null;
  worst: DecimalText | null;
  /** Price of all of it, the waiting rest at its limit; the fee apart. */
  total: DecimalText;
  /** Fee of all of it. */
  fee: DecimalText;
}

/** How much worse than what is shown the price of a market order may be: one thousandth. It is shown and sent. */
const ALLOWANCE = '0.001';
const STEPS = 10_000;

/** The price by which the buttons go: a power of ten near a ten-thousandth of the price, at least one tick. */
export function priceStep(price: DecimalText, scale: number): DecimalText {
  const tick = new Decimal(10).pow(-scale);
  const near = new Decimal(price).dividedBy(STEPS);
  if (near.lte(tick)) return tick.toFixed();
  return new Decimal(10).pow(near.e).toFixed();
}

/** The price one step up or down, never below one tick. */
export function stepPrice(price: DecimalText, scale: number, direction: 1 | -1): DecimalText {
  const tick = new Decimal(10).pow(-scale);
  const next = new Decimal(price).plus(new Decimal(priceStep(price, scale)).times(direction));
  return Decimal.max(next, tick).toDecimalPlaces(scale).toFixed();
}

/** The worst price that a market order takes: what is shown of the book, and a thousandth beyond it. */
export function worstAccepted(worst: DecimalText, side: SpotSide, scale: number): DecimalText {
  const factor = side === 'buy' ? new Decimal(1).plus(ALLOWANCE) : new Decimal(1).minus(ALLOWANCE);
  const price = new Decimal(worst).times(factor);
  const cut = side === 'buy' ? credit(price, scale) : debit(price, scale);
  // Coarse prices: a thousandth may be less than a tick, and what is shown itself is always taken.
  const isBetter = side === 'buy' ? new Decimal(cut).lt(worst) : new Decimal(cut).gt(worst);
  return isBetter ? worst : cut;
}

/** What the order would do against the book that is seen, by the rules that the server goes by. */
export function estimate(terms: SpotTerms, book: Book): Figures {
  const fill = fillAgainst(terms, NOTHING_FILLED, book);
  return figuresOf(terms, {
    filled: fill?.quantity ?? '0',
    amount: fill?.amount ?? '0',
    fee: fill?.fee ?? '0',
    average: fill && averagePrice(fill.progress),
    worst: fill?.levels.at(-1)?.[0] ?? null,
  });
}

/** The figures of a whole order from what is executed of it at once. */
export function figuresOf(
  { quantity, limitPrice, feeRatio, quoteScale, side }: SpotTerms,
  now: Pick<Figures, 'filled' | 'average' | 'worst' | 'fee'> & { amount: DecimalText },
): Figures {
  const rest = limitPrice === null ? new Decimal(0) : new Decimal(quantity).minus(now.filled);
  const waiting = rest.times(limitPrice ?? 0);
  const cut = side === 'buy' ? debit : credit;
  const { filled, average, worst } = now;
  return {
    filled,
    average,
    worst,
    total: cut(new Decimal(now.amount).plus(waiting), quoteScale),
    fee: debit(new Decimal(now.fee).plus(waiting.times(feeRatio)), quoteScale),
  };
}

interface Share {
  side: SpotSide;
  percent: number;
  /** Of the currency that is paid with. */
  available: DecimalText;
  /** Null for a market order. */
  limitPrice: DecimalText | null;
  book: Book;
  terms: Pick<SpotTerms, 'feeRatio' | 'quoteScale'>;
  scales: { price: number; quantity: number };
}

/**
 * The quantity that a part of what is available comes to. A market order is counted at the worst price that it would
 * take, so that it can still be paid when the book has moved that far; null while there is no price to count with.
 */
export function quantityOfShare({ side, percent, available, limitPrice, book, terms, scales }: Share): string | null {
  const at = (price: DecimalText) =>
    quantityForPercent(
      { side, feeRatio: terms.feeRatio },
      { available, percent, price, quantityScale: scales.quantity },
    );
  if (side === 'sell') return at('1');
  if (limitPrice !== null) return at(limitPrice);
  const best = book.asks[0]?.[0];
  if (best === undefined) return null;
  const wide = { side, quantity: at(best), limitPrice: null, ...terms };
  return at(worstAccepted(estimate(wide, book).worst ?? best, side, scales.price));
}
