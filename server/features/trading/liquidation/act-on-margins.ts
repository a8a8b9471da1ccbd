import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Failures } from '../../../platform/database/failures.js';
import { endsPass } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { type ClosingGroup, FollowOpenPositions, type ReportedMarks } from '../futures-index/index.js';
import { type Closing, type Executed, type LevelChange, LiquidationStore } from './liquidation.store.js';

/** Decisions about some positions, not executed yet. */
export interface Verdict {
  groups: ClosingGroup[];
  levels: LevelChange[];
  /** The marks that the decisions were made by. */
  marks: Record<number, ReportedMarks>;
}

/** What became of some decisions. */
interface Outcome {
  /** How many positions were closed, wholly or in part. */
  closed: number;
  /** Those to decide again: others have taken the levels that they were priced by. */
  overtaken: ClosingGroup[];
}

/** Groups per transaction with deleveraging, which locks other users' positions. */
const DELEVERAGE_AT_ONCE = 25;

const NOTHING: Outcome = { closed: 0, overtaken: [] };

/** Executes decisions: warns, closes. Rows must still have the versions that were decided on. */
@Injectable()
export class ActOnMargins {
  private readonly logger = new Logger(ActOnMargins.name);

  constructor(
    private readonly store: LiquidationStore,
    private readonly followOpenPositions: FollowOpenPositions,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Closes first, so that a failed warning does not prevent a liquidation.
   * @throws the failures, after all other decisions were executed.
   */
  async execute({ groups, levels, marks }: Verdict): Promise<Outcome> {
    const failures = new Failures();
    const done = groups.length === 0 ? NOTHING : await failures.apart(() => this.close(groups, marks), NOTHING);
    await failures.apart(() => this.warn(levels), undefined);
    failures.end();
    return done;
  }

  private async warn(levels: readonly LevelChange[]): Promise<void> {
    if (levels.length === 0) return;
    try {
      await this.transactions.run(async (tx) => {
        this.outbox.announce(tx, await this.store.warn(tx, levels, new Date(this.clock.now())));
      });
    } catch (error) {
      if (endsPass(error)) throw error;
      // The stored level is unchanged, so the next check warns again.
      this.logger.error(`${levels.length} warnings could not be written: ${String(error)}`);
    }
    await this.followOpenPositions.refresh(
      levels.flatMap(({ positionId }) => (positionId === null ? [] : [Number(positionId)])),
    );
  }

  private async close(groups: readonly ClosingGroup[], marks: Verdict['marks']): Promise<Outcome> {
    try {
      return await this.together(groups, marks);
    } finally {
      for (const { marketId } of groups.flatMap(({ items }) => items)) {
        const { markAt } = marks[marketId] as ReportedMarks;
        this.metrics.liquidationDelaySeconds.observe((this.clock.now() - markAt) / 1000);
      }
      await this.followOpenPositions.refresh(groups.flatMap(({ all }) => all.map(([id]) => Number(id))));
    }
  }

  /** All in one transaction, then those that need deleveraging; one by one when one of them fails. */
  private async together(groups: readonly ClosingGroup[], marks: Verdict['marks']): Promise<Outcome> {
    try {
      const done = await this.inTransaction({ groups, marks, deleverage: false });
      const left = groups.filter(({ items }) => items.some(({ id }) => done.apart.includes(id)));
      return sum(outcomeOf(groups, done), await this.deleveraging(left, marks));
    } catch (error) {
      if (endsPass(error) || groups.length === 1) throw error;
      this.logger.error(`${groups.length} positions could not be closed together: ${String(error)}`);
      return this.deleveraging(groups, marks, 1);
    }
  }

  private async deleveraging(
    groups: readonly ClosingGroup[],
    marks: Verdict['marks'],
    atOnce = DELEVERAGE_AT_ONCE,
  ): Promise<Outcome> {
    const failures = new Failures();
    let done = NOTHING;
    for (let from = 0; from < groups.length; from += atOnce) {
      const some = groups.slice(from, from + atOnce);
      done = sum(done, await failures.apart(() => this.batch(some, marks), NOTHING));
    }
    failures.end();
    return done;
  }

  /** With deleveraging, together; one by one when one of them fails. */
  private async batch(some: readonly ClosingGroup[], marks: Verdict['marks']): Promise<Outcome> {
    try {
      return outcomeOf(some, await this.inTransaction({ groups: some, marks, deleverage: true }));
    } catch (error) {
      if (endsPass(error) || some.length === 1) throw error;
      this.logger.error(`Position ${some[0]?.items[0]?.id} or its neighbours could not be closed: ${String(error)}`);
      return this.deleveraging(some, marks, 1);
    }
  }

  private async inTransaction(closing: Omit<Closing, 'at'>): Promise<Executed> {
    return this.transactions.run(async (tx) => {
      const done = await this.store.execute(tx, { ...closing, at: new Date(this.clock.now()) });
      this.outbox.announce(tx, [...new Set(closing.groups.map(({ userId }) => userId))]);
      return done;
    });
  }
}

function outcomeOf(groups: readonly ClosingGroup[], { acted, overtaken }: Executed): Outcome {
  return {
    closed: acted.length,
    overtaken: groups.filter(({ items }) => items[0] !== undefined && overtaken.includes(items[0].id)),
  };
}

function sum(one: Outcome, other: Outcome): Outcome {
  return { closed: one.closed + other.closed, overtaken: [...one.overtaken, ...other.overtaken] };
}
