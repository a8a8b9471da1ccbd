import { Injectable } from '@nestjs/common';
import { isInTree, merklePath, TAPE_HOUR_MS, TAPE_STEP_MS } from '../../../contract/rules/tape.rules.js';
import type { TapeSample } from '../../../contract/markets/tape.dto.js';
import { TapePathsStore } from './tape-paths.store.js';
import { type TapedMark, TapeReadsStore } from './tape-reads.store.js';
import { type StoredRoot, TapeRootsStore } from './tape-roots.store.js';
import { TapeStore } from './tape.store.js';

/** The Merkle proof of a sample against its hour's root. */
export interface TapeProof {
  sample: TapeSample;
  /** Null while the hour is not sealed, or when its samples no longer match the root. */
  root: StoredRoot | null;
  place: number;
  path: string[];
}

/** The record of index and mark. Instants are Unix milliseconds. */
@Injectable()
export class ReadTape {
  constructor(
    private readonly reads: TapeReadsStore,
    private readonly roots: TapeRootsStore,
    private readonly store: TapeStore,
    private readonly paths: TapePathsStore,
  ) {}

  /** Samples with `fromMs <= s <= toMs`, ascending. A second without a sample is a gap. */
  slice(marketId: number, fromMs: number, toMs: number): Promise<TapeSample[]> {
    return this.reads.slice(marketId, fromMs, toMs);
  }

  /** The sample of the second that the instant falls into; null for a gap. */
  async at(marketId: number, secondMs: number): Promise<TapeSample | null> {
    const second = secondMs - (secondMs % TAPE_STEP_MS);
    const [sample] = await this.reads.slice(marketId, second, second);
    return sample ?? null;
  }

  /** Index and mark of every market's sound seconds since the instant, ascending. */
  marksSince(fromMs: number): Promise<TapedMark[]> {
    return this.reads.marksSince(fromMs);
  }

  /**
   * The watermark of a market's tape: its last second, or a later one that it was closed up to; null before the first. The
   * tape is append-only, so gaps before the watermark stay gaps. Samples older than `TAPE_LATE_MAX_MS` are never written,
   * so a window that ended longer ago can be settled even when the tape has stopped: the settlement closes the tape.
   */
  async completeUntil(marketId: number): Promise<number | null> {
    return (await this.store.heads([marketId])).get(marketId)?.s ?? null;
  }

  /** The sample of the second with its way to the root of its hour; null for a gap. */
  async proof(marketId: number, secondMs: number): Promise<TapeProof | null> {
    const sample = await this.at(marketId, secondMs);
    return sample && this.proofOf(marketId, sample);
  }

  /**
   * A sample that somebody kept, with its way to the root of its hour: the way that was kept, also when the day of the tape is gone, or that
   * of the hour's samples.
   */
  async proofOf(marketId: number, sample: TapeSample): Promise<TapeProof> {
    const hour = sample.s - (sample.s % TAPE_HOUR_MS);
    const root = await this.roots.of(marketId, hour);
    if (!root) return { sample, root: null, place: sample.sequence, path: [] };
    const place = sample.sequence - root.firstSequence;
    const path = (await this.paths.of(marketId, sample.s)) ?? (await this.pathOnTape(marketId, hour, place));
    const sound = isInTree(sample.hash, place, root.samples, path, root.root);
    return { sample, root: sound ? root : null, place, path: sound ? path : [] };
  }

  private async pathOnTape(marketId: number, hour: number, place: number): Promise<string[]> {
    const samples = await this.reads.hashes(marketId, hour, hour + TAPE_HOUR_MS);
    return merklePath(
      samples.map(({ hash }) => hash),
      place,
    );
  }
}
