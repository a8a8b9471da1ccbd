import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { endsPass, isTimeLimit, isWorthAnotherTry } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { batchesByUser } from '../../wallet/ledger/index.js';
import { FundingStore, type RateKey } from './funding.store.js';

/** Positions charged in one transaction, and transactions in parallel. */
const BATCH = 1000;
const LANES = 2;
/** Open positions read in one statement. */
const PAGE = 50_000;
/** Back-off of a rate after a position that could not be charged. */
const REST_MS = 30_000;
/**
 * An order takes its instant behind its locks and commits later: a position that was open at the stamp can become visible
 * after it. No statement and no transaction lasts this long.
 */
const COMMITTED_AFTER_MS = 60_000;

/**
 * Charges the positions that were open at a funding stamp. Idempotent, and safe to run in parallel or to kill at any
 * time: a locked position is skipped, and one that has its charge is not charged again. All positions of a user are in
 * one batch, so that they debit the account in order.
 */
@Injectable()
export class ChargePositions implements OnModuleDestroy {
  private readonly logger = new Logger(ChargePositions.name);
  /** Rates in back-off, and when they are retried. */
  private readonly resting = new Map<string, number>();
  private isEnding = false;

  constructor(
    private readonly store: FundingStore,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Shutdown: no new batch starts. */
  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** @returns how many were charged. The rate is settled once nobody was found and nobody can be any more. @throws when the database cannot be reached. */
  async execute(rate: RateKey): Promise<number> {
    if ((this.resting.get(nameOf(rate)) ?? 0) > this.clock.now()) return 0;
    this.resting.delete(nameOf(rate));
    let total = 0;
    for (;;) {
      const began = this.clock.now();
      const { found, charged } = await this.walk(rate);
      total += charged;
      if (this.isEnding) return total;
      if (found === 0) await this.end(rate, began);
      // The rest is locked by other transactions or in back-off: left to the next run.
      if (charged === 0) return total;
    }
  }

  /**
   * A pass found no position to charge. A transaction that took its instant before the stamp may commit a position until
   * {@link COMMITTED_AFTER_MS} behind it: the rate ends with the first empty pass that began after that.
   */
  private async end(rate: RateKey, looked: number): Promise<void> {
    const last = rate.stamp.getTime() + COMMITTED_AFTER_MS;
    if (looked < last) this.resting.set(nameOf(rate), last);
    else await this.store.end(rate, new Date(this.clock.now()));
  }

  /** One pass over the positions that were open. */
  private async walk(rate: RateKey): Promise<{ found: number; charged: number }> {
    const walked = { found: 0, charged: 0 };
    for (let after: string | null = '0'; after !== null && !this.isEnding; ) {
      const { positions, last } = await this.store.due(rate, after, PAGE);
      const batches = batchesByUser(positions, BATCH);
      const charged = await inLanes(batches, LANES, (ids) => this.charge(rate, ids));
      walked.found += positions.length;
      walked.charged += charged.reduce((sum, count) => sum + count, 0);
      after = last;
    }
    return walked;
  }

  /** Bisects a failing batch until the position that cannot be charged is found. */
  private async charge(rate: RateKey, ids: readonly string[]): Promise<number> {
    if (this.isEnding) return 0;
    try {
      return await this.transactions.run(async (tx) => {
        const { charged, users } = await this.store.charge(tx, rate, ids, new Date(this.clock.now()));
        this.outbox.announce(tx, users);
        return charged;
      });
    } catch (error) {
      if (endsPass(error)) throw error;
      if (ids.length === 1) {
        this.leave(rate, ids[0] as string, error);
        return 0;
      }
      const half = Math.ceil(ids.length / 2);
      const left = await this.charge(rate, ids.slice(0, half));
      return left + (await this.charge(rate, ids.slice(half)));
    }
  }

  private leave(rate: RateKey, id: string, error: unknown): void {
    // Lock timeouts and overload are transient: the next run retries.
    if (isTimeLimit(error) || isWorthAnotherTry(error)) return;
    this.resting.set(nameOf(rate), this.clock.now() + REST_MS);
    this.logger.error(
      `Position ${id} cannot be charged with the funding of ${rate.stamp.toISOString()}: ${String(error)}`,
    );
  }
}

const nameOf = ({ marketId, stamp }: RateKey) => `${marketId}:${stamp.getTime()}`;
