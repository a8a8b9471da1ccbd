import { Injectable } from '@nestjs/common';
import type { Loop } from '../../../platform/loop/loop.js';
import { Loops } from '../../../platform/loop/loops.js';
import { MarketCatalog, MarketUpdates } from '../../markets/market-board/index.js';
import { type AccountKey, FollowOpenPositions } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import { ReachedMargins } from './reached-margins.js';

/** How often changed rows are applied to the index. */
const FOLLOW_MS = 250;
const SWEEP_MS = 1000;
/** Interval of reloading the maintenance tables: how soon a change takes effect here. */
const TERMS_MS = 5000;
/** Cross accounts recomputed in one pass. */
const AT_ONCE = 500;
/** Warned positions checked in one sweep. */
const WARNED_AT_ONCE = 500;

/**
 * Watches margins in every process with the role `worker`: each sample of a mark is looked up in the index, and the
 * positions that it reaches are decided. Workers may overlap: row versions let only one of them execute.
 */
@Injectable()
export class WatchMargins {
  private readonly loop: Loop;
  private readonly moved = new Set<number>();
  private warnedFrom = 0;

  constructor(
    loops: Loops,
    private readonly updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly reached: ReachedMargins,
    private readonly checkMargins: CheckMargins,
  ) {
    const role = 'worker';
    this.loop = loops.add({ name: 'margins.check', role, listen: () => this.listen(), round: () => this.round() });
    loops.add({ name: 'margins.follow', role, everyMs: FOLLOW_MS, round: () => this.follow() });
    loops.add({ name: 'margins.sweep', role, everyMs: SWEEP_MS, round: () => this.sweep() });
    loops.add({ name: 'margins.terms', role, everyMs: TERMS_MS, round: () => this.followOpenPositions.readTerms() });
  }

  private listen(): () => void {
    return this.updates.on(({ mark }) => {
      for (const symbol of mark) {
        const market = this.catalog.bySymbol(symbol);
        if (!market?.perpetual) continue;
        this.reached.sample(market.id);
        this.moved.add(market.id);
      }
      if (mark.length > 0) this.loop.wake();
    });
  }

  /** Decides the positions that the marks have reached. */
  private async round(): Promise<void> {
    if (!this.followOpenPositions.loaded) return;
    const markets = [...this.moved];
    this.moved.clear();
    const { ids, accounts } = this.reached.by(markets);
    await this.judge(ids, accounts);
  }

  private async judge(ids: readonly number[], accounts: readonly AccountKey[]): Promise<void> {
    await this.checkMargins.execute(ids, accounts);
  }

  /** Applies changed rows and recomputes their accounts. */
  async follow(): Promise<void> {
    await this.followOpenPositions.follow();
    const accounts = this.reached.takeDirty(AT_ONCE);
    if (accounts.length === 0) return;
    try {
      await this.judge([], accounts);
    } catch (error) {
      // It is unknown which thresholds were computed before the failure, so all accounts are recomputed.
      this.reached.putDirty(accounts);
      throw error;
    }
  }

  /** Covers what no mark triggers: balances that changed, markets that count as paused now, and warned positions that may have recovered. */
  async sweep(): Promise<void> {
    await this.followOpenPositions.followMoney();
    await this.reached.putPaused();
    const warned = this.reached.warned();
    if (this.warnedFrom >= warned.length) this.warnedFrom = 0;
    const from = this.warnedFrom;
    // The loop goes on after a failure: one failed slice does not stop the slices after it.
    this.warnedFrom += WARNED_AT_ONCE;
    await this.judge(warned.slice(from, from + WARNED_AT_ONCE), []);
  }
}
