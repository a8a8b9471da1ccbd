import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { MarketCatalog, MarketUpdates } from '../../markets/market-board/index.js';
import { type AccountKey, FollowOpenPositions } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import { ReachedMargins } from './reached-margins.js';

/** How often changed rows are applied to the index. */
const FOLLOW_MS = 250;
const SWEEP_MS = 1000;
const TERMS_MS = 60_000;
/** Cross accounts recomputed in one pass. */
const AT_ONCE = 500;
/** Warned positions checked in one sweep. */
const WARNED_AT_ONCE = 500;

/**
 * Watches margins in every process with the role `worker`: each sample of a mark is looked up in the index, and the
 * positions that it reaches are decided. Workers may overlap: row versions let only one of them execute.
 */
@Injectable()
export class WatchMargins implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(WatchMargins.name);
  private readonly timers: NodeJS.Timeout[] = [];
  private stop: (() => void) | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private readonly moved = new Set<number>();
  private warnedFrom = 0;

  constructor(
    private readonly config: Config,
    private readonly updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
    private readonly keep: FollowOpenPositions,
    private readonly reached: ReachedMargins,
    private readonly checkMargins: CheckMargins,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.config.values.ROLES.includes('worker')) return;
    this.stop = this.updates.on(({ mark }) => {
      for (const symbol of mark) {
        const market = this.catalog.bySymbol(symbol);
        if (!market?.perpetual) continue;
        this.reached.sample(market.id);
        this.moved.add(market.id);
      }
      if (mark.length > 0) this.wake();
    });
    this.every(FOLLOW_MS, () => this.follow());
    this.every(SWEEP_MS, () => this.sweep());
    this.every(TERMS_MS, () => this.keep.readTerms());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop?.();
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  /** Decides the positions that the marks have reached; one run at a time, and one more when marks moved meanwhile. */
  wake(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.run()
      .catch((error: unknown) => this.logger.warn(`Margins could not be checked: ${String(error)}`))
      .finally(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  private async run(): Promise<void> {
    if (!this.keep.loaded) return;
    const markets = [...this.moved];
    this.moved.clear();
    const { ids, accounts } = this.reached.by(markets);
    await this.judge(ids, accounts);
  }

  private async judge(ids: readonly number[], accounts: readonly AccountKey[]): Promise<void> {
    await this.checkMargins.execute(ids, accounts);
  }

  /** Applies changed rows and recomputes their accounts. */
  private async follow(): Promise<void> {
    await this.keep.follow();
    const accounts = this.reached.takeDirty(AT_ONCE);
    if (accounts.length > 0) await this.judge([], accounts);
  }

  /** Covers what no mark triggers: balances that changed, and warned positions that may have recovered. */
  private async sweep(): Promise<void> {
    await this.keep.followMoney();
    const warned = this.reached.warned();
    if (this.warnedFrom >= warned.length) this.warnedFrom = 0;
    await this.judge(warned.slice(this.warnedFrom, this.warnedFrom + WARNED_AT_ONCE), []);
    this.warnedFrom += WARNED_AT_ONCE;
  }

  /** Runs the work periodically, without overlap; a failure is logged and the next run tries again. */
  private every(milliseconds: number, work: () => Promise<void>): void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      work()
        .catch((error: unknown) => this.logger.warn(`Open contracts could not be followed: ${String(error)}`))
        .finally(() => {
          busy = false;
        });
    }, milliseconds);
    timer.unref();
    this.timers.push(timer);
  }
}
