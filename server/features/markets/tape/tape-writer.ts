import { Logger } from '@nestjs/common';
import { TAPE_START, type TapeContent, tapeHash } from '../../../contract/rules/tape.rules.js';
import { isContentRefused } from '../../../platform/database/transaction.js';
import type { TapePartitionsStore } from './tape-partitions.store.js';
import type { AppendFate, TapeHead, TapeRow, TapeStore } from './tape.store.js';

/**
 * Samples older than this are dropped, not backfilled: a settlement that was made without a second must stay reproducible.
 */
export const TAPE_LATE_MAX_MS = 30_000;

/** A sample before it is linked into the market's hash chain. */
export interface NewSample {
  marketId: number;
  content: Omit<TapeContent, 'sequence'>;
}

/** Dependencies of a writer. */
export interface TapeTools {
  store: Pick<TapeStore, 'append' | 'heads' | 'written'>;
  partitions: Pick<TapePartitionsStore, 'ensure' | 'forget'>;
  /** Called with the rows that were written. */
  written(rows: readonly TapeRow[]): void;
  /** Called with the number of samples that were dropped: as too old, as the tape refuses them, or as their second was closed. */
  lost(count: number): void;
}

/**
 * Appends the samples of one leadership term under its fencing number, in order, one batch at a time. A batch that
 * failed is retried; rows of it that were committed although the reply was lost are found by reading the heads of the
 * chains first. A batch with a sample that the tape refuses is halved until that one stands alone, and is dropped: one
 * market must not keep the others off the tape. A sample of a second that was closed before it came is lost, too.
 */
export class TapeWriter {
  private readonly logger = new Logger('Tape');
  private waiting: NewSample[] = [];
  /** Cached heads of the hash chains by market; absent for a market without samples. */
  private heads = new Map<number, TapeHead>();
  private asked = new Set<number>();
  /** Markets of which the log has said that samples came after their second was closed. */
  private readonly named = new Set<number>();
  private running: Promise<boolean> | null = null;

  constructor(
    private readonly token: string,
    private readonly tools: TapeTools,
  ) {}

  /** Age of the oldest queued sample in milliseconds; 0 when the queue is empty. */
  lagMs(now: number): number {
    const [oldest] = this.waiting;
    return oldest === undefined ? 0 : Math.max(0, now - oldest.content.s);
  }

  /** Takes samples of one instant, in order of time. */
  add(samples: readonly NewSample[]): void {
    this.waiting.push(...samples);
  }

  /**
   * Writes the queue, including samples that arrive meanwhile.
   * @returns whether the fencing number is current, as far as is known.
   */
  write(now: () => number): Promise<boolean> {
    this.running ??= this.drain(now).finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async drain(now: () => number): Promise<boolean> {
    try {
      for (this.forgetOld(now()); this.waiting.length > 0; this.forgetOld(now())) {
        const fate = await this.writeBatch([...this.waiting]);
        if (fate === 'fenced') return false;
        if (fate === 'moved') return true;
      }
    } catch (error) {
      this.forgetHeads();
      this.tools.partitions.forget();
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.warn(`${this.waiting.length} samples wait to be stored: ${reason}`);
    }
    return true;
  }

  private async writeBatch(batch: readonly NewSample[]): Promise<AppendFate> {
    await this.readHeads(batch.map(({ marketId }) => marketId));
    await this.ensureDays(batch);
    try {
      return await this.append(batch);
    } catch (error) {
      if (!isContentRefused(error)) throw error;
      // The day's partition may be what is missing, not the sample what is wrong.
      this.tools.partitions.forget();
      return this.writeParts(batch);
    }
  }

  /** Writes a batch that was refused as a whole: its halves, each by itself; one sample alone is tried once more. */
  private async writeParts(batch: readonly NewSample[]): Promise<AppendFate> {
    if (batch.length === 1) return this.appendOrDrop(batch);
    const middle = batch.length >> 1;
    const fate = await this.writeBatch(batch.slice(0, middle));
    return fate === 'written' ? this.writeBatch(batch.slice(middle)) : fate;
  }

  private async appendOrDrop(batch: readonly NewSample[]): Promise<AppendFate> {
    await this.ensureDays(batch);
    try {
      return await this.append(batch);
    } catch (error) {
      if (!isContentRefused(error)) throw error;
      const reason = error instanceof Error ? error.message : 'unknown';
      this.logger.error(`The tape refuses a sample of market ${batch[0]?.marketId}, which is dropped: ${reason}`);
      this.waiting = this.waiting.slice(batch.length);
      this.tools.lost(batch.length);
      return 'written';
    }
  }

  /** Appends what stands first in the queue, all of it or nothing. */
  private async append(batch: readonly NewSample[]): Promise<AppendFate> {
    const { rows, heads, behind } = chained(batch, this.heads);
    // Asked before they leave the queue: where this fails the batch is tried again as a whole.
    const closed = await this.missing(behind);
    if (rows.length > 0) {
      const fate = await this.tools.store.append(this.token, rows);
      if (fate !== 'written') {
        this.forgetHeads();
        if (fate === 'moved') this.logger.warn('The tape has gone on without this process.');
        return fate;
      }
    }
    this.heads = heads;
    this.waiting = this.waiting.slice(batch.length);
    this.tools.written(rows);
    this.loseClosed(closed);
    return 'written';
  }

  /** Of samples behind the heads of their chains those whose second the tape has none of. */
  private async missing(behind: readonly NewSample[]): Promise<NewSample[]> {
    if (behind.length === 0) return [];
    const written = await this.tools.store.written(behind.map(({ marketId, content }) => ({ marketId, s: content.s })));
    return behind.filter(({ marketId, content }) => !written.get(marketId)?.has(content.s));
  }

  private loseClosed(closed: readonly NewSample[]): void {
    if (closed.length === 0) return;
    this.tools.lost(closed.length);
    for (const { marketId, content } of closed) {
      if (this.named.has(marketId)) continue;
      this.named.add(marketId);
      const second = new Date(content.s).toISOString();
      this.logger.error(`A sample of market ${marketId} came after its second was closed, and is lost: ${second}`);
    }
  }

  private ensureDays(batch: readonly NewSample[]): Promise<void> {
    return this.tools.partitions.ensure(batch.map(({ content }) => content.s));
  }

  /** Loads the heads of markets seen for the first time: a market need not have a sample in every second. */
  private async readHeads(markets: readonly number[]): Promise<void> {
    const unknown = [...new Set(markets)].filter((marketId) => !this.asked.has(marketId));
    if (unknown.length === 0) return;
    const read = await this.tools.store.heads(unknown);
    this.heads = new Map([...this.heads, ...read]);
    for (const marketId of unknown) this.asked.add(marketId);
  }

  /** Invalidates the cached heads: the next batch reads them again. */
  private forgetHeads(): void {
    this.heads.clear();
    this.asked.clear();
  }

  private forgetOld(now: number): void {
    const late = this.waiting.filter(({ content }) => now - content.s > TAPE_LATE_MAX_MS).length;
    if (late === 0) return;
    this.waiting = this.waiting.slice(late);
    this.tools.lost(late);
  }
}

/**
 * Links each sample to the head of its chain. Seconds already on the tape are skipped, so a retry is idempotent.
 * @returns beside what is to be written the samples that are not after the given heads, each second once.
 */
function chained(
  batch: readonly NewSample[],
  known: ReadonlyMap<number, TapeHead>,
): { rows: TapeRow[]; heads: Map<number, TapeHead>; behind: NewSample[] } {
  const heads = new Map(known);
  const rows: TapeRow[] = [];
  const behind = new Map<string, NewSample>();
  for (const sample of batch) {
    const { marketId, content } = sample;
    const end = known.get(marketId);
    if (end && content.s <= end.s) behind.set(`${marketId} ${content.s}`, sample);
    const head = heads.get(marketId);
    if (head && content.s <= head.s) continue;
    const prevHash = head?.hash ?? TAPE_START;
    const placed = { ...content, sequence: (head?.sequence ?? 0) + 1 };
    const hash = tapeHash(marketId, placed, prevHash);
    rows.push({ marketId, sample: { ...placed, prevHash, hash } });
    heads.set(marketId, { sequence: placed.sequence, s: content.s, hash });
  }
  return { rows, heads, behind: [...behind.values()] };
}
