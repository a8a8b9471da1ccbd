import { Injectable } from '@nestjs/common';
import { FUNDING_INTERVAL_MS, fundingRate, fundingStampBefore } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { ReadTape } from '../../markets/tape/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { ChargePositions } from './charge-positions.js';
import { FundingStore } from './funding.store.js';

/** A mark older than this at the stamp is none. */
const MARK_AGE_MAX_MS = 10_000;
/** After this time the tape is complete at the stamp: a gap stays a gap. */
const TAPE_COMPLETE_MS = 60_000;

/**
 * Funding at 00, 08 and 16 UTC (B.3): the rate comes from the interval's premiums, the notional from the mark on the
 * tape at the stamp. Idempotent for each position and stamp, whenever and by however many workers it runs. A stamp
 * without a mark on the tape has the rate zero. One rate serves both books, so that prices that may not move real money
 * make none.
 */
@Injectable()
export class SettleFunding {
  private isRunning = false;

  constructor(
    private readonly catalog: MarketCatalog,
    private readonly readTape: ReadTape,
    private readonly markets: DecisionMarkets,
    private readonly store: FundingStore,
    private readonly chargePositions: ChargePositions,
    private readonly clock: Clock,
  ) {}

  /** @returns how many positions were charged: none while an earlier run of this process is still at it. */
  async execute(): Promise<number> {
    if (this.isRunning) return 0;
    this.isRunning = true;
    try {
      return await this.run();
    } finally {
      this.isRunning = false;
    }
  }

  private async run(): Promise<number> {
    await this.markets.known();
    await this.rate();
    let charged = 0;
    for (const rate of await this.store.unsettled()) charged += await this.chargePositions.execute(rate);
    return charged;
  }

  /** Fixes the missing rates of the last stamp. */
  private async rate(): Promise<void> {
    const now = this.clock.now();
    const stamp = fundingStampBefore(now);
    const perpetuals = this.catalog.all().filter(({ id, perpetual }) => perpetual && this.markets.termsOf(id));
    const missing = await this.store.unrated(
      new Date(stamp),
      perpetuals.map(({ id }) => id),
    );
    if (missing.length === 0) return;
    const origins = this.markets.realMoneyOrigins();
    const means = await this.store.means(new Date(stamp - FUNDING_INTERVAL_MS), new Date(stamp), origins);
    const byMarket = new Map(means.map((mean) => [mean.marketId, mean]));
    for (const marketId of missing) {
      const sample = await this.readTape.lastUpTo(marketId, stamp, MARK_AGE_MAX_MS);
      const mark = sample && origins.includes(sample.origin) ? sample.mark : null;
      if (mark === null && now - stamp < TAPE_COMPLETE_MS) continue;
      const { premium, samples } = byMarket.get(marketId) ?? { premium: '0', samples: 0 };
      const cap = this.markets.termsOf(marketId)?.tiers[0]?.rate ?? '0';
      const rate = mark === null ? '0' : fundingRate(premium, cap).toFixed();
      await this.store.keepRate({
        marketId,
        stamp: new Date(stamp),
        rate,
        premium,
        samples,
        mark: mark ?? '0',
        decidedAt: new Date(now),
      });
    }
  }
}
