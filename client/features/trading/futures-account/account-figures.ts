import { Decimal } from '../../../../server/contract/decimal';
import type {
  FuturesPositionsView,
  FuturesPositionView,
  FuturesProductView,
  PositionFiguresView,
} from '../../../../server/contract/trading/futures.dto';
import type { DecimalText } from '../../../../server/contract/money';
import { marginLevel, type MarginLevel } from '../../../../server/contract/rules/margin.rules';
import { type AccountNow, isHeld, positionFigures } from '../../../../server/contract/rules/position-figures.rules';

/** What one position is at the marks of now. */
export interface LiveFigures extends PositionFiguresView {
  /** How far the mark is from liquidation, percent of the mark; null: no liquidation price, no mark, or it is reached. */
  distance: DecimalText | null;
  /** The mark is at the price of liquidation or beyond it: it is being liquidated. */
  isReached: boolean;
  level: MarginLevel;
  /**
   * When the oldest mark that its liquidation goes by was sampled: of a cross position it goes by those of all cross positions of its
   * currency. Null: none is known.
   */
  judgedAt: number | null;
}

/** What is in the account at the marks of now. */
export interface AccountTotals {
  available: DecimalText;
  frozen: DecimalText;
  /** Null: a position has no mark. */
  profit: DecimalText | null;
  /** Everything together; null: a position has no mark. */
  equity: DecimalText | null;
}

const PERCENT_DECIMALS = 2;

/** The account as the shared rules want it. */
export function accountNow(
  account: Pick<FuturesPositionsView, 'balances'>,
  products: readonly FuturesProductView[],
  markOf: (marketId: number) => { mark: DecimalText; at: number | null } | null,
): AccountNow {
  return {
    available: (currencyId) => account.balances.find((row) => row.currencyId === currencyId)?.available ?? '0',
    mark: markOf,
    product: (marketId) => products.find((product) => product.marketId === marketId),
  };
}

/** The figures of every held position, by the rules of liquidation itself. */
export function liveFigures(positions: readonly FuturesPositionView[], now: AccountNow): Map<string, LiveFigures> {
  const cross = positions.filter((position) => isHeld(position) && position.marginMode === 'cross');
  const isCrossKnown = cross.every(({ marketId }) => now.mark(marketId) !== null);
  const judgedAt = new Map(
    cross.map(({ positionId, currencyId }) => {
      const together = cross.filter((position) => position.currencyId === currencyId);
      return [positionId, oldestOf(together.map(({ marketId }) => now.mark(marketId)?.at ?? null))];
    }),
  );
  return new Map(
    positionFigures(positions, now).map((figures) => {
      const isKnown = figures.mark !== null && (!figures.liquidationIsEstimate || isCrossKnown);
      return [
        figures.positionId,
        {
          ...figures,
          // Once all of it is needed, the mark is at the price of liquidation or beyond it.
          isReached: isKnown && isReached(figures),
          distance: isKnown && isReached(figures) ? null : distanceTo(figures.mark, figures.liquidationPrice),
          // What is not known is no warning; what is known without a ratio has nothing left.
          level: isKnown ? marginLevel(figures.marginRatio) : 'safe',
          judgedAt: judgedAt.get(figures.positionId) ?? figures.markedAt,
        },
      ];
    }),
  );
}

function oldestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Of figures that are known. Without a ratio there is nothing left that backs the position. */
function isReached({ liquidationPrice, marginRatio }: PositionFiguresView): boolean {
  return liquidationPrice !== null && (marginRatio === null || new Decimal(marginRatio).gte(1));
}

/** How far a price is from another, percent of the first, cut to two decimals. */
export function distanceTo(price: DecimalText | null, target: DecimalText | null): DecimalText | null {
  if (price === null || target === null || new Decimal(price).isZero()) return null;
  return new Decimal(target).minus(price).abs().dividedBy(price).times(100).toFixed(PERCENT_DECIMALS);
}

/** Sums of the account in one currency. */
export function totalsOf(
  account: FuturesPositionsView,
  figures: ReadonlyMap<string, LiveFigures>,
  currencyId: number,
): AccountTotals {
  const { available = '0', frozen = '0' } = account.balances.find((row) => row.currencyId === currencyId) ?? {};
  let profit: Decimal | null = new Decimal(0);
  for (const position of account.positions) {
    if (!isHeld(position) || position.currencyId !== currencyId) continue;
    const gain: DecimalText | null = figures.get(position.positionId)?.unrealisedProfit ?? null;
    profit = profit === null || gain === null ? null : profit.plus(gain);
  }
  return {
    available,
    frozen,
    profit: profit?.toFixed() ?? null,
    equity: profit?.plus(available).plus(frozen).toFixed() ?? null,
  };
}

/** A ratio as percent with two decimals, cut. */
export function percentOf(ratio: DecimalText | null): DecimalText | null {
  return ratio === null
    ? null
    : new Decimal(ratio).times(100).toDecimalPlaces(PERCENT_DECIMALS).toFixed(PERCENT_DECIMALS);
}
