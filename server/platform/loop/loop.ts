import { Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock.js';
import type { Metrics } from '../metrics/metrics.js';
import { asWork } from '../tracing/work.js';

const SECOND_MS = 1000;
/** A timer may fire a little early: the same second is not begun twice. */
const SECONDS_APART_MS = 50;

/** What a loop does, and what starts its rounds. */
export interface LoopTerms {
  /** For the log and the metric: `futures.orders`. */
  name: string;
  /** One round of the work. A failure is logged and counted, and the loop goes on. */
  round: () => Promise<unknown>;
  /** Time between two rounds. A tick that falls into a round is left out. */
  everyMs?: number;
  /** A round when each second of the clock begins, for work that falls due on whole seconds. A late one is made up for. */
  onEachSecond?: boolean;
  /** A first round at the start. */
  atStart?: boolean;
  /** Subscribes to what wakes the loop, when it starts. @returns what ends the subscription. */
  listen?: () => () => void;
}

/**
 * A round that asks for another one and fails at once, as while Postgres is away, would go round without an end among the callbacks
 * that the event loop works off before it turns: no timer and no socket of the process had its turn, so that nothing could end it.
 * So a round that fails ends a turn later.
 */
const turnOfTheEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Runs rounds of one piece of work, never two at a time. What arrives during a round is served by one more round after
 * it; the work is expected to look at the rows afresh, so that one round serves any number of calls.
 */
export class Loop {
  private readonly logger = new Logger('Loop');
  /** The latest round that has begun. */
  private last: Promise<void> = Promise.resolve();
  /** The round that has been asked for and has not begun. */
  private next: Promise<void> | null = null;
  private isBusy = false;
  private state: 'new' | 'started' | 'stopped' = 'new';
  private unlisten: (() => void) | null = null;
  private interval: NodeJS.Timeout | null = null;
  private second: NodeJS.Timeout | null = null;
  private soon: NodeJS.Timeout | null = null;

  constructor(
    private readonly terms: LoopTerms,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Begins to listen and to tick. Without it only {@link run} and {@link wake} start rounds. */
  start(): void {
    if (this.state !== 'new') return;
    this.state = 'started';
    const { listen, everyMs, onEachSecond, atStart } = this.terms;
    this.unlisten = listen?.() ?? null;
    if (everyMs !== undefined) {
      this.interval = setInterval(() => this.tick(), everyMs);
      this.interval.unref();
    }
    if (onEachSecond) this.wakeAtNextSecond();
    if (atStart) this.wake();
  }

  /** No round begins any more. @returns when the one that runs has ended. */
  async stop(): Promise<void> {
    this.state = 'stopped';
    this.unlisten?.();
    if (this.interval) clearInterval(this.interval);
    for (const timer of [this.second, this.soon]) if (timer) clearTimeout(timer);
    await this.last.catch(() => undefined);
  }

  /**
   * A round that begins after the call: at once, or after the one that runs. Calls that wait share it. Nothing happens
   * in a loop that was stopped.
   * @throws what the round throws.
   */
  run(): Promise<void> {
    if (this.state === 'stopped') return Promise.resolve();
    this.next ??= this.last.catch(() => undefined).then(() => this.begin());
    return this.next;
  }

  /** The same without waiting for it. Never throws. */
  wake(): void {
    this.run().catch(() => undefined);
  }

  /** A round after this time, in place of one that was asked for so before; only in a loop that was started. */
  wakeIn(milliseconds: number): void {
    if (this.state !== 'started') return;
    if (this.soon) clearTimeout(this.soon);
    this.soon = setTimeout(() => this.wake(), milliseconds);
    this.soon.unref();
  }

  private tick(): void {
    if (!this.isBusy && !this.next) this.wake();
  }

  private wakeAtNextSecond(): void {
    const untilMs = Math.max(SECONDS_APART_MS, SECOND_MS - (this.clock.now() % SECOND_MS));
    this.second = setTimeout(() => {
      this.wakeAtNextSecond();
      this.wake();
    }, untilMs);
    this.second.unref();
  }

  private begin(): Promise<void> {
    this.last = this.next ?? this.last;
    this.next = null;
    return this.state === 'stopped' ? Promise.resolve() : this.round();
  }

  private async round(): Promise<void> {
    this.isBusy = true;
    try {
      await asWork({ name: `loop ${this.terms.name}`, kind: 'internal' }, () => this.work());
    } finally {
      this.isBusy = false;
    }
  }

  private async work(): Promise<void> {
    try {
      await this.terms.round();
    } catch (error) {
      const { name } = this.terms;
      this.metrics.loopFailures.inc({ loop: name });
      this.logger.warn(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      await turnOfTheEventLoop();
      throw error;
    }
  }
}
