import { Inject, Injectable, Optional } from '@nestjs/common';
import { merkleRoot, TAPE_HOUR_MS, TAPE_STEP_MS } from '../../../contract/rules/tape.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';
import { TAPE_LATE_MAX_MS } from './tape-writer.js';
import { TapeStore } from './tape.store.js';
import { WitnessedHead } from './witnessed-head.js';

/** An hour that ended this long ago is final, allowing for clock skew between processes. */
const SEALED_AFTER_MS = 2 * TAPE_LATE_MAX_MS;
const HOURS_AT_ONCE = 500;

/** Writes the Merkle root of every final hour. Safe to run in many processes at once. */
@Injectable()
export class SealTape {
  constructor(
    private readonly reads: TapeReadsStore,
    private readonly roots: TapeRootsStore,
    private readonly store: TapeStore,
    private readonly clock: Clock,
    @Optional() @Inject(WitnessedHead) private readonly witnessed: WitnessedHead | null,
  ) {}

  /** @returns how many hours were sealed. */
  async execute(): Promise<number> {
    const until = this.clock.now() - SEALED_AFTER_MS;
    const hours = await this.roots.unsealed(until, HOURS_AT_ONCE);
    for (const { marketId, hour } of hours) await this.seal(marketId, hour);
    return hours.length;
  }

  private async seal(marketId: number, hour: number): Promise<void> {
    // Before they are read: a writer that does not know how late it is would add to what is sealed.
    await this.store.close(marketId, hour + TAPE_HOUR_MS - TAPE_STEP_MS, this.clock.now());
    const samples = await this.reads.hashes(marketId, hour, hour + TAPE_HOUR_MS);
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last) return;
    const head = (await this.witnessed?.read()) ?? null;
    await this.roots.save({
      marketId,
      hour,
      root: merkleRoot(samples.map(({ hash }) => hash)),
      samples: samples.length,
      firstSequence: first.sequence,
      lastSequence: last.sequence,
      lastHash: last.hash,
      sealedAt: this.clock.now(),
      auditSeal: head?.seal ?? null,
      auditHash: head?.hash ?? null,
    });
  }
}
