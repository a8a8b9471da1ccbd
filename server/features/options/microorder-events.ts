import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { OutboxHints } from '../../platform/outbox/outbox-hints.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../platform/realtime/channel-source.js';
import { optionOrderView } from './option-views.js';
import { OptionsStore } from './options.store.js';

/** Hints may be lost: so often everybody is looked at. Shorter than the shortest order. */
const LOOK_EVERY_MS = 5000;
const OPEN_MAX = 10_000;

/** A user with an old client. */
interface Watched {
  readonly userId: string;
  readonly tell: (event: LegacyEvent) => void;
  /** Numbers of the orders that were open at the last look; null before the first. */
  open: Set<string> | null;
  isBusy: boolean;
  isGrown: boolean;
}

/**
 * The private event of old clients: `closed_microorder` for each order that has ended. Read only for users who have an
 * old client connected with a proven session; they know real money only.
 */
@Injectable()
export class MicroorderEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(MicroorderEvents.name);
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | null = null;
  private hears = false;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly store: OptionsStore,
    private readonly hints: OutboxHints,
    private readonly clock: Clock,
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
    const one: Watched = { userId, tell, open: null, isBusy: false, isGrown: false };
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

  private start(): void {
    this.timer ??= setInterval(() => {
      for (const one of this.watched.values()) void this.look(one);
    }, LOOK_EVERY_MS);
    this.timer.unref();
    if (this.hears) return;
    this.hears = true;
    this.hints.onHint((userIds) => {
      for (const userId of userIds) {
        const one = this.watched.get(userId);
        if (one) void this.look(one);
      }
    });
  }

  /** One read of a user at a time; what happens meanwhile is one more. Never throws. */
  private async look(one: Watched): Promise<void> {
    one.isGrown = true;
    if (one.isBusy) return;
    one.isBusy = true;
    try {
      while (one.isGrown) {
        one.isGrown = false;
        await this.tellEnded(one);
      }
    } catch (error) {
      this.logger.warn(`An old client could not be told: ${error instanceof Error ? error.message : 'unknown'}`);
    } finally {
      one.isBusy = false;
    }
  }

  private async tellEnded(one: Watched): Promise<void> {
    const { userId, tell } = one;
    const open = new Set((await this.store.open(userId, OPEN_MAX)).filter(({ demo }) => !demo).map(({ id }) => id));
    const ended = [...(one.open ?? [])].filter((id) => !open.has(id));
    const reader = { language: 'en', now: this.clock.now(), account: '' } as const;
    for (const id of ended) {
      const order = await this.store.find(userId, id);
      if (!order || this.watched.get(userId) !== one) continue;
      const payload = {
        type: 'closed_microorder',
        to: Number.parseInt(userId, 10),
        data: optionOrderView(order, reader),
      };
      tell({ name: 'closed_microorder', payload });
    }
    one.open = open;
  }
}
