import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Loops } from '../../../platform/loop/loops.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OutboxHints } from '../../../platform/outbox/outbox-hints.js';
import { EventCentreStore, type EventPlace } from './event-centre.store.js';
import { NotifyOfEvents } from './notify-of-events.js';

/** A hint may be lost: every so often all streams are looked at. */
const LOOK_EVERY_MS = 30_000;
/** Hints of so long are served together: a busy market is told in few transactions. */
const GATHER_MS = 250;
const USERS_AT_ONCE = 100;
/** Whose streams one statement looks at. */
const STREAMS_AT_ONCE = 5000;
/** Of one user in a transaction; the rest follows in the next. */
const EVENTS_AT_ONCE = 200;

/**
 * Tells users of what happened to their money while they did not look: reads their events and writes notices of them.
 * A user's place in the stream moves in the transaction of the notices, under its lock, so that each event is told once,
 * by whichever worker. Events are kept for days: a worker that was away for longer tells what is left.
 */
@Injectable()
export class WriteEventNotices implements OnModuleInit {
  private readonly hinted = new Set<string>();
  private isWhole = true;

  constructor(
    private readonly loops: Loops,
    private readonly hints: OutboxHints,
    private readonly outbox: Outbox,
    private readonly store: EventCentreStore,
    private readonly transactions: Transactions,
    private readonly notifyOfEvents: NotifyOfEvents,
  ) {}

  onModuleInit(): void {
    const loop = this.loops.add({
      name: 'event-centre',
      role: 'worker',
      atStart: true,
      round: () => this.round(),
      listen: () => this.listen(() => loop.wake()),
    });
  }

  private listen(wake: () => void): () => void {
    let soon: NodeJS.Timeout | null = null;
    this.hints.onHint((userIds) => {
      for (const userId of userIds) this.hinted.add(userId);
      soon ??= setTimeout(() => {
        soon = null;
        wake();
      }, GATHER_MS).unref();
    });
    const whole = setInterval(() => {
      this.isWhole = true;
      wake();
    }, LOOK_EVERY_MS).unref();
    return () => {
      clearInterval(whole);
      if (soon) clearTimeout(soon);
    };
  }

  /** Tells everybody whose events have not been told. @returns how many notices were written. */
  async execute(): Promise<number> {
    let written = 0;
    for (let after: string | null = '0'; after !== null; ) {
      const { userIds, last } = await this.store.behind(after, STREAMS_AT_ONCE);
      written += await this.notifyAll(userIds);
      after = last;
    }
    return written;
  }

  private async round(): Promise<void> {
    if (this.isWhole) {
      this.isWhole = false;
      this.hinted.clear();
      await this.execute();
      return;
    }
    const users = [...this.hinted];
    this.hinted.clear();
    await this.notifyAll(users);
  }

  private async notifyAll(userIds: readonly string[]): Promise<number> {
    let written = 0;
    for (let from = 0; from < userIds.length; from += USERS_AT_ONCE) {
      written += await this.notify(userIds.slice(from, from + USERS_AT_ONCE));
    }
    return written;
  }

  private async notify(userIds: readonly string[]): Promise<number> {
    let written = 0;
    for (let left = userIds; left.length > 0; ) {
      const done = await this.transactions.run((tx) => this.notifyOnce(tx, left));
      written += done.written;
      left = done.unfinished;
    }
    return written;
  }

  private async notifyOnce(tx: Transaction, userIds: readonly string[]) {
    const places = await this.store.lockPlaces(tx, userIds);
    const events = await this.outbox.after(places, EVENTS_AT_ONCE, tx);
    const heard = new Set(events.map(({ userId }) => userId));
    const silent = places.filter(({ userId }) => !heard.has(userId)).map(({ userId }) => userId);
    if (silent.length > 0) await this.store.passDropped(tx, silent);
    if (events.length === 0) return { written: 0, unfinished: [] };
    const written = await this.notifyOfEvents.execute(tx, events);
    const counts = new Map<string, number>();
    const moved = new Map<string, EventPlace>();
    for (const { userId, sequence } of events) {
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
      moved.set(userId, { userId, sequence });
    }
    await this.store.movePlaces(tx, [...moved.values()]);
    const unfinished = [...counts].filter(([, count]) => count === EVENTS_AT_ONCE).map(([userId]) => userId);
    return { written, unfinished };
  }
}
