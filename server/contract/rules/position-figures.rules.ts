import { Decimal } from '../decimal.js';
import type { FuturesPositionView, FuturesProductView, PositionFiguresView } from '../trading/futures.dto.js';
import type { DecimalText } from '../money.js';
import { crossLiquidationPrice, liquidationPrice } from './liquidation-price.rules.js';
import {
  type Exposures,
  exposuresOf,
  marginRatio,
  priceAgainst,
  profit,
  quantityOf,
  requirement,
  returnRatio,
  sideKey,
} from './margin.rules.js';

/** A mark with the instant of its sample. */
export interface MarkNow {
  mark: DecimalText;
  at: number | null;
}

/** What the figures of an account's positions follow from. */
export interface AccountNow {
  /** Free in the contract account, by currency. */
  available: (currencyId: number) => DecimalText;
  /** Null: no mark that may be used. */
  mark: (marketId: number) => MarkNow | null;
  product: (marketId: number) => FuturesProductView | undefined;
}

/** An account with everything that it has open and ordered: maintenance goes by all of it together. */
export interface JudgedAccount extends AccountNow {
  exposures: Exposures;
}

/** The account as it is, or would be, with these pending and held rows. */
export function judged(positions: readonly FuturesPositionView[], account: AccountNow): JudgedAccount {
  const { available, mark, product } = account;
  return { available, mark, product, exposures: exposuresOf(positions.filter(({ status }) => status < 3)) };
}

/** What one position has and needs at its mark. */
export interface Standing {
  position: FuturesPositionView;
  quantity: Decimal;
  mark: MarkNow;
  gain: Decimal;
  required: Decimal;
}

/** The cross positions of a currency taken together. */
export interface CrossTotals {
  wallet: Decimal;
  gain: Decimal;
  required: Decimal;
  /** False: one of them has no mark, so nothing can be said of the whole. */
  isKnown: boolean;
}

const RATIO_DECIMALS = 6;

export function isHeld({ status }: FuturesPositionView): boolean {
  return status === 1 || status === 2;
}

/** Null for a position without a usable mark. */
export function standingOf(position: FuturesPositionView, account: JudgedAccount): Standing | null {
  const mark = account.mark(position.marketId);
  const product = account.product(position.marketId);
  if (!mark || !product || position.entryPrice === null) return null;
  const quantity = quantityOf(position.lots, position.lotSize);
  return {
    position,
    quantity,
    mark,
    gain: profit(position.side, quantity, position.entryPrice, mark.mark),
    required: requirement(product.tiers, quantity, mark.mark, position.closeFeeRatio, exposureOf(position, account)),
  };
}

function exposureOf({ marketId, side, lots, lotSize }: FuturesPositionView, { exposures }: JudgedAccount): Decimal {
  return exposures.get(sideKey(marketId, side)) ?? quantityOf(lots, lotSize);
}

/** Whether more than the position is open or ordered in its side. */
export function isShared(position: FuturesPositionView, account: JudgedAccount): boolean {
  return exposureOf(position, account).gt(quantityOf(position.lots, position.lotSize));
}

/**
 * What backs the cross positions of a currency, and what they need. What waiting cross orders reserve backs them too: they are
 * taken back before a position is closed.
 */
export function crossTotals(
  positions: readonly FuturesPositionView[],
  currencyId: number,
  account: JudgedAccount,
): CrossTotals {
  const rows = positions.filter((row) => row.marginMode === 'cross' && row.currencyId === currencyId);
  const cross = rows.filter(isHeld);
  const reserved = rows.filter(({ status }) => status === 0).map((row) => new Decimal(row.reserved));
  const standings = cross.map((position) => standingOf(position, account));
  const known = standings.filter((standing) => standing !== null);
  const sum = (values: Decimal[]) => values.reduce((so, value) => so.plus(value), new Decimal(0));
  return {
    wallet: sum([...cross.map(({ margin }) => new Decimal(margin)), ...reserved]).plus(account.available(currencyId)),
    gain: sum(known.map(({ gain }) => gain)),
    required: sum(known.map(({ required }) => required)),
    isKnown: known.length === standings.length,
  };
}

/** The figures of every held position at the marks of the moment, by the same rules as liquidation itself. */
export function positionFigures(positions: readonly FuturesPositionView[], now: AccountNow): PositionFiguresView[] {
  const account = judged(positions, now);
  const totals = new Map<number, CrossTotals>();
  const totalsOf = (currencyId: number): CrossTotals => {
    const known = totals.get(currencyId) ?? crossTotals(positions, currencyId, account);
    totals.set(currencyId, known);
    return known;
  };
  return positions.filter(isHeld).map((position) => figuresOf(position, account, totalsOf(position.currencyId)));
}

function figuresOf(position: FuturesPositionView, account: JudgedAccount, cross: CrossTotals): PositionFiguresView {
  const standing = standingOf(position, account);
  const isCross = position.marginMode === 'cross';
  const liquidation = liquidationOf(position, account, cross);
  const known = {
    liquidationPrice: liquidation,
    liquidationIsEstimate: isCross,
    liquidationIsShared: isShared(position, account),
  };
  if (!standing) return { ...unknown(position), ...known };
  const { gain, required, mark } = standing;
  const backing = isCross ? cross.wallet.plus(cross.gain) : gain.plus(position.margin);
  const needed = isCross ? cross.required : required;
  return {
    positionId: position.positionId,
    mark: mark.mark,
    markedAt: mark.at,
    unrealisedProfit: gain.toFixed(),
    returnRatio: short(returnRatio(gain, position.margin)),
    requirement: required.toFixed(),
    marginRatio: isCross && !cross.isKnown ? null : short(marginRatio(backing, needed)),
    ...known,
  };
}

/**
 * Where a position is liquidated, rounded against the user to the market's decimals; of a cross position as long as
 * everything else stays as it is. Null: nowhere above zero, or unknown.
 */
export function liquidationOf(
  position: FuturesPositionView,
  account: JudgedAccount,
  cross: CrossTotals,
): DecimalText | null {
  const product = account.product(position.marketId);
  if (!product || position.entryPrice === null) return null;
  const { side, entryPrice, margin, marginMode } = position;
  const exposure = exposureOf(position, account);
  const terms = { tiers: product.tiers, closeFeeRate: position.closeFeeRatio, exposure };
  const quantity = quantityOf(position.lots, position.lotSize);
  if (marginMode === 'isolated') {
    return shown(liquidationPrice({ side, quantity, entryPrice, margin }, terms), position, product);
  }
  const own = standingOf(position, account);
  if (!cross.isKnown || !own) return null;
  const others = {
    wallet: cross.wallet,
    otherRequirement: cross.required.minus(own.required),
    otherProfit: cross.gain.minus(own.gain),
  };
  return shown(crossLiquidationPrice({ side, quantity, entryPrice }, others, terms), position, product);
}

function shown(
  price: Decimal | null,
  { side }: Pick<FuturesPositionView, 'side'>,
  { priceDecimals }: FuturesProductView,
): DecimalText | null {
  return price === null ? null : priceAgainst(side, price, priceDecimals).toFixed();
}

function short(ratio: Decimal | null): DecimalText | null {
  return ratio === null ? null : ratio.toDecimalPlaces(RATIO_DECIMALS).toFixed();
}

function unknown({ positionId }: FuturesPositionView): PositionFiguresView {
  return {
    positionId,
    mark: null,
    markedAt: null,
    unrealisedProfit: null,
    returnRatio: null,
    requirement: null,
    marginRatio: null,
    liquidationPrice: null,
    liquidationIsEstimate: false,
    liquidationIsShared: false,
  };
}
