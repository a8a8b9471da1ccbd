import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
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
export interface Outcome {
  /** How many positions were closed, wholly or in part. */
  closed: number;
  /** Those to decide again: others have taken the levels that they were priced by. */
  overtaken: ClosingGroup[];
  /** Those to decide again: those in front of them take less of the book than they were priced by. */
  behind: ClosingGroup[];
  /** Those to decide again, each by itself: they could not be closed together. */
  alone: ClosingGroup[];
  /** Those to decide again at once, each by itself: something of them has changed since, and may change again. */
  changed: ClosingGroup[];
  /** What failed, when everything else was done. */
  failures: unknown[];
}

/** Groups per transaction with deleveraging, which locks other users' positions. */
const DELEVERAGE_AT_ONCE = 25;

const NOTHING: Outcome = { closed: 0, overtaken: [], behind: [], alone: [], changed: [], failures: [] };

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

  /** Closes first, so that a failed warning does not prevent a liquidation. */
  async execute({ groups, levels, marks }: Verdict): Promise<Outcome> {
    const done = groups.length === 0 ? NOTHING : await this.close(groups, marks);
    return sum(done, await failuresOf(() => this.warn(levels)));
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
    const done = await this.together(groups, marks);
    for (const { marketId } of groups.flatMap(({ items }) => items)) {
      const { markAt } = marks[marketId] as ReportedMarks;
      this.metrics.liquidationDelaySeconds.observe((this.clock.now() - markAt) / 1000);
    }
    const ids = groups.flatMap(({ all }) => all.map(([id]) => Number(id)));
    return sum(done, await failuresOf(() => this.followOpenPositions.refresh(ids)));
  }

  /**
   * All in one transaction, then so many of those that need deleveraging. The others of them are behind these, which take little or
   * nothing of the book that they were priced by.
   */
  private async together(groups: readonly ClosingGroup[], marks: Verdict['marks']): Promise<Outcome> {
    const { apart, ...done } = await this.batch({ groups, marks, deleverage: false });
    const left = named(groups, apart);
    if (left.length === 0) return done;
    const some = left.slice(0, DELEVERAGE_AT_ONCE);
    const deleveraged = await this.batch({ groups: some, marks, deleverage: true });
    return sum({ ...done, behind: [...done.behind, ...left.slice(DELEVERAGE_AT_ONCE)] }, deleveraged);
  }

  /**
   * In one transaction. Where it fails nothing of it is done: each is decided by itself then, as those in front of it do not take
   * what it was priced without, and one that fails by itself is not tried again.
   */
  private async batch(closing: Omit<Closing, 'at'>): Promise<Outcome & Pick<Executed, 'apart'>> {
    const { groups } = closing;
    try {
      const { acted, apart, overtaken, behind, changed } = await this.inTransaction(closing);
      const late = named(
        groups,
        overtaken.filter((id) => !behind.includes(id)),
      );
      const others = groups.filter(({ all }) => all[0] !== undefined && changed.includes(all[0][0]));
      return {
        ...NOTHING,
        closed: acted.length,
        apart,
        overtaken: late,
        behind: named(groups, behind),
        changed: others,
      };
    } catch (error) {
      if (endsPass(error)) throw error;
      if (groups.length === 1) return { ...NOTHING, apart: [], failures: [error] };
      this.logger.error(`${groups.length} positions could not be closed together: ${String(error)}`);
      return { ...NOTHING, apart: [], alone: [...groups] };
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

/** The groups that are named by their first positions. */
function named(groups: readonly ClosingGroup[], first: readonly string[]): ClosingGroup[] {
  return groups.filter(({ items }) => items[0] !== undefined && first.includes(items[0].id));
}

/** What failed of some work. @throws at once what concerns the whole process. */
async function failuresOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return NOTHING;
  } catch (error) {
    if (endsPass(error)) throw error;
    return { ...NOTHING, failures: [error] };
  }
}

function sum(one: Outcome, other: Outcome): Outcome {
  return {
    closed: one.closed + other.closed,
    overtaken: [...one.overtaken, ...other.overtaken],
    behind: [...one.behind, ...other.behind],
    alone: [...one.alone, ...other.alone],
    changed: [...one.changed, ...other.changed],
    failures: [...one.failures, ...other.failures],
  };
}
