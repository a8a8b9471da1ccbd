import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { Config } from '../config/config.js';
import { HealthRegistry } from '../health/health.registry.js';
import type { Loop } from '../loop/loop.js';
import { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { LatestAnswer } from './latest-answer.js';
import { onConnection } from './one-connection.js';
import { positionOf, ReplayAge } from './replay-age.js';
import { isConnectionLoss } from './transaction.js';
import { asKind } from './work-kind.js';

const LOOK_MS = 1000;
/** While a read waits for what was committed before it. */
const ASK_AGAIN_MS = 5;

/**
 * `fit`: it is asked. Else the primary is, because the standby was not looked at yet (`unseen`), gives no answer (`away`), has not what
 * was committed (`behind`), is no standby, for example any more (`promoted`), or is one of another primary (`another`).
 */
const STATES = ['fit', 'unseen', 'away', 'behind', 'promoted', 'another'] as const;
type StandbyState = (typeof STATES)[number];

/** Where the primary's log ends, and which installation of Postgres that is, standbys included. */
interface Place {
  position: string;
  system: string;
}

/**
 * The standby of DATABASE_READ_URL, for reads of what has happened. It is never older than the question: each read first asks how far
 * the primary is, and is answered here once that much has been replayed, so that whoever was told of something finds it (decision 120).
 * A standby that needs longer than DATABASE_READ_AGE_MS is left alone until a look finds it in order again.
 */
@Injectable()
export class Standby {
  private readonly logger = new Logger('Standby');
  /** None where there is no standby. */
  private readonly looks: Loop | null;
  private readonly ageMs: number;
  private readonly age = new ReplayAge();
  private readonly place = new LatestAnswer(() => this.askPrimary());
  private state: StandbyState = 'unseen';

  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    config: Config,
    loops: Loops,
    private readonly metrics: Metrics,
    health: HealthRegistry,
  ) {
    const { DATABASE_READ_URL, DATABASE_READ_AGE_MS } = config.values;
    this.ageMs = DATABASE_READ_AGE_MS;
    this.looks =
      DATABASE_READ_URL === undefined
        ? null
        : loops.add({ name: 'database.standby', everyMs: LOOK_MS, atStart: true, round: () => this.look() });
    if (this.looks === null) return;
    health.part('standby', () => ({
      state: this.state === 'fit' ? 'ok' : 'degraded',
      detail: { standby: this.state, secondsBehind: this.age.seconds(performance.now()) },
    }));
    this.show();
  }

  /**
   * Reads there what was committed before the call. The work may be begun again on the primary, so it must have no effect.
   * @returns null where the standby is not to be asked, or failed: the primary is then.
   */
  async read<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    if (this.looks === null) return null;
    const read = this.state === 'fit' ? await this.tryRead(work) : null;
    this.metrics.databaseReads.inc({ server: read ? 'standby' : 'primary' });
    return read;
  }

  private async tryRead<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<{ answer: Answer } | null> {
    const primary = await this.place.get().catch(() => null);
    if (primary === null) return null;
    try {
      return await this.there(async (runner) => {
        const state = await this.untilReplayed(runner, primary.position);
        if (state === 'fit') return { answer: await work(runner) };
        this.turn(state);
        return null;
      });
    } catch (error) {
      // Its replay may end a statement, its administrator a connection: the primary knows the same, and says so if the question is wrong.
      this.logger.debug(`A read failed there, and is done at the primary: ${String(error)}`);
      if (isConnectionLoss(error)) this.turn('away');
      this.looks?.wake();
      return null;
    }
  }

  /** Sees how the standby is. */
  private async look(): Promise<void> {
    const at = performance.now();
    // Without the primary nothing tells how old a standby is, and reads that ask for it learn that by themselves.
    const primary = await this.place.get().catch(() => null);
    if (primary === null) return;
    this.age.note(positionOf(primary.position), at);
    const state = await this.there((runner) => this.stateOf(runner, primary)).catch(() => 'away' as const);
    this.turn(state);
    this.metrics.standbyAge.set(this.age.seconds(performance.now()));
  }

  private async stateOf(runner: QueryRunner, { system, position }: Place): Promise<StandbyState> {
    const [row]: { isStandby: boolean; system: string; replayed: string | null }[] = await runner.query(
      `select pg_is_in_recovery() as "isStandby", (pg_control_system()).system_identifier::text as system,
              pg_last_wal_replay_lsn()::text as replayed`,
    );
    if (row?.system !== system) return 'another';
    if (!row.isStandby) return 'promoted';
    const state = await this.untilReplayed(runner, position);
    this.age.replayed(positionOf(state === 'fit' ? position : (row.replayed ?? '0/0')));
    return state;
  }

  /** Waits for a position of the primary's log, so long as a standby may be behind. */
  private async untilReplayed(runner: QueryRunner, position: string): Promise<'fit' | 'behind' | 'promoted'> {
    for (const end = performance.now() + this.ageMs; ; ) {
      const [row]: { isStandby: boolean; hasIt: boolean }[] = await runner.query(
        `select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasIt"`,
        [position],
      );
      if (!row?.isStandby) return 'promoted';
      if (row.hasIt) return 'fit';
      if (performance.now() >= end) return 'behind';
      await new Promise((settle) => setTimeout(settle, ASK_AGAIN_MS));
    }
  }

  /** Where the log ends that is on the primary's disk: what was acknowledged lies before it. */
  private async askPrimary(): Promise<Place> {
    const [place]: Place[] = await asKind('position', () =>
      this.source.query(
        `select pg_current_wal_flush_lsn()::text as position, (pg_control_system()).system_identifier::text as system`,
      ),
    );
    return place as Place;
  }

  /** On a connection of its own there. */
  private there<Answer>(work: (runner: QueryRunner) => Promise<Answer>): Promise<Answer> {
    return asKind('standby', () => onConnection(this.source, work));
  }

  private turn(state: StandbyState): void {
    if (state === this.state) return;
    this.state = state;
    if (state === 'fit') this.logger.log('Histories are read at the standby.');
    else this.logger.warn(`Histories are read at the primary: the standby is ${state}.`);
    this.show();
  }

  private show(): void {
    for (const state of STATES) this.metrics.standbyState.set({ state }, state === this.state ? 1 : 0);
  }
}
