import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { OptionStakesView } from '../../../contract/operations/product-state.dto.js';

export interface Stakes {
  coin: string;
  direction: 'rise' | 'fall' | 'even';
  stake: DecimalText;
  winnings: DecimalText;
}

const ZERO = new Decimal(0);

/** Lots in the base coin. */
export function quantityOf(lots: string, lotSize: DecimalText): DecimalText {
  return new Decimal(lots).times(lotSize).toFixed();
}

/** What users are long more than short, in the quote currency; below zero: they are short. */
export function netOf({ long, short }: { long: DecimalText; short: DecimalText }, price: DecimalText): DecimalText {
  return new Decimal(long).minus(short).times(price).toFixed();
}

/**
 * The stakes of one market by coin. Of one market and coin one direction wins at most: what the house pays at worst is
 * what that one wins, less the stakes of the others.
 */
export function stakesOf(rows: readonly Stakes[]): OptionStakesView[] {
  return [...new Set(rows.map(({ coin }) => coin))].map((coin) => {
    const of = (direction: Stakes['direction'], field: 'stake' | 'winnings') =>
      rows
        .filter((row) => row.coin === coin && row.direction === direction)
        .reduce((total, row) => total.plus(row[field]), ZERO);
    const directions = ['rise', 'fall', 'even'] as const;
    const losses = directions.map((winner) =>
      directions
        .filter((other) => other !== winner)
        .reduce((loss, other) => loss.minus(of(other, 'stake')), of(winner, 'winnings')),
    );
    const [rise, fall, even] = directions.map((direction) => of(direction, 'stake').toFixed()) as [
      string,
      string,
      string,
    ];
    return { coin, rise, fall, even, worst: Decimal.max(ZERO, ...losses).toFixed() };
  });
}
