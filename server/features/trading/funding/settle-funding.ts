import { Injectable } from '@nestjs/common';
import { FUNDING_INTERVAL_MS, fundingRate, fundingStampBefore } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { ReadTape } from '../../markets/tape/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { ChargePositions } from './charge-positions.js';
import { FundingStore } from './funding.store.js';

/** A mark older than this at the stamp is none. */
const MARK_AGE_MAX_MS = 10_000;
/** After this time the tape is complete at the stamp: a gap stays a gap. */
const TAPE_COMPLETE_MS = 60_000;
/** Rates of missed stamps that are decided in one run. */
const AT_ONCE = 500;

/**
 * Funding at 00, 08 and 16 UTC (B.3): the rate comes from the interval's premiums, the notional from the mark on the
 * tape at the stamp. Idempotent for each position and stamp, whenever and by however many workers it runs. A stamp is
 * void, which its row says, where the market was halted or closed (B.20), or where no mark or no premium was recorded. One rate serves both books, so that prices that may not move real money
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

  /**
   * Fixes the missing rates, oldest stamp first, so that none is ever passed over: of the last stamp, and of those that
   * passed while no worker was there.
   */
  private async rate(): Promise<void> {
    const stamp = new Date(fundingStampBefore(this.clock.now()));
    const perpetuals = this.catalog.all().filter(({ id, perpetual }) => perpetual && this.markets.termsOf(id));
    const ids = perpetuals.map(({ id }) => id);
    const undecided = await this.store.undecided(stamp, ids, AT_ONCE);
    for (const at of new Set(undecided.map((key) => key.stamp.getTime()))) {
      const wanted = new Set(undecided.filter((key) => key.stamp.getTime() === at).map(({ marketId }) => marketId));
      await this.rateStamp(
        at,
        perpetuals.filter(({ id }) => wanted.has(id)),
      );
    }
  }

  /** Decides these markets' rates of one stamp, but where the mark of the stamp, or a later one up to it, may still come on the tape. */
  private async rateStamp(at: number, markets: readonly MarketEntity[]): Promise<void> {
    const now = this.clock.now();
    const stamp = new Date(at);
    const origins = this.markets.realMoneyOrigins();
    const means = await this.store.means(new Date(at - FUNDING_INTERVAL_MS), stamp, origins);
    const byMarket = new Map(means.map((mean) => [mean.marketId, mean]));
    const ids = markets.map(({ id }) => id);
    const halted = await this.store.haltedAt(stamp, ids);
    const recorded = await this.readTape.allCompleteUntil(ids);
    for (const market of markets) {
      const sample = await this.readTape.lastUpTo(market.id, at, MARK_AGE_MAX_MS);
      const mark = sample && origins.includes(sample.origin) ? sample.mark : null;
      const { premium, samples } = byMarket.get(market.id) ?? { premium: '0', samples: 0 };
      const isHalted = halted.has(market.id);
      const reason = voidReason({ isHalted, isOpen: this.catalog.session(market, at).open, mark, samples });
      const goesByMark = reason === null || reason === 'no-price';
      if (goesByMark && now - at < TAPE_COMPLETE_MS && (recorded.get(market.id) ?? 0) < at) continue;
      const cap = this.markets.termsOf(market.id)?.tiers[0]?.rate ?? '0';
      const rate = reason === null ? fundingRate(premium, cap).toFixed() : '0';
      const decided = { marketId: market.id, stamp, decidedAt: new Date(now) };
      await this.store.keepRate({ ...decided, rate, premium, samples, mark: mark ?? '0', void: reason });
    }
  }
}

/** Why a stamp moves no money; null where it does. */
function voidReason(at: { isHalted: boolean; isOpen: boolean; mark: string | null; samples: number }) {
  if (at.isHalted) return 'halted';
  if (!at.isOpen) return 'closed';
  if (at.mark === null) return 'no-price';
  return at.samples === 0 ? 'no-premiums' : null;
}
