import { Decimal } from '../../../contract/decimal.js';
import { crossLiquidationPrice } from '../../../contract/rules/liquidation-price.rules.js';
import { isLiquidated, maintenanceMargin, notional, profit, sideKey } from '../../../contract/rules/margin.rules.js';
import {
  type ClosingGroup,
  type CrossBacking,
  crossStanding,
  type DecidedSide,
  decidedSide,
  type DecisionMarket,
  groupOf,
  type HeldPosition,
  isPriced,
  item,
  lotsToStand,
  type PricedMarket,
  quantity,
  realise,
  requiredOf,
  withoutOrders,
} from './margin-decision.rules.js';
import { judgedAccount } from './unpriced-market.rules.js';

type Markets = ReadonlyMap<number, DecisionMarket>;

/** A position that may be closed now. */
interface Closable {
  held: HeldPosition;
  market: PricedMarket;
}

/** Lots of a position that are to be closed, in a market without what those chosen before it take of the book. */
interface Chosen extends Closable {
  lots: number;
}

const marketOf = (held: HeldPosition, markets: Markets): DecisionMarket => markets.get(held.marketId) as DecisionMarket;
const total = (values: readonly Decimal[]): Decimal => values.reduce((sum, value) => sum.plus(value), new Decimal(0));

/**
 * How a cross account is liquidated. If cancelling the pending orders of its sides makes it solvent, only they are cancelled.
 * Otherwise the fewest positions are closed, the largest requirement first and the last one in part where that is enough; all
 * of them when the account could not pay their losses alone. Closings that leave the account most (profit or loss plus released
 * margin) come first, so that they pay for the others before the insurance fund does.
 *
 * Where the account holds positions in markets without a price, only the others are closed, and only as far as its own money
 * covers the losses: the insurance fund does not pay for an account that still holds margin.
 * @returns null when nothing can be closed now.
 */
export function closeCross(
  judged: readonly HeldPosition[],
  backing: CrossBacking,
  known: Markets,
): ClosingGroup | null {
  const group = { ...groupOf(judged, backing.sequence), cross: true };
  const positions = judged.map(withoutOrders);
  const { now, markets } = judgedAccount(positions, backing, known);
  if (!now.liquidated) {
    const sides = sidesOf(judged, ({ ordered }) => !new Decimal(ordered).isZero());
    return { ...group, everything: false, sides, items: [] };
  }
  const chosen = chooseClosed(positions, backing, markets, now.equity);
  if (!chosen) return null;
  return {
    ...group,
    everything: chosen.length === positions.length && chosen.every(({ held, lots }) => lots === held.lots),
    // The account's own positions are compared by version, so only exposure outside of them needs the check.
    sides: sidesOf(positions, isBesideOthers(positions)),
    items: chosen.map(({ held, market, lots }) =>
      item(held, market, now, lots, crossBound(held, positions, backing, markets)),
    ),
  };
}

/** The closings, in order; null when nothing can be closed. */
function chooseClosed(
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: Markets,
  equity: Decimal,
): Chosen[] | null {
  const bySize = [...positions].sort((a, b) =>
    requiredOf(b, marketOf(b, markets)).cmp(requiredOf(a, marketOf(a, markets))),
  );
  const closable = bySize.flatMap((held) => {
    const market = marketOf(held, markets);
    return isPriced(market) ? [{ held, market }] : [];
  });
  const own = new Decimal(backing.available).plus(backing.reserved);
  const canPay = (some: readonly Chosen[]): boolean => total(some.map(released)).plus(own).gt(0);
  let chosen = fewest(closable, new RestOfAccount(positions, markets), equity);
  if (!canPay(chosen)) chosen = everything(closable);
  if (closable.length < positions.length && (chosen.length === 0 || !canPay(chosen))) return null;
  return chosen.sort((a, b) => released(b).cmp(released(a)));
}

/** Effect of a closing on the account: profit or loss, and the released margin. */
function released({ held, market, lots }: Chosen): Decimal {
  return realise(held, market, lots).plus(new Decimal(held.margin).times(lots).dividedBy(held.lots));
}

/** What an account's own closings leave of the books: each is priced by what those before it have left. */
class RestOfBooks {
  private readonly markets = new Map<number, PricedMarket>();

  of({ held, market }: Closable): PricedMarket {
    return this.markets.get(held.marketId) ?? market;
  }

  close({ held, market, lots }: Chosen): void {
    this.markets.set(held.marketId, market.after([market.closing(held.side, quantity(held, lots))]));
  }
}

function everything(closable: readonly Closable[]): Chosen[] {
  const books = new RestOfBooks();
  return closable.map((each) => {
    const chosen = { held: each.held, market: books.of(each), lots: each.held.lots };
    books.close(chosen);
    return chosen;
  });
}

/** The fewest lots, in the order of the positions, whose closing makes the account solvent. */
function fewest(bySize: readonly Closable[], rest: RestOfAccount, equity: Decimal): Chosen[] {
  const chosen: Chosen[] = [];
  const books = new RestOfBooks();
  let left = equity;
  for (const each of bySize) {
    const { held } = each;
    const market = books.of(each);
    const others = rest.without(held);
    const lots = lotsToStand(held, market, (_margin, retainedLots) => {
      const required = rest.requiredWith(held, retainedLots).plus(others);
      return !isLiquidated(left.minus(cost(held, market, held.lots - retainedLots)), required);
    });
    chosen.push({ held, market, lots });
    books.close({ held, market, lots });
    left = left.minus(cost(held, market, lots));
    if (lots < held.lots || !isLiquidated(left, rest.requiredWith(held, 0).plus(others))) break;
    rest.close(held);
  }
  return chosen;
}

/** The remaining lots of a side. */
interface RestOfSide {
  market: DecisionMarket;
  side: HeldPosition['side'];
  /** Of the account's cross positions. */
  quantity: Decimal;
  /** Fee of closing them, for a price of one. */
  fee: Decimal;
  /** Of everything that the account has open in the side. */
  exposure: Decimal;
}

/** Requirement of the positions that are still open, side by side: closing some takes the others into lower tiers. */
class RestOfAccount {
  private readonly sides = new Map<string, RestOfSide>();

  constructor(positions: readonly HeldPosition[], markets: Markets) {
    for (const held of positions) {
      const key = sideKey(held.marketId, held.side);
      const [size, exposure] = [quantity(held), new Decimal(held.exposure)];
      const { quantity: before, fee } = this.sides.get(key) ?? { quantity: new Decimal(0), fee: new Decimal(0) };
      const known = { market: marketOf(held, markets), side: held.side, exposure };
      this.sides.set(key, { ...known, quantity: before.plus(size), fee: fee.plus(size.times(held.closeFeeRatio)) });
    }
  }

  /** Requirement of everything outside the position's side. */
  without(held: HeldPosition): Decimal {
    const own = sideKey(held.marketId, held.side);
    return total([...this.sides].map(([key, side]) => (key === own ? new Decimal(0) : requiredOfSide(side))));
  }

  /** Requirement of the position's side when so many of its lots are kept. */
  requiredWith(held: HeldPosition, retainedLots: number): Decimal {
    return requiredOfSide(less(this.sideOf(held), held, held.lots - retainedLots));
  }

  close(held: HeldPosition): void {
    this.sides.set(sideKey(held.marketId, held.side), less(this.sideOf(held), held, held.lots));
  }

  private sideOf(held: HeldPosition): RestOfSide {
    return this.sides.get(sideKey(held.marketId, held.side)) as RestOfSide;
  }
}

function less(side: RestOfSide, held: HeldPosition, lots: number): RestOfSide {
  const closed = quantity(held, lots);
  return {
    ...side,
    quantity: side.quantity.minus(closed),
    fee: side.fee.minus(closed.times(held.closeFeeRatio)),
    exposure: side.exposure.minus(closed),
  };
}

function requiredOfSide({ market, side, quantity: size, fee, exposure }: RestOfSide): Decimal {
  if (size.isZero() || market.isGone) return new Decimal(0);
  const mark = market.marks[side];
  return maintenanceMargin(market.tiers, notional(size, mark), notional(exposure, mark)).plus(fee.times(mark));
}

/** Cost of closing lots against the mark: slippage plus fee. */
function cost(held: HeldPosition, market: PricedMarket, lots: number): Decimal {
  const atMark = profit(held.side, quantity(held, lots), held.entryPrice, market.marks[held.side]);
  return atMark.minus(realise(held, market, lots));
}

/** The distinct sides of the positions that pass the filter. */
function sidesOf(positions: readonly HeldPosition[], isWanted: (held: HeldPosition) => boolean): DecidedSide[] {
  const wanted = positions.filter(isWanted);
  return [...new Map(wanted.map((held) => [sideKey(held.marketId, held.side), decidedSide(held)])).values()];
}

/** Whether the account has positions in the side that are not among these. */
function isBesideOthers(positions: readonly HeldPosition[]): (held: HeldPosition) => boolean {
  const own = new Map<string, Decimal>();
  for (const held of positions) {
    const key = sideKey(held.marketId, held.side);
    own.set(key, quantity(held).plus(own.get(key) ?? 0));
  }
  return (held) => new Decimal(held.exposure).gt(own.get(sideKey(held.marketId, held.side)) ?? 0);
}

function crossBound(
  held: HeldPosition,
  positions: readonly HeldPosition[],
  backing: CrossBacking,
  markets: Markets,
): Decimal | null {
  const market = marketOf(held, markets);
  const others = positions.filter(({ id }) => id !== held.id);
  const { equity, required } = crossStanding(others, backing, markets);
  return crossLiquidationPrice(
    { side: held.side, quantity: quantity(held), entryPrice: held.entryPrice },
    { wallet: equity.plus(held.margin), otherRequirement: required, otherProfit: '0' },
    { tiers: market.tiers, closeFeeRate: held.closeFeeRatio, exposure: held.exposure },
  );
}
