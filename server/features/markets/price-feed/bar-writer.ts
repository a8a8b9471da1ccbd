import type { Logger } from '@nestjs/common';
import type { CandleRecorder } from '../candles/index.js';
import type { ChangedBar } from '../prices/index.js';
import { BarQueue } from './bar-queue.js';

/** Stores the bars of one leadership term under its fencing number, one writing at a time. */
export class BarWriter {
  private readonly queue = new BarQueue();
  private running: Promise<boolean> | null = null;
  /** When the first of the failures in a row was; null when the last writing went well. */
  private failingSince: number | null = null;

  constructor(
    private readonly token: string,
    private readonly recorder: Pick<CandleRecorder, 'write'>,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Bars that wait to be stored. */
  get backlog(): number {
    return this.queue.size;
  }

  /** For how long every writing has failed. */
  get stuckMs(): number {
    return this.failingSince === null ? 0 : performance.now() - this.failingSince;
  }

  add(bars: readonly ChangedBar[]): void {
    this.queue.add(bars);
  }

  /**
   * Stores what is due at `now`; what could not be stored waits for the next time.
   * @param all also the running bars, as at the end of a leadership term, after a writing that is under way.
   * @returns whether the fencing number is current, as far as is known.
   */
  async write(now: number, all: boolean): Promise<boolean> {
    if (this.running && !all) return true;
    await this.running;
    const due = this.queue.due(now, all);
    if (due.length === 0) return true;
    this.running = this.store(due);
    const current = await this.running;
    this.running = null;
    return current;
  }

  private async store(due: ChangedBar[]): Promise<boolean> {
    try {
      const current = await this.recorder.write(this.token, due);
      this.queue.done(due);
      this.failingSince = null;
      return current;
    } catch (error) {
      this.failingSince ??= performance.now();
      this.logger.warn(`${due.length} bars wait to be stored: ${error instanceof Error ? error.message : 'unknown'}`);
      return true;
    }
  }
}
