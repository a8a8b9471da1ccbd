import { performance } from 'node:perf_hooks';
import type { Logger } from '@nestjs/common';
import type { Feed, FeedEvent, FeedNotice, Instrument } from '../../platform/feeds/feed.js';
import type { BackfillCandles, BackfillRequest, CandleRecorder, CandleSource } from '../candles/index.js';
import type { MarketCatalog } from '../markets/index.js';
import { BarQueue } from './bar-queue.js';
import { instrumentOf } from './feed-plan.js';
import type { FedMarket, PriceEngine } from './price-engine.js';
import type { UpdatePublisher } from './update-publisher.js';

export const BEAT_MS = 100;
const WRITE_EVERY_MS = 1000;
/** A beat that is later than this says that the process was paused: the lease may have gone to another since. */
const PAUSE_MS = 2000;
/** Bars that an outage cut are asked for when their last minute is closed at the venue. */
const REFILL_AFTER_MS = 70_000;
const RESTORED_AT_ONCE = 4;

/** What a reign needs of the world. */
export interface ReignTools {
  engine: PriceEngine;
  publisher: UpdatePublisher;
  recorder: CandleRecorder;
  backfill: BackfillCandles;
  catalog: MarketCatalog;
  logger: Logger;
  now(): number;
}

/** The lease of a reign. */
export interface ReignLease {
  token: string;
  /** Whether the fencing number is certainly current. Throws when that cannot be found out. */
  isCurrent(): Promise<boolean>;
  /** Called when the number is found not to be current any more. */
  lost(): void;
}

/**
 * One reign of the feeding process under one fencing number: takes up the stored bars, starts the feeds, publishes
 * at every beat and stores the bars. After a pause nothing is published until the number is proven to be current.
 */
export class PriceReign {
  private readonly queue = new BarQueue();
  private timers: NodeJS.Timeout[] = [];
  private refillTimer: NodeJS.Timeout | null = null;
  private beatAt = Number.POSITIVE_INFINITY;
  private doubtful = false;
  private writing: Promise<void> = Promise.resolve();
  private writerBusy = false;
  private over = false;

  constructor(
    private readonly lease: ReignLease,
    private readonly markets: FedMarket[],
    readonly feeds: readonly Feed[],
    private readonly tools: ReignTools,
  ) {}

  /** Bars that wait to be stored. */
  get backlog(): number {
    return this.queue.size;
  }

  async begin(): Promise<void> {
    for (const fed of this.markets) this.tools.engine.add(fed);
    await this.restore();
    if (this.over) return;
    this.beatAt = performance.now();
    this.beat();
    this.timers = [setInterval(() => this.beat(), BEAT_MS), setInterval(() => this.write(false), WRITE_EVERY_MS)];
    await Promise.all(this.feeds.map((feed) => this.startFeed(feed)));
    if (!this.over) this.refill('recent', 'deep');
  }

  /** Ends the reign: feeds stopped, what is known stored (if the number still holds), nothing published any more. */
  async end(): Promise<void> {
    this.over = true;
    for (const timer of this.timers) clearInterval(timer);
    if (this.refillTimer) clearTimeout(this.refillTimer);
    await Promise.all(this.feeds.map((feed) => feed.stop().catch(() => undefined)));
    await this.writing;
    this.write(true);
    await this.writing;
  }

  /** Publishes what changed since the last beat. */
  beat(): void {
    const steady = performance.now();
    if (steady - this.beatAt > PAUSE_MS) this.proveLease();
    this.beatAt = steady;
    if (this.doubtful || this.over) return;
    const now = this.tools.now();
    const { changes, bars } = this.tools.engine.beat(now);
    this.queue.add(bars);
    this.tools.publisher.publish(changes, now);
  }

  /** Stores what is due. One writing at a time; what could not be stored waits for the next. */
  write(all: boolean): void {
    if (this.writerBusy) return;
    const due = this.queue.due(this.tools.now(), all);
    if (due.length === 0) return;
    this.writerBusy = true;
    this.writing = this.tools.recorder
      .write(this.lease.token, due)
      .then((current) => {
        this.queue.done(due);
        if (!current) this.lose();
      })
      .catch((error: unknown) => this.tools.logger.warn(`${due.length} bars wait to be stored: ${messageOf(error)}`))
      .finally(() => {
        this.writerBusy = false;
      });
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

  private async restore(): Promise<void> {
    const waiting = [...this.markets];
    const worker = async () => {
      for (let fed = waiting.shift(); fed && !this.over; fed = waiting.shift()) await this.restoreMarket(fed);
    };
    await Promise.all(Array.from({ length: RESTORED_AT_ONCE }, worker));
  }

  private async restoreMarket({ market }: FedMarket): Promise<void> {
    const { engine, recorder, logger } = this.tools;
    try {
      engine.pricing(market.symbol)?.restore(await recorder.restore(market.id, market.symbol, this.tools.now()));
    } catch (error) {
      logger.warn(`${market.symbol}: stored bars could not be read: ${messageOf(error)}`);
    }
  }

  private async startFeed(feed: Feed): Promise<void> {
    const { engine } = this.tools;
    const instruments = engine
      .instruments()
      .map(instrumentOf)
      .filter((one) => belongsTo(one, feed));
    const sink = {
      event: (event: FeedEvent) => engine.event(event),
      notice: (notice: FeedNotice) => {
        engine.notice(notice);
        if (notice.kind === 'disconnected' || notice.kind === 'gap') this.refillLater();
      },
    };
    await feed.start(instruments, sink).catch((error: unknown) => {
      this.tools.logger.error(`The feed of ${feed.venue} did not start: ${messageOf(error)}`);
    });
  }

  private refillLater(): void {
    if (this.refillTimer) return;
    this.refillTimer = setTimeout(() => {
      this.refillTimer = null;
      this.refill('recent');
    }, REFILL_AFTER_MS);
    this.refillTimer.unref();
  }

  /** Fills gaps from the venues' history and takes the bars up; far history last, because nobody waits for it. */
  private refill(...depths: BackfillRequest['depth'][]): void {
    const fillAll = async () => {
      for (const depth of depths) {
        if (this.over) return;
        const request = { token: this.lease.token, now: this.tools.now(), sources: this.sources(), depth };
        const { bars, failed } = await this.tools.backfill.execute(request);
        if (this.over) return;
        for (const { symbol, reason } of failed) this.tools.logger.warn(`${symbol}: no history: ${reason}`);
        if (bars > 0 && depth === 'recent') await this.restore();
      }
    };
    fillAll().catch((error: unknown) => {
      if (!this.over) this.tools.logger.warn(`History was not filled: ${messageOf(error)}`);
    });
  }

  private sources(): CandleSource[] {
    return this.markets.flatMap(({ market, origin, priceInstrument }) => {
      const instrument = instrumentOf(priceInstrument);
      const feed = this.feeds.find((one) => belongsTo(instrument, one));
      if (!feed) return [];
      return {
        marketId: market.id,
        symbol: market.symbol,
        origin,
        history: (period, from, to) => {
          if (this.over) return Promise.reject(new Error('The reign is over.'));
          return feed.history(instrument, period, from, to);
        },
        isOpen: (at: number) => this.tools.catalog.session(market, at).open,
      };
    });
  }
}

/** The simulation plays several venues, whose names begin with its own. */
function belongsTo({ venue }: Instrument, feed: Feed): boolean {
  return venue === feed.venue || (feed.simulated && venue.startsWith(`${feed.venue}-`));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
