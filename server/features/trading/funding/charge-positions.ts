import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { isConnectionLoss, isTimeLimit, isWorthAnotherTry } from '../../../platform/database/transaction.js';
import { inLanes } from '../../../platform/jobs/in-lanes.js';
import { batchesByUser } from '../../wallet/ledger/index.js';
import { ActingParts } from '../futures-index/index.js';
import { FundingStore, type RateKey } from './funding.store.js';

/** Positions that are charged in one transaction, and how many transactions run beside each other. */
const BATCH = 1000;
const LANES = 2;
/** Open positions that are looked at in one statement. */
const PAGE = 50_000;
/** Where a position cannot be charged, its market is left alone for so long. */
const REST_MS = 30_000;

/**
 * Charges whoever was open at a stamp. Any number of workers may do it at once, be repeated, or be killed at any instant:
 * a position that somebody is at is skipped, and one that has its charge is not charged again. All positions of a user
 * go together, so that they take from his account in their order.
 */
@Injectable()
export class ChargePositions implements OnModuleDestroy {
  private readonly logger = new Logger(ChargePositions.name);
  /** Rates with a position that cannot be charged, and the instant at which they are tried again. */
  private readonly resting = new Map<string, number>();
  private isEnding = false;

  constructor(
    private readonly store: FundingStore,
    private readonly parts: ActingParts,
  ) {}

  /** The process ends: the batches that run are the last ones. */
  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** @returns how many were charged. The rate is settled once nobody was found. @throws when the database cannot be reached. */
  async execute(rate: RateKey): Promise<number> {
    const name = `${rate.marketId}:${rate.stamp.getTime()}`;
    if ((this.resting.get(name) ?? 0) > this.parts.clock.now()) return 0;
    this.resting.delete(name);
    let total = 0;
    for (;;) {
      const { found, charged } = await this.walk(rate);
      total += charged;
      if (this.isEnding) return total;
      if (found === 0) await this.store.end(rate, new Date(this.parts.clock.now()));
      // What is left is somebody else's, or has to wait: the next run looks again.
      if (charged === 0) return total;
    }
  }

  /** Looks at all that were open, once. */
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

  /** A batch that fails is halved until the position is found that cannot be charged. */
  private async charge(rate: RateKey, ids: readonly string[]): Promise<number> {
    if (this.isEnding) return 0;
    const { clock, outbox, transactions } = this.parts;
    try {
      return await transactions.run(async (tx) => {
        const { charged, users } = await this.store.charge(tx, rate, ids, new Date(clock.now()));
        outbox.announce(tx, users);
        return charged;
      });
    } catch (error) {
      if (isConnectionLoss(error)) throw error;
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
    // Somebody else holds the account, or the machine is busy: that passes, and the next run tries again.
    if (isTimeLimit(error) || isWorthAnotherTry(error)) return;
    this.resting.set(`${rate.marketId}:${rate.stamp.getTime()}`, this.parts.clock.now() + REST_MS);
    this.logger.error(
      `Position ${id} cannot be charged with the funding of ${rate.stamp.toISOString()}: ${String(error)}`,
    );
  }
}
