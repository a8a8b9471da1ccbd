import { performance } from 'node:perf_hooks';
import type { Logger } from '@nestjs/common';
import type { MarkPriceView } from '../../../contract/markets/markets.dto.js';
import type { Feed, FeedEvent, FeedNotice } from '../../../platform/feeds/feed.js';
import type { CandleRecorder } from '../candles/index.js';
import { isTaped, sampleOf, type SettlingMarkets, type TapeWriter } from '../tape/index.js';
import type { FedMarket } from '../prices/index.js';
import { BarWriter } from './bar-writer.js';
import { feeds, instrumentOf } from './feed-plan.js';
import { type HistoryTools, TermHistory } from './term-history.js';
import type { UpdatePublisher } from './update-publisher.js';

export const BEAT_MS = 100;
const WRITE_EVERY_MS = 1000;
/** A beat that is later than this says that the process was paused: the lease may have gone to another since. */
const PAUSE_MS = 2000;
/** What says that bars were cut, or that they can be had again. */
const CUTS = new Set<FeedNotice['kind']>(['disconnected', 'connected', 'gap']);

/** What a leadership term needs of the world. */
export interface TermTools extends HistoryTools {
  publisher: UpdatePublisher;
  recorder: Pick<CandleRecorder, 'restore' | 'lastCloses' | 'write'>;
  tape: Pick<TapeWriter, 'add' | 'write' | 'lagMs'>;
  settling: Pick<SettlingMarkets, 'has'>;
  logger: Pick<Logger, 'warn' | 'error'>;
}

/** The lease of a leadership term. */
export interface TermLease {
  token: string;
  /** Whether the fencing number is certainly current. Throws when that cannot be found out. */
  isCurrent(): Promise<boolean>;
  /** Called when the number is found not to be current any more. */
  lost(): void;
}

/**
 * One leadership term of the feeding process under one fencing number: takes up the stored bars, starts the feeds, publishes
 * at every beat and stores the bars. After a pause nothing is published until the number is proven to be current.
 */
export class LeadershipTerm {
  private readonly writer: BarWriter;
  private readonly history: TermHistory;
  private timers: NodeJS.Timeout[] = [];
  private beatAt = Number.POSITIVE_INFINITY;
  private doubtful = false;
  private over = false;

  constructor(
    private readonly lease: TermLease,
    private readonly markets: FedMarket[],
    readonly feeds: readonly Feed[],
    private readonly tools: TermTools,
  ) {
    this.writer = new BarWriter(lease.token, tools.recorder, tools.logger);
    this.history = new TermHistory(lease.token, markets, feeds, tools);
  }

  /** Bars that wait to be stored. */
  get backlog(): number {
    return this.writer.backlog;
  }

  /** For how long bars could not be stored; 0 when the last try stored them. */
  get barsStuckMs(): number {
    return this.writer.stuckMs;
  }

  /** Age of the oldest sample that waits to be put on the tape, milliseconds. */
  get tapeLagMs(): number {
    return this.tools.tape.lagMs(this.tools.now());
  }

  async begin(): Promise<void> {
    for (const fed of this.markets) this.tools.engine.add(fed);
    await Promise.all([this.history.restore(), this.history.restoreBasis()]);
    if (this.over) return;
    this.beatAt = performance.now();
    this.beat();
    this.timers = [setInterval(() => this.beat(), BEAT_MS), setInterval(() => void this.write(), WRITE_EVERY_MS)];
    // Not waited for: a venue that cannot be reached must not hold up the history of the others.
    for (const feed of this.feeds) void this.startFeed(feed);
    this.history.fill('recent', 'deep');
  }

  /** Ends the term: feeds stopped, what is known stored (if the number still holds), nothing published any more. */
  async end(): Promise<void> {
    this.over = true;
    for (const timer of this.timers) clearInterval(timer);
    this.history.end();
    await Promise.all(this.feeds.map((feed) => feed.stop().catch(() => undefined)));
    await Promise.all([this.writer.write(this.tools.now(), true), this.writeTape()]);
  }

  /** Publishes what changed since the last beat. */
  beat(): void {
    const steady = performance.now();
    if (steady - this.beatAt > PAUSE_MS) this.proveLease();
    this.beatAt = steady;
    if (this.doubtful || this.over) return;
    const now = this.tools.now();
    const { changes, bars } = this.tools.engine.beat(now);
    this.writer.add(bars);
    this.tools.publisher.publish(changes, now);
    if (changes.marks.length > 0) void this.tape(changes.marks);
  }

  /** Stores what is due. */
  private async write(): Promise<void> {
    if (!(await this.writer.write(this.tools.now(), false))) this.lose();
  }

  /** Puts on the tape what has just been published, at once: what falls due in this second waits for it. */
  private async tape(marks: readonly MarkPriceView[]): Promise<void> {
    const { engine, tape, settling } = this.tools;
    const samples = marks.flatMap((view) => {
      const pricing = engine.pricing(view.symbol);
      if (!pricing) return [];
      const isSettling = settling.has(pricing.market, view.sampledAt);
      if (!isTaped(pricing.market, view, isSettling)) return [];
      return [sampleOf(pricing.market.id, pricing.origin, view)];
    });
    tape.add(samples);
    if (!(await this.writeTape())) this.lose();
  }

  private writeTape(): Promise<boolean> {
    return this.tools.tape.write(() => this.tools.now());
  }

  private lose(): void {
    if (this.over) return;
    this.over = true;
    this.lease.lost();
  }

  private proveLease(): void {
    if (this.doubtful) return;
    this.doubtful = true;
    this.tools.logger.warn('The process was paused; nothing is published until the lease is proven.');
    void this.lease
      .isCurrent()
      .then((current) => {
        this.doubtful = !current;
        if (!current) this.lose();
      })
      .catch(() => {
        // Postgres cannot be asked: doubt goes on, and the next beat asks again.
        this.doubtful = false;
        this.beatAt = Number.NEGATIVE_INFINITY;
      });
  }

  private async startFeed(feed: Feed): Promise<void> {
    const { engine } = this.tools;
    const instruments = engine
      .instruments()
      .map(instrumentOf)
      .filter((one) => feeds(feed, one));
    const sink = {
      event: (event: FeedEvent) => engine.event(event),
      notice: (notice: FeedNotice) => {
        engine.notice(notice);
        if (CUTS.has(notice.kind)) this.history.later();
      },
    };
    await feed.start(instruments, sink).catch((error: unknown) => {
      this.tools.logger.error(`The feed of ${feed.venue} did not start: ${messageOf(error)}`);
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
