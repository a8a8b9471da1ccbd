import { Injectable, Logger } from '@nestjs/common';
import { type OptionResult, resultAt } from '../../../contract/rules/option-settlement.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { endsPass, isTimeLimit, isWorthAnotherTry } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { inPages } from '../../../platform/jobs/in-pages.js';
import { inHalves } from '../../../platform/jobs/in-halves.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { batchesByUser } from '../../wallet/ledger/index.js';
import { type DueOption, type DueWindow, SettlementsStore, type StoredSettlement } from './settlements.store.js';

/** Windows that are looked at in one run, and how many beside each other. */
const WINDOWS_MAX = 1000;
const WINDOW_LANES = 3;
/** Orders that are settled in one transaction, and how many transactions of a window run beside each other. */
const BATCH_MAX = 2500;
const BATCH_LANES = 3;
const PAGE_MAX = 50_000;
/** An order that cannot be settled is left alone for so long; its money stays frozen. */
const PARKED_MS = 30_000;

/** What a window's orders get, by what they differ in. */
interface Outcomes {
  /** Of the settlement. */
  id: string;
  demo: boolean;
  outcomes: readonly (DueOption & { result: OptionResult })[];
}

export interface SettledRun {
  settled: number;
  /** Windows whose samples are still to be written. */
  waiting: number;
}

/** Settles whatever is due: from the tape alone, each order once, however often and wherever it is run. */
@Injectable()
export class SettleOptions {
  private readonly logger = new Logger('Options');
  /** Orders that failed, with the instant at which they are tried again. */
  private readonly parked = new Map<string, number>();

  constructor(
    private readonly store: SettlementsStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** One failing window or order does not hold up the others. @throws when the database cannot be reached. */
  async execute(): Promise<SettledRun> {
    const now = this.clock.now();
    for (const [orderId, until] of this.parked) if (until <= now) this.parked.delete(orderId);
    const windows = await this.store.due(now, WINDOWS_MAX);
    const oldest = Math.min(now, ...windows.map(({ closesAt }) => closesAt));
    this.metrics.optionLagSeconds.set((now - oldest) / 1000);
    let waiting = 0;
    const counts = await inLanes(windows, WINDOW_LANES, async (window) => {
      try {
        const settlement = (await this.store.find(window)) ?? (await this.store.decide(window, now));
        if (settlement) return await this.settleWindow(window, settlement);
        waiting += 1;
      } catch (error) {
        if (endsPass(error)) throw error;
        this.logger.error(`The window of market ${window.marketId} at ${window.closesAt} failed: ${String(error)}`);
      }
      return 0;
    });
    this.metrics.optionsParked.set(this.parked.size);
    return { settled: counts.reduce((sum, count) => sum + count, 0), waiting };
  }

  private async settleWindow(window: DueWindow, settlement: StoredSettlement): Promise<number> {
    const { price } = settlement;
    const { options, entries } = await this.store.options(window);
    await this.store.saveEntries(window.marketId, entries);
    const outcomes = options.map((option) => ({
      ...option,
      result: price === null ? ('void' as const) : resultAt(price, option),
    }));
    let total = 0;
    for (const demo of [false, true]) {
      const due = (limit: number) => this.store.orders(window, demo, { limit, except: [...this.parked.keys()] });
      const settle = (ids: string[]) => this.settleBatch(window, { id: settlement.id, demo, outcomes }, ids);
      total += await inPages(PAGE_MAX, due, async (orders) => {
        const counts = await inLanes(batchesByUser(orders, BATCH_MAX), BATCH_LANES, settle);
        return counts.reduce((sum, count) => sum + count, 0);
      });
    }
    return total;
  }

  /** A batch that fails is halved until the order is found that cannot be settled. */
  private settleBatch(window: DueWindow, settlement: Outcomes, ids: readonly string[]): Promise<number> {
    return inHalves(
      ids,
      (some) => this.settleTogether(window, settlement, some),
      (id, error) => {
        // Lock timeouts and overload are transient: the next run retries.
        if (isTimeLimit(error) || isWorthAnotherTry(error)) return;
        this.parked.set(id, this.clock.now() + PARKED_MS);
        this.logger.error(`Order ${id} cannot be settled: ${String(error)}`);
      },
    );
  }

  private async settleTogether(window: DueWindow, { id, ...batch }: Outcomes, ids: readonly string[]): Promise<number> {
    const at = this.clock.now();
    const { settled } = await this.transactions.runStatement(async (tx) => {
      const done = await this.store.settle(tx, { id, orderIds: [...ids] }, { ...batch, at });
      this.outbox.announce(tx, done.userIds);
      return done;
    });
    this.metrics.optionsSettled.inc(settled);
    const delay = (this.clock.now() - window.closesAt) / 1000;
    if (settled > 0) this.metrics.optionDelaySeconds.observe(delay);
    return settled;
  }
}
