import { Injectable } from '@nestjs/common';
import type { AccountEventKind, AccountEventPayload } from '../../contract/events.dto.js';
import { Clock } from '../clock/clock.js';
import type { Transaction } from '../database/transaction.js';
import { OutboxHints } from './outbox-hints.js';
import { type OutboxPlace, type OutboxRow, OutboxStore } from './outbox.store.js';

/** An event for one user. */
export type OutboxEvent = {
  [Kind in AccountEventKind]: { userId: string; kind: Kind; payload: AccountEventPayload<Kind> };
}[AccountEventKind];

/**
 * A transactional outbox: events are appended in the transaction of the change, so they exist if and only if the change
 * does. Each user's events are numbered without gaps and delivered to all open pages in that order.
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly store: OutboxStore,
    private readonly hints: OutboxHints,
    private readonly clock: Clock,
  ) {}

  /**
   * Appends an event to the user's stream. Call it last, after every posting: it holds the user's number until the
   * transaction ends. Events for several users go in one {@link appendAll}.
   * @returns the event's number in the stream.
   */
  async append<Kind extends AccountEventKind>(
    tx: Transaction,
    userId: string,
    kind: Kind,
    payload: AccountEventPayload<Kind>,
  ): Promise<number> {
    const event = { userId, kind, payload: JSON.stringify(payload) };
    const sequence = await this.store.append(tx, event, new Date(this.clock.now()));
    this.hints.afterCommit(tx, [userId]);
    return sequence;
  }

  /**
   * Holds the users' streams, all of them in a fixed order, until the transaction ends. For what is numbered beside the stream and
   * must become visible in the order of its numbers: draw them after this, and append to each of the streams.
   */
  hold(tx: Transaction, userIds: string[]): Promise<void> {
    return this.store.hold(tx, userIds);
  }

  /** Appends several events, in order, and locks several users in a fixed order to avoid deadlocks. */
  async appendAll(tx: Transaction, events: OutboxEvent[]): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ userId, kind, payload }) => ({ userId, kind, payload: JSON.stringify(payload) }));
    await this.store.appendAll(tx, rows, new Date(this.clock.now()));
    this.announce(
      tx,
      events.map(({ userId }) => userId),
    );
  }

  /**
   * For stored functions that call `outbox_append` themselves: wakes the gateways of these users once the transaction
   * has committed, or at once when the statement was a transaction of its own. Without the call, polling delivers a second later.
   */
  announce(tx: Transaction, userIds: string[]): void {
    this.hints.afterCommit(tx, userIds);
  }

  /**
   * The sequence number of the user's last event, 0 before the first. Read it before the state in the same transaction:
   * the state then includes at least everything up to it, and applying an included event again changes nothing, because
   * entities are versioned.
   */
  async sequenceOf(tx: Transaction, userId: string): Promise<number> {
    return (await this.placeOf(tx, userId)).sequence;
  }

  /** The same with the epoch: a client may subscribe to `account.events` from exactly this place. */
  placeOf(tx: Transaction, userId: string): Promise<OutboxPlace> {
    return this.store.place(tx, userId);
  }

  /** The committed events after each user's place, each user's in order, at most `limit` of each. */
  async after(places: { userId: string; sequence: number }[], limit: number, tx?: Transaction): Promise<OutboxRow[]> {
    return (await this.store.after(places, limit, tx)).rows;
  }
}
