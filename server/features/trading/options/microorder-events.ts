import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { OutboxHints } from '../../../platform/outbox/outbox-hints.js';
import { type PolledUser, UserPolling } from '../../../platform/outbox/user-polling.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../../platform/realtime/channel-source.js';
import { optionOrderView } from './options-views.js';
import { OptionsStore } from './options.store.js';

/** Hints may be lost: so often everybody is looked at. Shorter than the shortest order. */
const LOOK_EVERY_MS = 5000;
const OPEN_MAX = 10_000;

interface Seen {
  /** Numbers of the orders that were open at the last look; null before the first. */
  open: Set<string> | null;
}

/**
 * The private event of old clients: `closed_microorder` for each order that has ended. Read only for users who have an
 * old client connected with a proven session; they know real money only.
 */
@Injectable()
export class MicroorderEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly looks: UserPolling<Seen>;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly store: OptionsStore,
    hints: OutboxHints,
    private readonly clock: Clock,
  ) {
    this.looks = new UserPolling<Seen>(hints, {
      everyMs: LOOK_EVERY_MS,
      nothing: () => ({ open: null }),
      look: (one) => this.tellEnded(one),
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

  private async tellEnded(one: PolledUser<Seen>): Promise<void> {
    const { userId, tell } = one;
    const open = new Set((await this.store.open(userId, OPEN_MAX)).filter(({ demo }) => !demo).map(({ id }) => id));
    const ended = [...(one.seen.open ?? [])].filter((id) => !open.has(id));
    const reader = { language: 'en', now: this.clock.now(), account: '' } as const;
    for (const id of ended) {
      const order = await this.store.find(userId, id);
      if (!order || one.hasLeft) continue;
      const payload = {
        type: 'closed_microorder',
        to: Number.parseInt(userId, 10),
        data: optionOrderView(order, reader),
      };
      tell({ name: 'closed_microorder', payload });
    }
    one.seen.open = open;
  }
}
