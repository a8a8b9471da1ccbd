import { Injectable, Logger } from '@nestjs/common';
import { CachedMerkleTree } from '../../../contract/rules/ieo-proof.rules.js';
import { TAPE_HOUR_MS } from '../../../contract/rules/tape.rules.js';
import { type DuePaths, TapePathsStore } from './tape-paths.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';

const HOURS_AT_ONCE = 500;

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

  /** @returns how many ways were recorded. */
  async execute(): Promise<number> {
    let recorded = 0;
    for (const due of await this.paths.due(HOURS_AT_ONCE)) recorded += await this.record(due);
    return recorded;
  }

  private async record({ marketId, hour, seconds }: DuePaths): Promise<number> {
    const root = await this.roots.of(marketId, hour);
    const samples = await this.reads.hashes(marketId, hour, hour + TAPE_HOUR_MS);
    const tree = new CachedMerkleTree(samples.map(({ hash }) => hash));
    if (tree.root !== root?.root) {
      // Its day stays on the tape: what contradicts the root is not thrown away.
      this.logger.error(`The samples of market ${marketId} at ${hour} do not make the root of their hour.`);
      return 0;
    }
    const places = new Map(samples.map(({ s }, place) => [s, place]));
    const ways = seconds.flatMap((second) => {
      const place = places.get(second);
      return place === undefined ? [] : [{ second, path: tree.path(place) }];
    });
    await this.paths.record(marketId, ways);
    return ways.length;
  }
}
