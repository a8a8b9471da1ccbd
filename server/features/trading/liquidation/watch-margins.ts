import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { MarketCatalog, MarketUpdates } from '../../markets/market-board/index.js';
import { type AccountKey, FollowOpenPositions, FuturesIndex } from '../futures-index/index.js';
import { CheckMargins } from './check-margins.js';
import { ReachedMargins } from './reached-margins.js';

/** Rows that have changed are taken up this often. */
const FOLLOW_MS = 250;
const SWEEP_MS = 1000;
const TERMS_MS = 60_000;
/** Accounts that are computed in one look at changed rows. */
const AT_ONCE = 500;
/** Warned positions that are looked at again in one sweep. */
const WARNED_AT_ONCE = 500;

/** The work that watching starts. */
@Injectable()
export class MarginWork {
  constructor(
    readonly check: CheckMargins,
    readonly contracts: FuturesIndex,
  ) {}
}

/**
 * Watches margins in every process with the role `worker`: each sample of a mark is held against the index, and whom
 * it reaches is judged. Several workers do the same at once; the rows decide who acts.
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
    private readonly work: MarginWork,
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

  /** Judges whom the marks have reached; one run at a time, and another when marks moved meanwhile. */
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
    await this.work.check.execute(ids, accounts);
  }

  /** Takes up changed rows and computes the accounts that they belong to. */
  private async follow(): Promise<void> {
    await this.keep.follow();
    const { dirty } = this.work.contracts;
    if (dirty.size === 0) return;
    const accounts = [...dirty].slice(0, AT_ONCE);
    for (const key of accounts) dirty.delete(key);
    await this.judge([], accounts);
  }

  /** What no mark tells of: money that moved, and warned positions that may have recovered. */
  private async sweep(): Promise<void> {
    await this.keep.followMoney();
    const warned = [...this.work.contracts.warnedPositions];
    if (this.warnedFrom >= warned.length) this.warnedFrom = 0;
    await this.judge(warned.slice(this.warnedFrom, this.warnedFrom + WARNED_AT_ONCE), []);
    this.warnedFrom += WARNED_AT_ONCE;
  }

  /** Runs the work now and again; never twice at the same time, and a failure is not the last word. */
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
