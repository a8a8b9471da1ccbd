import type { PriceOrigin } from '../markets/markets.dto.js';
import type { DecimalText } from '../money.js';
import type { OptionDirection } from '../rules/option-settlement.rules.js';

/** By which rule an order is settled. */
export class OptionRuleView {
  version: 1;
  windowSeconds: number;
  decimals: number;
  constituentsMin: number;
  origin: PriceOrigin;
}

/** What an order is settled by. */
export class OptionContractView {
  direction: OptionDirection;
  entry: DecimalText;
  evenBand: DecimalText;
  closesAt: number;
  rule: OptionRuleView;
}
