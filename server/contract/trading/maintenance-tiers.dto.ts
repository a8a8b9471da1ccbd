import type { DecimalText } from '../money.js';

/** One step of a maintenance table, ascending. Ratios are 0 to 1. */
export class MaintenanceTierView {
  /** Notional above which the step holds. */
  floor: DecimalText;
  cap: DecimalText;
  rate: DecimalText;
  deduction: DecimalText;
  maxLeverage: number;
}

/** A maintenance table that is announced: from its day on it judges whatever is open, also what was opened before. */
export class AnnouncedTiersView {
  /** When it takes effect, Unix milliseconds. */
  from: number;
  tiers: MaintenanceTierView[];
}
