import { credit, Decimal, debit } from '../decimal.js';
import type { DecimalText } from '../money.js';

/** What coins are paid with: currencies of banks, with their decimals. */
export const OTC_FIATS = { CNY: 2, USD: 2, HKD: 2, TWD: 2, JPY: 0, KRW: 0, EUR: 2, THB: 2, MXN: 2 } as const;
export type OtcFiat = keyof typeof OTC_FIATS;
export const OTC_FIAT_CODES = Object.keys(OTC_FIATS) as OtcFiat[];
/** The only one that our index can price: one dollar is counted as one USDT, which the page says. */
export const OTC_INDEXED_FIAT: OtcFiat = 'USD';

/** Ways to pay, by their names in the old clients; cash is paid in person, at a place that whoever advertises chose. */
export const OTC_WAYS = ['bank', 'ali_pay', 'we_chat', 'paypal', 'wise', 'cash'] as const;
export type OtcWay = (typeof OTC_WAYS)[number];

/** Minutes that cash needs: two people have to meet. */
export const OTC_CASH_MINUTES = 30;

/** Whether a text is a place on the earth: `48.13743,11.57549`, latitude first. */
export function isOtcPlace(text: string): boolean {
  const [, north = '', east = ''] = /^(-?\d{1,2}\.\d{5}),(-?\d{1,3}\.\d{5})$/.exec(text) ?? [];
  if (north === '') return false;
  return new Decimal(north).abs().lessThanOrEqualTo(90) && new Decimal(east).abs().lessThanOrEqualTo(180);
}

/** A price has as many decimals more than its money, so that one coin that costs little can be priced. */
const PRICE_DECIMALS_MORE = 2;
/** The least and the most that a floating price may be of the index. */
export const OTC_RATIO_MIN = '0.8';
export const OTC_RATIO_MAX = '1.2';
/** Decimals of quantities, where a coin does not have fewer. */
const QUANTITY_DECIMALS = 8;

export function otcPriceDecimals(fiat: OtcFiat): number {
  return OTC_FIATS[fiat] + PRICE_DECIMALS_MORE;
}

export function otcQuantityDecimals(scale: number): number {
  return Math.min(scale, QUANTITY_DECIMALS);
}

/** A price that follows the index: the part of it that the merchant asks, cut. */
export function otcFloatingPrice(index: DecimalText, ratio: DecimalText): DecimalText {
  return credit(new Decimal(index).times(ratio), otcPriceDecimals(OTC_INDEXED_FIAT));
}

export interface OtcTerms {
  price: DecimalText;
  fiat: OtcFiat;
  /** Decimals of the coin. */
  scale: number;
}

export interface OtcSize {
  quantity: DecimalText;
  /** What is paid for it. */
  amount: DecimalText;
}

/** For so much money: as many coins as it buys, cut to the coin's decimals. Null: it buys none. */
export function otcSizeOfMoney(amount: DecimalText, { price, scale }: OtcTerms): OtcSize | null {
  const quantity = credit(new Decimal(amount).dividedBy(price), otcQuantityDecimals(scale));
  return new Decimal(quantity).isZero() ? null : { quantity, amount };
}

/** For so many coins: what they cost, raised to what the money can be paid in. */
export function otcSizeOfCoins(quantity: DecimalText, { price, fiat }: OtcTerms): OtcSize {
  return { quantity, amount: debit(new Decimal(quantity).times(price), OTC_FIATS[fiat]) };
}

/** How much of it the taker would pay more, or get less, than at the price that was shown; nothing where it is better. */
export function isWorsePrice(side: 'buy' | 'sell', shown: DecimalText, now: DecimalText): boolean {
  const [before, after] = [new Decimal(shown), new Decimal(now)];
  return side === 'sell' ? after.greaterThan(before) : after.lessThan(before);
}

/** The order's number as people read it: its UTC day and its row. */
export function otcOrderNumber(id: string, createdAt: Date): string {
  return `${createdAt.toISOString().slice(0, 10).replaceAll('-', '')}${id.padStart(8, '0')}`;
}

/** What the payer writes beside the payment: it names the order and nothing of the platform. */
export function otcReference(id: string): string {
  return `P${id.padStart(7, '0')}`;
}

/** What two operators set for a coin. Above the second one two of them decide an appeal; `0`: always. */
export interface OtcCoinLimits {
  leastQuantity: DecimalText;
  secondPersonAbove: DecimalText;
}

/** What the limits of a coin may be worth at most, in USDT by our price. */
export const OTC_LIMIT_WORTH_MAX: Readonly<Record<keyof OtcCoinLimits, DecimalText>> = {
  leastQuantity: '1000',
  secondPersonAbove: '20000',
};

/**
 * The first limit that cannot be set, and whether it is no quantity of the coin or worth too much; null: both can.
 * @param price of one coin, in USDT.
 */
export function wrongOtcLimit(
  limits: OtcCoinLimits,
  { scale, price }: { scale: number; price: DecimalText },
): { field: keyof OtcCoinLimits; why: 'invalid' | 'too-high' } | null {
  for (const field of ['leastQuantity', 'secondPersonAbove'] as const) {
    const limit = new Decimal(limits[field]);
    const isInvalid =
      limit.decimalPlaces() > otcQuantityDecimals(scale) || (field === 'leastQuantity' && limit.isZero());
    if (isInvalid) return { field, why: 'invalid' };
    if (limit.times(price).greaterThan(OTC_LIMIT_WORTH_MAX[field])) return { field, why: 'too-high' };
  }
  return null;
}
