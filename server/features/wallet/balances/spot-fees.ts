import type { DecimalText } from '../../../contract/money.js';

/** What a spot trade costs, for the wallet's clients, who show it beside a coin. Implemented by spot, which stands above. */
export abstract class SpotFees {
  /** Percent of what is traded, of a coin with several markets on its first; '0' where it cannot be traded. */
  abstract percentOf(currencyId: number): Promise<DecimalText>;
}
