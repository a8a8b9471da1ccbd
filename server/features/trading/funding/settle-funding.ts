import { Injectable } from '@nestjs/common';
import { FUNDING_INTERVAL_MS, fundingStampBefore } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog, type MarketEntity } from '../../markets/market-board/index.js';
import { DecisionMarkets } from '../futures-index/index.js';
import { ChargePositions } from './charge-positions.js';
import { FundingStore } from './funding.store.js';

/** Rates of missed stamps that are decided in one run. */
const AT_ONCE = 500;

/**
 * Funding at 00, 08 and 16 UTC (B.3): the rate comes from the interval's premiums, the notional from the mark on the
 * tape at the stamp. Idempotent for each position and stamp, whenever and by however many workers it runs. A market that is
 * halted or closed (B.20) pays and charges nothing: a rate is for the part of the hours in which it could be traded, and what
 * fell due in a halt waits for its end (decision 186). A stamp is void, which its row says, where the session is closed, the
 * market was halted throughout, or no mark or no premium was recorded. One rate serves both books, so that prices that may
 * not move real money make none.
 */
@Injectable()
export class SettleFunding {
  private isRunning = false;

  constructor(
    private readonly catalog: MarketCatalog,
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
    const markets = this.catalog.all().filter(({ id, perpetual }) => perpetual && this.markets.termsOf(id));
    const ids = markets.map(({ id }) => id);
    const undecided = await this.store.undecided(stamp, ids, AT_ONCE);
    // Of whom a stamp is not decided yet no later one is: else it would be passed over.
    const waiting = new Set<number>();
    for (const at of new Set(undecided.map((key) => key.stamp.getTime()))) {
      const wanted = new Set(undecided.filter((key) => key.stamp.getTime() === at).map(({ marketId }) => marketId));
      const next = markets.filter(({ id }) => wanted.has(id) && !waiting.has(id));
      for (const marketId of await this.rateStamp(at, next)) waiting.add(marketId);
    }
  }

  /**
   * Decides these markets' rates of one stamp.
   * @returns the markets that wait: halted ones, and those where the mark of the stamp, or a later one up to it, may still come on the
   *   tape.
   */
  private async rateStamp(at: number, markets: readonly MarketEntity[]): Promise<number[]> {
    const stamp = new Date(at);
    const now = new Date(this.clock.now());
    const origins = this.markets.realMoneyOrigins();
    const waiting: number[] = [];
    for (const market of markets) {
      const open = this.catalog.openSpans(market, at - FUNDING_INTERVAL_MS, at + 1);
      if (!(await this.store.decide({ marketId: market.id, stamp }, { open, origins }, now))) waiting.push(market.id);
    }
    return waiting;
  }
}
