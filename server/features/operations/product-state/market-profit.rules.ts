import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { MarketProfitView } from '../../../contract/operations/product-state.dto.js';
import type { MarketProduct } from '../../../contract/operations/words.js';

/** An account of the house, and between which of its numbers the postings of a time are: from the first one on, below the second. */
export interface ProfitPlace {
  id: string;
  kind: 'house_pnl' | 'fee' | 'insurance';
  first: number;
  below: number;
}

/** What some postings of one account were together, of one market, product and day. */
export interface ProfitLine {
  /** `2026-01-01`, UTC; null where days are not told apart. */
  day: string | null;
  marketId: number | null;
  symbol: string | null;
  product: MarketProduct;
  currencyId: number;
  coin: string;
  isFunding: boolean;
  amount: DecimalText;
}

type Figure = 'trading' | 'fees' | 'funding' | 'insurance';

interface Sum extends Omit<ProfitLine, 'isFunding' | 'amount'> {
  figures: Record<Figure, Decimal>;
}

/** Adds up what the accounts of the house were moved by, slice by slice. */
export class MarketProfitSums {
  private readonly sums = new Map<string, Sum>();

  add(kind: ProfitPlace['kind'], lines: readonly ProfitLine[]): void {
    for (const { isFunding, amount, ...of } of lines) {
      const key = JSON.stringify([of.day, of.marketId, of.product, of.currencyId]);
      const zero = new Decimal(0);
      const sum = this.sums.get(key) ?? {
        ...of,
        figures: { trading: zero, fees: zero, funding: zero, insurance: zero },
      };
      const figure = figureOf(kind, isFunding);
      sum.figures[figure] = sum.figures[figure].plus(amount);
      this.sums.set(key, sum);
    }
  }

  /** By day, the newest first, then by market, product and coin. */
  views(): MarketProfitView[] {
    return [...this.sums.values()].toSorted(inOrder).map(({ day, marketId, symbol, product, coin, figures }) => {
      const { trading, fees, funding, insurance } = figures;
      return {
        day,
        marketId,
        symbol,
        product,
        coin,
        trading: trading.toFixed(),
        fees: fees.toFixed(),
        funding: funding.toFixed(),
        total: trading.plus(fees).plus(funding).toFixed(),
        insurance: insurance.toFixed(),
      };
    });
  }
}

function figureOf(kind: ProfitPlace['kind'], isFunding: boolean): Figure {
  if (kind === 'insurance') return 'insurance';
  if (kind === 'fee') return 'fees';
  return isFunding ? 'funding' : 'trading';
}

/** What is of no market that is known comes last of its day. */
function inOrder(one: Sum, other: Sum): number {
  return (
    compare(other.day ?? '', one.day ?? '') ||
    Number(one.symbol === null) - Number(other.symbol === null) ||
    compare(one.symbol ?? '', other.symbol ?? '') ||
    compare(one.product, other.product) ||
    one.currencyId - other.currencyId
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
