import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { LeverView } from '../../../contract/trading/lever.dto.js';
import { OutboxHints } from '../../../platform/outbox/outbox-hints.js';
import { type PolledUser, UserPolling } from '../../../platform/outbox/user-polling.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../../platform/realtime/channel-source.js';
import { LeverLists } from './lever-lists.js';

/** How often the old clients get a held position, which changes with every price. */
const LOOK_EVERY_MS = 1000;
/** A user without positions is polled after hints, and at intervals, because hints may be lost. */
const IDLE_LOOKS = 10;

interface Seen {
  /** Numbers of the rows that were held at the last look; null before the first. */
  held: Set<number> | null;
  /** The last `lever_trade` that was sent. */
  sent: string;
}

/**
 * The private events of old clients: `lever_trade` with everything that is open, `lever_closed` with what has closed.
 * Both say how things stand and not what has happened, so many changes between two looks are one event. Read only for
 * users who have an old client connected with a proven session; they know real money only.
 */
@Injectable()
export class LeverEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly looks: UserPolling<Seen>;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly lists: LeverLists,
    hints: OutboxHints,
  ) {
    this.looks = new UserPolling<Seen>(hints, {
      everyMs: LOOK_EVERY_MS,
      nothing: () => ({ held: null, sent: '' }),
      look: (one) => this.tellChanges(one),
      isDue: ({ held }, beats) => held === null || held.size > 0 || beats >= IDLE_LOOKS,
    });
  }

  onModuleInit(): void {
    this.registry.serveLegacyUsers(this);
  }

  onApplicationShutdown(): void {
    this.looks.end();
  }

  watch(userId: string, tell: (event: LegacyEvent) => void): () => void {
    return this.looks.watch(userId, tell);
  }

  private async tellChanges(one: PolledUser<Seen>): Promise<void> {
    const { userId } = one;
    const { totals, rows } = await this.lists.everything({ userId, demo: false, language: 'en' });
    if (one.hasLeft) return;
    const held = rows.filter(({ status }) => status === 1 || status === 2);
    const trades = {
      type: 'lever_trade',
      to: Number.parseInt(userId, 10),
      hazard_rate: totals.hazardRate,
      caution_money_all: totals.margin,
      origin_caution_money_all: totals.initialMargin,
      profits_all: totals.profits,
      caution_money: totals.margin,
      origin_caution_money: totals.initialMargin,
      profits: totals.profits,
      trades_all: JSON.stringify(held),
      trades_entrust: JSON.stringify(rows.filter(({ status }) => status === 0)),
      trades_cur: JSON.stringify(held),
    };
    const text = JSON.stringify(trades);
    if (text !== one.seen.sent) one.tell({ name: 'lever_trade', payload: trades });
    one.seen.sent = text;
    this.tellClosed(one, held);
  }

  private tellClosed({ userId, tell, seen }: PolledUser<Seen>, rows: LeverView[]): void {
    const held = new Set(rows.map(({ id }) => id));
    const closed = [...(seen.held ?? [])].filter((id) => !held.has(id));
    seen.held = held;
    if (closed.length === 0) return;
    tell({ name: 'lever_closed', payload: { type: 'lever_closed', to: Number.parseInt(userId, 10), id: closed } });
  }
}
