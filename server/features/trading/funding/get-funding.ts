import { Injectable } from '@nestjs/common';
import type { FundingView } from '../../../contract/trading/liquidation.dto.js';
import { fundingRate, fundingStampBefore, nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { FundingStore } from './funding.store.js';

const PAST = 30;

/** The predicted next funding rate, and past rates. */
@Injectable()
export class GetFunding {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly markets: DecisionMarkets,
    private readonly store: FundingStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `markets.unknown-symbol`. */
  async execute(symbol?: string): Promise<FundingView[]> {
    const one = symbol === undefined ? undefined : this.catalog.bySymbol(symbol);
    if (symbol !== undefined && !one?.perpetual) throw new Refusal('markets.unknown-symbol');
    const now = this.clock.now();
    const means = await this.store.means(
      new Date(fundingStampBefore(now)),
      new Date(now),
      this.markets.realMoneyOrigins(),
    );
    const byMarket = new Map(means.map((mean) => [mean.marketId, mean]));
    const past = one ? await this.store.past(one.id, PAST) : [];
    const nextAt = nextFundingStamp(now);
    await this.markets.known();
    return (one ? [one] : this.catalog.all().filter(({ perpetual }) => perpetual)).map((market) => {
      const { premium, samples } = byMarket.get(market.id) ?? { premium: '0', samples: 0 };
      const cap = this.markets.termsOf(market.id)?.tiers[0]?.rate ?? '0';
      const rate = fundingRate(premium, cap).toFixed();
      return { symbol: market.symbol, rate, premium, samples, nextAt, countdownMs: nextAt - now, past };
    });
  }
}
