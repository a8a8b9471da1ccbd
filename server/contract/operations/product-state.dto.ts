import { IsIn, Matches } from 'class-validator';
import type { PriceOrigin } from '../markets/markets.dto.js';
import type { DecimalText } from '../money.js';
import { OptionalText } from '../text-fields.js';
import type { MarketProduct } from './words.js';

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

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export class MarketProfitRequest {
  /** The first day, `2026-01-01`, UTC. */
  @Matches(DAY)
  from: string;

  /** The last day. 366 days at most, 31 where each is by itself. */
  @Matches(DAY)
  to: string;

  /** `1`: demo money. */
  @OptionalText(1)
  @IsIn(['0', '1'])
  demo?: '0' | '1';

  /** `day`: each day by itself. Left out: the days together. */
  @OptionalText(3)
  @IsIn(['day'])
  by?: 'day';
}

/** What the house won (above zero) or lost on one market's product in one currency, as its books were posted in these days. */
export class MarketProfitView {
  /** `2026-01-01`, UTC; null: all days together. */
  day: string | null;
  /** Null: of no market that is known. */
  marketId: number | null;
  symbol: string | null;
  product: MarketProduct;
  coin: string;
  /** From users' gains and losses; of spot the coins that the house bought and sold, each coin by itself. */
  trading: DecimalText;
  fees: DecimalText;
  /** What longs and shorts paid to each other, less what they received: the house is the other side of the difference. */
  funding: DecimalText;
  /** The three together. */
  total: DecimalText;
  /** What the insurance fund received (above zero) and paid. Not the house's profit. */
  insurance: DecimalText;
}

export class MarketProfitsView {
  /** By day, the newest first, then by market. */
  list: MarketProfitView[];
}
