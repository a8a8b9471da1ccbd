import { Decimal } from '../../../../server/contract/decimal';
import type { DecimalText } from '../../../../server/contract/money';
import { type OptionContract, trimmedMean } from '../../../../server/contract/rules/option-settlement.rules';

/** What the samples that are still to come must be, all of them alike, for the order to win. */
export type Needed =
  | { kind: 'range'; from: DecimalText | null; to: DecimalText | null }
  /** Whatever they are. */
  | { kind: 'any' }
  | { kind: 'none' };

type Judged = Pick<OptionContract, 'direction' | 'entry' | 'evenBand'> & { rule: { decimals: number } };

/** As far as a price is looked for: no market halves or doubles within a window. */
const LEAST = new Decimal('0.5');
const MOST = new Decimal(2);

/**
 * What the rest of the window must be for the order to win. Exact on the grid of the settlement price: found with the
 * settlement's own mean, which never falls when a sample rises.
 * @param known the indexes of the window's samples so far.
 * @param rest how many are still to come.
 */
export function neededToWin(known: readonly DecimalText[], rest: number, contract: Judged): Needed {
  const { direction, entry, evenBand, rule } = contract;
  const unit = new Decimal(10).pow(-rule.decimals);
  const lowest = direction === 'rise' ? new Decimal(entry).plus(unit) : new Decimal(entry).minus(evenBand);
  const highest = direction === 'fall' ? new Decimal(entry).minus(unit) : new Decimal(entry).plus(evenBand);
  const search = new Search(known, rest, contract);
  const from = direction === 'fall' ? 'any' : search.leastFor(lowest);
  const to = direction === 'rise' ? 'any' : search.mostFor(highest);
  if (from === 'none' || to === 'none') return { kind: 'none' };
  if (from === 'any' && to === 'any') return { kind: 'any' };
  // On even both must hold; where they exclude each other nothing wins.
  if (from !== 'any' && to !== 'any' && from.gt(to)) return { kind: 'none' };
  return { kind: 'range', from: from === 'any' ? null : from.toFixed(), to: to === 'any' ? null : to.toFixed() };
}

type Found = Decimal | 'any' | 'none';

class Search {
  private readonly unit: Decimal;
  private readonly low: bigint;
  private readonly high: bigint;

  constructor(
    private readonly known: readonly DecimalText[],
    private readonly rest: number,
    private readonly contract: Judged,
  ) {
    this.unit = new Decimal(10).pow(-contract.rule.decimals);
    const prices = [contract.entry, ...known].map((price) => new Decimal(price));
    this.low = this.steps(Decimal.min(...prices).times(LEAST));
    this.high = this.steps(Decimal.max(...prices).times(MOST));
  }

  /** The lowest price of the rest with a mean of at least the target. */
  leastFor(target: Decimal): Found {
    const isEnough = (step: bigint) => this.meanAt(step).gte(target);
    if (isEnough(this.low)) return 'any';
    if (!isEnough(this.high)) return 'none';
    return this.price(this.firstThat(isEnough));
  }

  /** The highest price of the rest with a mean of at most the target. */
  mostFor(target: Decimal): Found {
    const isTooMuch = (step: bigint) => this.meanAt(step).gt(target);
    if (!isTooMuch(this.high)) return 'any';
    if (isTooMuch(this.low)) return 'none';
    return this.price(this.firstThat(isTooMuch) - 1n);
  }

  /** The condition does not hold at the low end, holds at the high end, and changes once between them. */
  private firstThat(holds: (step: bigint) => boolean): bigint {
    let [below, above] = [this.low, this.high];
    while (above - below > 1n) {
      const middle = (below + above) / 2n;
      if (holds(middle)) above = middle;
      else below = middle;
    }
    return above;
  }

  private meanAt(step: bigint): Decimal {
    const price = this.price(step).toFixed();
    const all = [...this.known, ...Array.from({ length: this.rest }, () => price)];
    return new Decimal(trimmedMean(all, this.contract.rule.decimals) ?? '0');
  }

  private steps(price: Decimal): bigint {
    return BigInt(price.dividedToIntegerBy(this.unit).toFixed(0));
  }

  private price(step: bigint): Decimal {
    return new Decimal(step.toString()).times(this.unit);
  }
}
