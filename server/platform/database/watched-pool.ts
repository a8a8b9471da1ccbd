import { Logger } from '@nestjs/common';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { secondConnection } from './one-connection.js';
import { announcing, type Attempt, cut, heedLastWords, insideOf, NotMadeInTime } from './pool-connection.js';
import { NoConnection, type Transaction } from './transaction.js';

/** Interval of the checks. */
const LOOK_MS = 50;
/** The most time that one late check counts: a paused process received nothing, which is no silence of the server. */
const MOST_LOOK_MS = 2 * LOOK_MS;
/** Without a byte on any connection for so long, a server that leaves a question open is away, not a connection broken. */
const AWAY_MS = 1000;
const ASK_AGAIN_MS = 250;
const ASK_LIMIT_MS = 2000;
/** A server that answers has ended a statement within its own limit and so much more. */
const MARGIN_MS = 250;
/**
 * Callers that wait for a connection, by connection: whoever comes then is refused at once. How long a connection may take to be
 * made, and a caller waits for one, where the settings say nothing.
 */
const { waitingEach: WAITING_EACH, connectMs: CONNECT_MS } = DEPENDENCY_LIMITS.postgres;

export interface WatchedPoolConfig extends PoolConfig {
  /** The server's own limit of a statement, in milliseconds. */
  statementMs: number;
  /** What its connections are for, where there are others beside them. */
  work?: string;
}

export interface PoolFigures {
  inUse: number;
  idle: number;
  waiting: number;
  refused: number;
  isAway: boolean;
}

interface ConnectionWatch {
  isIdle: boolean;
  bytes: number;
  silentMs: number;
}

/** What the pool of node-postgres has and its types do not name: who waits for a connection that is in use. */
interface Queue {
  _pendingQueue: { callback: Connected }[];
}

/** A caller to whom no connection has been given yet. */
interface Caller {
  waitedMs: number;
  giveUp(): void;
}

type Done = (release?: unknown) => void;
export type Connected = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/** Of connections whose statements may take longer, until they go back to the pool. */
const allowed = new WeakMap<object, number>();

/** Lets a transaction's further statements take so long, on the server and before its connection is given up. */
export async function allowLonger(tx: Transaction, milliseconds: number): Promise<void> {
  await tx.query(`set local statement_timeout = ${Math.ceil(milliseconds)}`);
  const connection: unknown = await tx.queryRunner?.connect();
  if (typeof connection === 'object' && connection !== null) allowed.set(connection, milliseconds + MARGIN_MS);
}

/**
 * A pool whose callers always get an answer, also where the network swallows what is sent without closing anything:
 * the server's own limits end nothing then, and node-postgres' `query_timeout` leaves a connection in the pool on
 * which a question is still open.
 *
 * - A connection on which a statement has waited too long without a byte is cut, so that its caller learns of a lost
 *   connection. Connections that nobody uses are left alone.
 * - A server from which nothing comes on any connection is away: unused connections to it are dropped, and callers are
 *   refused at once, until it has answered to a connection of its own that asks for it again and again. When it does not
 *   answer that one, statements that may take longer are cut as all others. While no question is open, silence says nothing: a
 *   connection that is late is followed by a question of its own, before anybody is refused.
 * - A connection that the server has ended is handed out to nobody, from the server's word of it on.
 * - So many callers wait for a connection, and no more. What is too long for a connection to be made, and for a caller to
 *   wait, is counted here and not by the timers of node-postgres: after a pause of the process they would run out before
 *   the answers are read that had come long ago.
 *
 * Time is counted in looks, so that a process that stood still does not take its own silence for the server's.
 */
export class WatchedPool extends Pool {
  private readonly logger: Logger;
  private readonly watched = new Map<PoolClient, ConnectionWatch>();
  private readonly attempts: Set<Attempt>;
  private readonly callers = new Set<Caller>();
  private readonly connectMs: number;
  private readonly silenceMs: number;
  private readonly most: number;
  private lookedAt = performance.now();
  /** Since when no byte has come on any connection. */
  private silentMs = 0;
  private wasHeard = false;
  private isAway = false;
  private isSuspected = false;
  private refused = 0;

  constructor(private readonly config: WatchedPoolConfig) {
    const attempts = new Set<Attempt>();
    super({ ...config, connectionTimeoutMillis: 0, Client: announcing(attempts) });
    this.logger = new Logger(config.work === undefined ? 'Postgres' : `Postgres (${config.work})`);
    this.attempts = attempts;
    this.connectMs = config.connectionTimeoutMillis || CONNECT_MS;
    this.silenceMs = config.statementMs + MARGIN_MS;
    this.most = (config.max ?? 10) * WAITING_EACH;
    this.on('connect', (client) => this.watch(client));
    this.on('acquire', (client) => this.mark(client, false));
    this.on('release', (_error, client) => this.mark(client, true));
    const timer = setInterval(() => {
      if (this.ended) clearInterval(timer);
      else this.look();
    }, LOOK_MS);
    timer.unref();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      this.handOut(callback);
      return undefined;
    }
    return new Promise((settle, fail) => {
      this.handOut((error, client) => (client ? settle(client) : fail(error)));
    });
  }

  /** How many connections there are, who waits for one, and how many callers got none since the start. */
  get figures(): PoolFigures {
    const { totalCount, idleCount, refused, isAway } = this;
    return { inUse: totalCount - idleCount, idle: idleCount, waiting: this.callers.size, refused, isAway };
  }

  private handOut(callback: Connected): void {
    const refusal = secondConnection() ?? this.refusal();
    if (refusal) {
      this.refused += 1;
      process.nextTick(callback, refusal, undefined, () => undefined);
      return;
    }
    const given: Connected = (error, client, done) => {
      // A new connection that was not made in time; waiting for one that is in use has other words.
      if (error instanceof NotMadeInTime) void this.suspectOutage();
      if (this.callers.delete(caller)) callback(error, client, done);
      else if (client) done();
    };
    const giveUp = (): void => {
      this.refused += 1;
      this.leaveQueue(given);
      this.callers.delete(caller);
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => undefined);
    };
    const caller: Caller = { waitedMs: 0, giveUp };
    this.callers.add(caller);
    super.connect(given);
  }

  private leaveQueue(callback: Connected): void {
    const queue = (this as unknown as Queue)._pendingQueue;
    const place = queue.findIndex((waiting) => waiting.callback === callback);
    if (place >= 0) queue.splice(place, 1);
  }

  private refusal(): NoConnection | null {
    if (this.isAway) return new NoConnection('Postgres does not answer');
    return this.waitingCount < this.most ? null : new NoConnection('too many calls wait for a connection');
  }

  private watch(client: PoolClient): void {
    this.watched.set(client, { isIdle: false, bytes: 0, silentMs: 0 });
    client.once('end', () => this.watched.delete(client));
    heedLastWords(client);
  }

  private mark(client: PoolClient, isIdle: boolean): void {
    allowed.delete(client);
    const watched = this.watched.get(client);
    if (watched) watched.isIdle = isIdle;
  }

  /** Counts the silences, and cuts those that are too long. */
  private look(): void {
    const now = performance.now();
    const passedMs = Math.min(now - this.lookedAt, MOST_LOOK_MS);
    this.lookedAt = now;
    this.silentMs += passedMs;
    this.endWaits(passedMs);
    const overdue: PoolClient[] = [];
    for (const [client, watched] of this.watched) {
      const { readyForQuery, connection } = insideOf(client);
      const { bytesRead } = connection.stream;
      const isHeard = bytesRead !== watched.bytes;
      if (isHeard) this.onBytes();
      watched.bytes = bytesRead;
      watched.silentMs = isHeard || readyForQuery ? 0 : watched.silentMs + passedMs;
      if (watched.silentMs >= (allowed.get(client) ?? this.silenceMs)) overdue.push(client);
    }
    if (overdue.length === 0) return;
    this.logger.warn(`${overdue.length} statements had no answer for ${this.silenceMs} ms: their connections are cut`);
    for (const client of overdue) cut(client);
    this.checkOutage();
  }

  /** Ends what has waited too long: connections in the making, then callers. */
  private endWaits(passedMs: number): void {
    for (const attempt of this.attempts) {
      attempt.waitedMs += passedMs;
      attempt.isLate = attempt.waitedMs >= this.connectMs;
      if (attempt.isLate) cut(attempt.client);
    }
    for (const caller of this.callers) {
      caller.waitedMs += passedMs;
      // A look later than the connections: whose connection is not made hears of that.
      if (caller.waitedMs >= this.connectMs + MOST_LOOK_MS) caller.giveUp();
    }
  }

  private onBytes(): void {
    this.silentMs = 0;
    this.wasHeard = true;
    if (this.isAway) this.endOutage();
  }

  /**
   * A connection was not made in time. Where a question is open without a byte for long enough, that is silence; where nobody asked
   * anything, the server may be slow at making connections alone, and is asked first.
   */
  private async suspectOutage(): Promise<void> {
    if (this.isSuspected) return;
    this.isSuspected = true;
    const isSilent = [...this.watched.values()].some(({ silentMs }) => silentMs >= AWAY_MS);
    if (isSilent || !(await this.answers())) this.checkOutage();
    this.isSuspected = false;
  }

  /** A statement got no answer: the other connections show whether one connection is broken or the server is away. */
  private checkOutage(): void {
    if (this.isAway || this.ending || !this.wasHeard || this.silentMs < AWAY_MS) return;
    this.isAway = true;
    this.logger.error('Postgres does not answer: calls are refused until it does');
    for (const [client, { isIdle }] of this.watched) if (isIdle) cut(client);
    void this.askUntilBack();
  }

  private async askUntilBack(): Promise<void> {
    while (this.isAway && !this.ending) {
      if (await this.answers()) return this.endOutage();
      // It is certain now, so that what may take longer waits for nothing, too.
      for (const [client, { silentMs }] of this.watched) if (silentMs >= this.silenceMs) cut(client);
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS).unref());
    }
  }

  /** Whether the server takes a connection of its own for the question. */
  private async answers(): Promise<boolean> {
    const asking = new Client({ ...this.config, connectionTimeoutMillis: ASK_LIMIT_MS, query_timeout: ASK_LIMIT_MS });
    asking.on('error', () => undefined);
    try {
      await asking.connect();
      // A pooler lets everybody in, whether or not there is a server behind it.
      await asking.query('select 1');
      void asking.end().catch(() => undefined);
      return true;
    } catch {
      cut(asking);
      return false;
    }
  }

  private endOutage(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.logger.log('Postgres answers again');
  }
}
