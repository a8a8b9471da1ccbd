import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import {
  EventRegistry,
  type EventSource,
  type OpenedStream,
  type StreamEvent,
  type StreamListener,
} from '../realtime/events/event-source.js';
import { OutboxHints } from './outbox-hints.js';
import { type OutboxRow, type OutboxStream, OutboxStore, streamEpoch } from './outbox.store.js';
import { runAs, Work } from '../tracing/work.js';
import { byUser, newest, rowsEach, toEvent } from './stream-rows.js';
import { TracedRead } from './traced-read.js';
import { type WatchedStream, WatchedStreams } from './watched-stream.js';

/** Polling interval of streams with a listener, because a hint may be lost. */
const LOOK_EVERY_MS = 1000;
/** Backoff after a failed read. */
const PAUSE_MS = 500;
/** Maximum streams opened by one query. */
const STREAMS_MAX = 200;

/**
 * Reads the events of all users connected to this gateway, once for all listeners (fan-out in this process). Hints name users with new
 * events; one query reads all of them, and hints that arrive meanwhile are batched into the next. Postgres's NOTIFY is not
 * used: its lock serialises commits.
 */
@Injectable()
export class OutboxReader implements EventSource, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Outbox');
  private readonly watched = new WatchedStreams();
  /** Users whose streams may have grown. */
  private readonly grown = new Set<string>();
  private epoch: string | null = null;
  private isReading = false;
  private isStopped = false;
  /** When the current run of failed reads began; null after a successful one. */
  private failingSince: number | null = null;
  private look: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: OutboxStore,
    private readonly hints: OutboxHints,
    private readonly registry: EventRegistry,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.serveEvents('account.events', this);
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    if (this.look) clearInterval(this.look);
  }

  /** Number of users with a listener, and for how long no read has succeeded. */
  get figures(): { streams: number; stuckSeconds: number } {
    const stuckMs = this.failingSince === null ? 0 : performance.now() - this.failingSince;
    return { streams: this.watched.size, stuckSeconds: Math.round(stuckMs / 1000) };
  }

  open(userId: string, listener: StreamListener, has: number | null): Promise<OpenedStream> {
    this.start();
    return new Promise((opened, failed) => {
      // Registered before the read: a hint that arrives during it is kept.
      if (this.watched.add({ userId, listener, has, s: null, opened, failed })) this.hints.follow(userId);
      this.read();
    });
  }

  close(userId: string, listener: StreamListener): void {
    if (!this.watched.remove(userId, listener)) return;
    this.grown.delete(userId);
    this.hints.unfollow(userId);
  }

  async after(userId: string, s: number, limit: number): Promise<StreamEvent[]> {
    const { rows } = await this.store.after([{ userId, sequence: s }], limit);
    return rows.map(toEvent);
  }

  /** Polls every stream, with or without a hint. Called by the timer. */
  lookAtAll(): void {
    for (const userId of this.watched.userIds()) this.grown.add(userId);
    this.read();
  }

  /** The first listener starts the hints and the polling. */
  private start(): void {
    if (this.look !== null) return;
    this.hints.onFollowedHint((userIds) => {
      for (const userId of userIds) if (this.watched.has(userId)) this.grown.add(userId);
      this.read();
    });
    this.look = setInterval(() => this.lookAtAll(), LOOK_EVERY_MS);
    this.look.unref();
  }

  /** Reads until all streams are up to date; one query at a time. */
  private read(): void {
    if (this.isReading || this.isStopped) return;
    this.isReading = true;
    // One read serves many users, so it does not belong to the trace of the call whose hint happened to start it.
    runAs(new Work(null), () => this.readOn());
  }

  private readOn(): void {
    this.readAll()
      .then(() => {
        this.failingSince = null;
      })
      .catch(async (error: unknown) => {
        this.failingSince ??= performance.now();
        this.logger.warn(`Events could not be read: ${String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      })
      .finally(() => {
        this.isReading = false;
        if (this.isWorkLeft()) this.read();
      });
  }

  private async readAll(): Promise<void> {
    while (!this.isStopped && this.isWorkLeft()) {
      const unopened = this.watched.toOpen(STREAMS_MAX);
      if (unopened.length > 0) await this.openStreams(unopened);
      if (this.grown.size > 0) await this.readGrown();
    }
  }

  private isWorkLeft(): boolean {
    return this.grown.size > 0 || this.watched.unopened.size > 0;
  }

  private async openStreams(unopened: WatchedStream[]): Promise<void> {
    try {
      const streams = await this.store.streams(unopened, rowsEach(unopened.length));
      const byUser = new Map(streams.map((stream) => [stream.userId, stream]));
      for (const watched of unopened) {
        const stream = byUser.get(watched.userId);
        if (stream) this.opened(watched, stream);
      }
    } catch (error) {
      for (const watched of unopened) {
        this.close(watched.userId, watched.listener);
        watched.failed(error);
      }
    }
  }

  private opened(watched: WatchedStream, { epoch, sequence, since, rows }: OutboxStream): void {
    if (this.epoch !== null && this.epoch !== epoch) this.onNewEpoch(epoch);
    this.epoch = epoch;
    this.watched.open(watched, sequence);
    watched.opened({
      ep: streamEpoch(epoch, watched.userId),
      s: sequence,
      since,
      recent: newest(rows, sequence).map(toEvent),
    });
  }

  private async readGrown(): Promise<void> {
    const users = [...this.grown];
    this.grown.clear();
    const places = users.flatMap((userId) => {
      const s = this.watched.placeOf(userId);
      // Not opened yet: new events come with its first read.
      return s === null ? [] : [{ userId, sequence: s }];
    });
    if (places.length === 0) return;
    const limit = rowsEach(places.length);
    const read = new TracedRead();
    const { epoch, rows } = await this.store.after(places, limit).catch((error: unknown) => {
      for (const userId of users) this.grown.add(userId);
      throw error;
    });
    if (epoch !== this.epoch) return this.onNewEpoch(epoch);
    this.count(rows);
    for (const [userId, its] of byUser(rows)) {
      if (its.length === limit) this.grown.add(userId);
      this.deliver(userId, read.events(its));
    }
  }

  private count(rows: OutboxRow[]): void {
    if (rows.length === 0) return;
    this.metrics.outboxRows.inc(rows.length);
    // The event's instant is from the database's clock and may lie ahead of this process's.
    const oldest = Math.min(...rows.map(({ at }) => at));
    this.metrics.outboxLagSeconds.observe(Math.max(0, this.clock.now() - oldest) / 1000);
  }

  private deliver(userId: string, events: StreamEvent[]): void {
    for (const watched of this.watched.of(userId)) {
      const { s } = watched;
      // A stream opened since then already has these events.
      const its = s === null ? [] : events.filter((event) => event.s > s);
      const last = its.at(-1);
      if (!last) continue;
      watched.s = last.s;
      watched.listener.onEvents(its);
    }
  }

  /** The database's epoch changed (restored or recreated): every stream is reopened. */
  private onNewEpoch(epoch: string): void {
    this.epoch = epoch;
    for (const { userId, listener } of this.watched.opened()) {
      this.close(userId, listener);
      listener.onNewEpoch();
    }
  }
}
