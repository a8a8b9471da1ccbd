import { Injectable, Logger } from '@nestjs/common';
import { PREMIUM_SAMPLE_MS, premium } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog, TradableMarkets } from '../../markets/market-board/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { FundingStore } from './funding.store.js';

const DECIMALS = 18;

/** Samples the premium of futures over their index every five seconds, while an operator halts them, too: prices go on. */
@Injectable()
export class SamplePremiums {
  private readonly logger = new Logger(SamplePremiums.name);

  constructor(
    private readonly catalog: MarketCatalog,
    private readonly prices: TradableMarkets,
    private readonly markets: DecisionMarkets,
    private readonly store: FundingStore,
    private readonly clock: Clock,
  ) {}

  /** Workers may overlap: the first sample of an interval wins. */
  async execute(): Promise<number> {
    await this.markets.known();
    const at = Math.floor(this.clock.now() / PREMIUM_SAMPLE_MS) * PREMIUM_SAMPLE_MS;
    const samples = this.catalog.all().flatMap((market) => {
      const tiers = this.markets.termsOf(market.id)?.tiers;
      // Real and demo money share one rate, so only prices that may move real money count.
      // A halted market is sampled too: an operator could otherwise choose by a halt which hours make up the rate.
      const query = { marketId: market.id, product: 'perpetual', demo: false, evenHalted: true } as const;
      const now = market.perpetual && tiers ? this.prices.look(query) : null;
      if (!now?.book || now.index === null || now.indexState !== 'ok') return [];
      const value = premium(now.index, now.book, tiers?.[0]?.maxLeverage ?? 1);
      return { marketId: market.id, premium: value.toFixed(DECIMALS), index: now.index, origin: now.origin };
    });
    if (samples.length === 0) return 0;
    const refused = await this.store.savePremiums(new Date(at), samples);
    if (refused.length > 0) this.logger.warn(`The tape contradicts the premiums of the markets ${refused.join(', ')}.`);
    return samples.length - refused.length;
  }

  async forget(): Promise<void> {
    await this.store.forgetPremiums(new Date(this.clock.now()));
  }
}
