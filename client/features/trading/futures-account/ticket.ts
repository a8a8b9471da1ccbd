import { Decimal } from '../../../../server/contract/decimal';
import type { Language, RefusalCode } from '../../../../server/contract/errors';
import type {
  FuturesMarginMode,
  FuturesPositionView,
  FuturesProductView,
  TriggerSource,
} from '../../../../server/contract/trading/futures.dto';
import type { DecimalText } from '../../../../server/contract/money';
import { liquidationPrice } from '../../../../server/contract/rules/liquidation-price.rules';
import {
  exposuresOf,
  initialMargin,
  maxLeverage,
  notional,
  opposite,
  type PositionSide,
  priceAgainst,
  quantityOf,
  sideKey,
  tradingFee,
} from '../../../../server/contract/rules/margin.rules';
import { isHeld } from '../../../../server/contract/rules/position-figures.rules';
import { type AmountVerdict, judgeAmount } from '../../../ui/judge-amount';
import { readTypedAmount } from '../../../ui/typed-amount';
import type { OrderWish } from './futures.api';

/** What was typed and chosen, letter by letter. */
export interface TicketValues {
  side: PositionSide;
  priceType: 'market' | 'limit';
  limit: string;
  lots: string;
  /** What the order may be worth, where the lots are counted from it; null: they are entered, as of every order that only reduces. */
  amount: string | null;
  leverage: number;
  marginMode: FuturesMarginMode;
  hasStops: boolean;
  takeProfit: string;
  takeProfitSource: TriggerSource;
  stopLoss: string;
  stopLossSource: TriggerSource;
  /** Leverage and stops of it mean nothing. */
  reduceOnly: boolean;
}

export type TicketField = 'limit' | 'lots' | 'leverage' | 'takeProfit' | 'stopLoss';
export type TicketProblems = Partial<Record<TicketField, Exclude<AmountVerdict, null> | 'lots'>>;

/** Which field a refusal is about. */
export const FIELD_OF: Partial<Record<RefusalCode, TicketField>> = {
  'futures.lots': 'lots',
  'futures.too-large': 'lots',
  'futures.no-room': 'lots',
  'futures.closing-lots': 'lots',
  'futures.leverage': 'leverage',
  'futures.size-for-leverage': 'leverage',
  'futures.limit-price': 'limit',
  'futures.take-profit-above': 'takeProfit',
  'futures.take-profit-below': 'takeProfit',
  'futures.stop-loss-above': 'stopLoss',
  'futures.stop-loss-below': 'stopLoss',
  'futures.stop-beyond-liquidation': 'stopLoss',
};

/** The whole lots that were typed; null for anything else. */
export function readLots(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  return /^[1-9][0-9]{0,8}$/.test(plain) ? Number.parseInt(plain, 10) : null;
}

/** What is wrong with what was typed, before anybody is asked. Empty fields of prices are only wrong where one must be. */
export function problemsOf(values: TicketValues, product: FuturesProductView, language: Language): TicketProblems {
  const problems: TicketProblems = {};
  const lots = readLots(values.lots);
  // What only reduces is cut to what is open, whatever an order may have.
  const isAny = values.reduceOnly && lots !== null;
  if (values.amount?.trim() === '') problems.lots = 'required';
  else if (values.amount !== null && readTypedAmount(values.amount, language) === null) problems.lots = 'amount';
  else if (!isAny && (lots === null || lots < product.lotsMin || lots > product.lotsMax)) problems.lots = 'lots';
  const judge = (field: 'limit' | 'takeProfit' | 'stopLoss', isNeeded: boolean) => {
    if (!isNeeded && values[field].trim() === '') return;
    const verdict = judgeAmount(values[field], language, { scale: product.priceDecimals });
    if (verdict) problems[field] = verdict;
  };
  if (values.priceType === 'limit') judge('limit', true);
  if (stopsOf(values)) {
    const isNone = values.takeProfit.trim() === '' && values.stopLoss.trim() === '';
    judge('takeProfit', isNone);
    judge('stopLoss', isNone);
  }
  return problems;
}

/** Whether the order has stops: one that only reduces opens nothing that they could close. */
function stopsOf({ hasStops, reduceOnly }: TicketValues): boolean {
  return hasStops && !reduceOnly;
}

/** The order that was typed; null while something is wrong with it. */
export function wishOf(
  values: TicketValues,
  ids: Pick<OrderWish, 'baseId' | 'quoteId'>,
  product: FuturesProductView,
  language: Language,
): OrderWish | null {
  if (Object.keys(problemsOf(values, product, language)).length > 0) return null;
  const price = (text: string) => (text.trim() === '' ? null : readTypedAmount(text, language));
  return {
    ...ids,
    side: values.side,
    lots: readLots(values.lots) ?? 0,
    leverage: values.leverage,
    marginMode: values.marginMode,
    limitPrice: values.priceType === 'limit' ? price(values.limit) : null,
    takeProfit: stopsOf(values) ? price(values.takeProfit) : null,
    takeProfitSource: values.takeProfitSource,
    stopLoss: stopsOf(values) ? price(values.stopLoss) : null,
    stopLossSource: values.stopLossSource,
    reduceOnly: values.reduceOnly,
  };
}

/** How much worse than the price that was shown an order may be filled: a tenth of a percent. */
const TOLERANCE = '0.001';

/** The worst price that is accepted of what was shown; `side` buys when it is long. */
export function worstAccepted(side: PositionSide, price: DecimalText, priceDecimals: number): DecimalText {
  const factor = new Decimal(1).plus(side === 'long' ? TOLERANCE : `-${TOLERANCE}`);
  return priceAgainst(side, new Decimal(price).times(factor), priceDecimals).toFixed();
}

/** What leverage does to an order at a price. */
export interface LeverageEffect {
  margin: DecimalText;
  fee: DecimalText;
  /** Of an isolated position; null: no price above zero. */
  liquidation: DecimalText | null;
  /** From the price to liquidation, percent. */
  distance: DecimalText | null;
}

/** Lots of the other side that an order of this side and margin mode could take away. */
export function reducibleLots(
  positions: readonly FuturesPositionView[],
  { marketId, side, marginMode }: { marketId: number; side: PositionSide; marginMode: FuturesMarginMode },
): number {
  return positions
    .filter(
      (position) =>
        isHeld(position) &&
        position.marketId === marketId &&
        position.side === opposite(side) &&
        position.marginMode === marginMode,
    )
    .reduce((sum, { lots }) => sum + lots, 0);
}

/** What is open and ordered beside an order in its market and side: maintenance goes by all of it together. */
export function besideOf(
  positions: readonly FuturesPositionView[],
  { marketId, side }: { marketId: number; side: PositionSide },
): DecimalText {
  return exposuresOf(positions).get(sideKey(marketId, side))?.toFixed() ?? '0';
}

/** Margin and liquidation of an isolated position of so many lots at a price, by the rules of the order itself. */
export function leverageEffect(
  order: { side: PositionSide; lots: number; price: DecimalText; leverage: number },
  product: FuturesProductView,
  beside: DecimalText = '0',
): LeverageEffect {
  const { side, lots, price, leverage } = order;
  const quantity = quantityOf(lots, product.lotSize);
  const margin = initialMargin(quantity, price, leverage, product.currencyDecimals);
  const terms = { tiers: product.tiers, closeFeeRate: product.closeFeeRatio, exposure: quantity.plus(beside) };
  const exact = liquidationPrice({ side, quantity, entryPrice: price, margin }, terms);
  return {
    margin: margin.toFixed(),
    fee: tradingFee(quantity, price, product.openFeeRatio, product.currencyDecimals).toFixed(),
    liquidation: exact && priceAgainst(side, exact, product.priceDecimals).toFixed(),
    distance: exact && exact.minus(price).abs().dividedBy(price).times(100).toFixed(2),
  };
}

/** The choices of leverage that an order of this size may have beside what is there. */
export function leveragesFor(
  lots: number,
  price: DecimalText,
  product: FuturesProductView,
  beside: DecimalText = '0',
): number[] {
  const whole = quantityOf(lots, product.lotSize).plus(beside);
  const bound = maxLeverage(product.tiers, notional(whole, price));
  return product.leverages.filter((leverage) => leverage <= bound);
}

/** Most lots that the money carries at a price, margin and fee together; never more than the product allows. */
export function affordableLots(
  available: DecimalText,
  price: DecimalText,
  leverage: number,
  product: FuturesProductView,
): number {
  const perLot = notional(product.lotSize, price);
  const cost = perLot.dividedBy(leverage).plus(perLot.times(product.openFeeRatio));
  if (cost.lte(0)) return 0;
  return Decimal.min(new Decimal(available).dividedBy(cost).floor(), product.lotsMax).toNumber();
}

/** The price that an order has before it is asked about: its limit, or the last one. Null: none is known, or none is typed. */
export function ticketPrice(
  { priceType, limit }: Pick<TicketValues, 'priceType' | 'limit'>,
  last: DecimalText | null,
  language: Language,
): DecimalText | null {
  if (priceType === 'market') return last;
  const price = readTypedAmount(limit, language);
  return price !== null && /[1-9]/.test(price) ? price : null;
}

/**
 * Whole lots that are worth no more than an amount at a price, as if they were typed; empty for one that is worth less than a lot.
 * As many as they are: that they are too many is said of them, never cut in silence.
 */
export function lotsForAmount(amount: DecimalText, price: DecimalText, product: FuturesProductView): string {
  const lots = new Decimal(amount).dividedBy(notional(product.lotSize, price)).floor();
  return lots.isZero() ? '' : lots.toFixed();
}

/** Lots of a share of what is possible, at least what the product asks for; null: not even that is possible. */
export function lotsOfShare(whole: number, share: number, min: number): number | null {
  return whole < min ? null : Math.max(min, Math.floor((whole * share) / 100));
}

/** What a position would gain (below zero: lose) between two prices, cut to two decimals. */
export function gainBetween(
  side: PositionSide,
  lots: number,
  lotSize: DecimalText,
  [from, to]: [from: DecimalText, to: DecimalText],
): DecimalText {
  const gain = new Decimal(to)
    .minus(from)
    .times(quantityOf(lots, lotSize))
    .times(side === 'long' ? 1 : -1);
  return gain.toFixed(2, Decimal.ROUND_FLOOR);
}
