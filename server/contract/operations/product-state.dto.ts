import type { PriceOrigin } from '../markets/markets.dto.js';
import type { DecimalText } from '../money.js';

/** What users hold open of one market's contracts and options, real money: the house is on the other side of it. */
export class MarketExposureView {
  marketId: number;
  symbol: string;
  /** Quantities of the base coin. */
  long: DecimalText;
  short: DecimalText;
  base: string;
  quote: string;
  /** The mark, or the last price where there is none; null: no price. */
  price: DecimalText | null;
  priceAgeMs: number | null;
  /** In the quote currency at that price; above zero: users are long, and the house loses when it rises. */
  net: DecimalText | null;
  /** Stakes of open options, by what they bet on. */
  options: OptionStakesView[];
}

export class OptionStakesView {
  coin: string;
  rise: DecimalText;
  fall: DecimalText;
  even: DecimalText;
  /** What the house pays beside the stakes where the dearer side wins. */
  worst: DecimalText;
}

/** What the house earned (above zero) and spent in one currency, since the beginning, real money. */
export class HouseProfitView {
  coin: string;
  /** From users' gains and losses, fees, penalties. */
  trading: DecimalText;
  fees: DecimalText;
  penalties: DecimalText;
  interest: DecimalText;
  rebates: DecimalText;
  /** Changes by hand. */
  adjustments: DecimalText;
  total: DecimalText;
  insurance: DecimalText;
}

/** Whether what is outside the books covers what users own. */
export class CoverageView {
  coin: string;
  /** What users own, what is held between them included. */
  owed: DecimalText;
  /** What came in from outside less what went out: what wallets and banks have to hold. */
  held: DecimalText;
  /** `held` as a part of `owed`, cut to four decimals; null where nothing is owed. */
  ratio: DecimalText | null;
}

export class ProductStateView {
  at: number;
  exposure: MarketExposureView[];
  profit: HouseProfitView[];
  coverage: CoverageView[];
}

export class FeedMarketView {
  symbol: string;
  status: string;
  reason: string | null;
  origin: PriceOrigin;
  indexState: string;
  /** Since the last price was made at its source; null: there is none. */
  ageMs: number | null;
}

export class FeedStateView {
  at: number;
  /** Whether a feeding process is followed. */
  fed: boolean;
  /** Since its last word. */
  ageMs: number;
  live: number;
  total: number;
  /** Those that are not live, at most 50. */
  others: FeedMarketView[];
  /** The oldest price of a market that is live; null: none is. */
  oldestMs: number | null;
}
