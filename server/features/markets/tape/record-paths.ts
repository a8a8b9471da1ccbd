import { Injectable, Logger } from '@nestjs/common';
import { CachedMerkleTree } from '../../../contract/rules/ieo-proof.rules.js';
import { TAPE_HOUR_MS } from '../../../contract/rules/tape.rules.js';
import { Failures } from '../../../platform/database/failures.js';
import { type DuePaths, TapePathsStore } from './tape-paths.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';

const HOURS_AT_ONCE = 500;
/** How many hours a line of the log names. */
const NAMED = 5;

/**
 * Records the ways of seconds that somebody was paid by to the roots of their hours, so that they can be proven when the day of the tape is
 * gone. Each hour is hashed once. Safe to run in many processes at once.
 */
@Injectable()
export class RecordPaths {
  private readonly logger = new Logger('Tape');

  constructor(
    private readonly reads: TapeReadsStore,
    private readonly roots: TapeRootsStore,
    private readonly paths: TapePathsStore,
  ) {}

  /**
   * Goes through all hours that have something to record, also behind those that nothing can be recorded of.
   * @returns how many ways were recorded.
   * @throws what failed, once the other hours are done.
   */
  async execute(): Promise<number> {
    const failures = new Failures();
    const unproven: DuePaths[] = [];
    let recorded = 0;
    let page = await this.paths.due(HOURS_AT_ONCE);
    for (let last = page.at(-1); last; last = page.at(-1)) {
      for (const due of page) {
        const ways = await failures.apart(() => this.record(due), null);
        recorded += ways ?? 0;
        if (ways !== null && ways < due.seconds.length) unproven.push(due);
      }
      page = await this.paths.due(HOURS_AT_ONCE, last);
    }
    this.report(unproven);
    failures.end();
    return recorded;
  }

  private async record({ marketId, hour, seconds }: DuePaths): Promise<number> {
    const root = await this.roots.of(marketId, hour);
    const samples = await this.reads.hashes(marketId, hour, hour + TAPE_HOUR_MS);
    const tree = new CachedMerkleTree(samples.map(({ hash }) => hash));
    if (tree.root !== root?.root) return 0;
    const places = new Map(samples.map(({ s }, place) => [s, place]));
    const ways = seconds.flatMap((second) => {
      const place = places.get(second);
      return place === undefined ? [] : [{ second, path: tree.path(place) }];
    });
    await this.paths.record(marketId, ways);
    return ways.length;
  }

  /** Their days stay on the tape: what contradicts a root is not thrown away. */
  private report(unproven: readonly DuePaths[]): void {
    if (unproven.length === 0) return;
    const named = unproven
      .slice(0, NAMED)
      .map(({ marketId, hour }) => `${marketId} at ${new Date(hour).toISOString()}`);
    this.logger.error(
      `The samples of ${unproven.length} hours do not make their root, or lack a second of it; markets ${named.join(', ')}.`,
    );
  }
}
