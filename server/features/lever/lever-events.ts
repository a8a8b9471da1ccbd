import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { LeverView } from '../../contract/lever.dto.js';
import { OutboxHints } from '../../platform/outbox/outbox-hints.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../platform/realtime/channel-source.js';
import { LeverLists } from './lever-lists.js';

/** Held positions change with every price: so often their owner is told. */
const LOOK_EVERY_MS = 1000;
/** Whoever holds nothing is looked at when something happened to him, and now and then, because hints may be lost. */
const IDLE_LOOKS = 10;

/** A user with an old client. */
interface Watched {
  readonly userId: string;
  readonly tell: (event: LegacyEvent) => void;
  /** Numbers of the rows that were held at the last look; null before the first. */
  held: Set<number> | null;
  told: string;
  isBusy: boolean;
  /** Something happened since the last look. */
  isGrown: boolean;
  idleLooks: number;
}

/**
 * The private events of old clients: `lever_trade` with everything that is open, `lever_closed` with what has closed.
 * Both say how things stand and not what has happened, so many changes between two looks are one event. Read only for
 * users who have an old client connected with a proven session; they know real money only.
 */
@Injectable()
export class LeverEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(LeverEvents.name);
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | null = null;
  private hears = false;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly lists: LeverLists,
    private readonly hints: OutboxHints,
  ) {}

  onModuleInit(): void {
    this.registry.serveLegacyUsers(this);
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.watched.clear();
  }

  watch(userId: string, tell: (event: LegacyEvent) => void): () => void {
    const one: Watched = { userId, tell, held: null, told: '', isBusy: false, isGrown: true, idleLooks: 0 };
    this.watched.set(userId, one);
    this.start();
    void this.look(one);
    return () => {
      if (this.watched.get(userId) === one) this.watched.delete(userId);
      if (this.watched.size > 0 || !this.timer) return;
      clearInterval(this.timer);
      this.timer = null;
    };
  }

  /** Looks at everybody. Called by the timer. */
  lookAtAll(): void {
    for (const one of this.watched.values()) void this.look(one);
  }

  private start(): void {
    this.timer ??= setInterval(() => this.lookAtAll(), LOOK_EVERY_MS);
    this.timer.unref();
    if (this.hears) return;
    this.hears = true;
    this.hints.onHint((userIds) => {
      for (const userId of userIds) this.onHint(userId);
    });
  }

  private onHint(userId: string): void {
    const one = this.watched.get(userId);
    if (!one) return;
    one.isGrown = true;
    void this.look(one);
  }

  /** One read of a user at a time; what happens meanwhile is found by the next. Never throws. */
  private async look(one: Watched): Promise<void> {
    one.idleLooks += 1;
    const holds = one.held === null || one.held.size > 0;
    if (one.isBusy || !(one.isGrown || holds || one.idleLooks >= IDLE_LOOKS)) return;
    one.isBusy = true;
    one.isGrown = false;
    one.idleLooks = 0;
    try {
      await this.tellChanges(one);
    } catch (error) {
      one.isGrown = true;
      this.logger.warn(`An old client could not be told: ${error instanceof Error ? error.message : 'unknown'}`);
    } finally {
      one.isBusy = false;
    }
  }

  private async tellChanges(one: Watched): Promise<void> {
    const { userId } = one;
    const { totals, rows } = await this.lists.everything({ userId, demo: false, language: 'en' });
    if (this.watched.get(userId) !== one) return;
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
    if (text !== one.told) one.tell({ name: 'lever_trade', payload: trades });
    one.told = text;
    this.tellClosed(one, held);
  }

  private tellClosed(one: Watched, rows: LeverView[]): void {
    const held = new Set(rows.map(({ id }) => id));
    const closed = [...(one.held ?? [])].filter((id) => !held.has(id));
    one.held = held;
    if (closed.length === 0) return;
    one.tell({
      name: 'lever_closed',
      payload: { type: 'lever_closed', to: Number.parseInt(one.userId, 10), id: closed },
    });
  }
}
