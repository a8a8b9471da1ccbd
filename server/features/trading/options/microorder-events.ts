import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { DEFAULT_LANGUAGE } from '../../../contract/languages/index.js';
import type { OptionOrderView } from '../../../contract/trading/options.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { OutboxReader } from '../../../platform/outbox/outbox-reader.js';
import { type FollowedUser, UserFollowing } from '../../../platform/outbox/user-following.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../../platform/realtime/channel-source.js';
import type { StreamEvent } from '../../../platform/realtime/events/event-source.js';
import { FindUser } from '../../account/users/index.js';
import { optionOrderView } from './options-views.js';
import { OptionsStore } from './options.store.js';

const OPENED = 'option.opened';
const KINDS = [OPENED, 'option.settled', 'option.voided'] as const;
const EVENT = z.object({ payload: z.object({ demo: z.boolean(), orderId: z.string() }) });

/** Orders of real money. */
interface Seen {
  /** Those that are open. */
  open: Set<string>;
  /** How often the stream had been opened when they were read. */
  opened: number;
  /** Those that were told without their event, which may still come. */
  announced: Set<string>;
}

/**
 * The private event of old clients: `closed_microorder` for each order that has ended, with its event. Read only for users
 * who have an old client connected with a proven session; they know real money only. Which are open is remembered: of those that
 * end while a stream is opened anew there is no event.
 */
@Injectable()
export class MicroorderEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly following: UserFollowing<Seen>;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly store: OptionsStore,
    private readonly findUser: FindUser,
    streams: OutboxReader,
    private readonly clock: Clock,
  ) {
    this.following = new UserFollowing<Seen>(streams, {
      nothing: () => ({ open: new Set(), opened: 0, announced: new Set() }),
      kinds: KINDS,
      look: (one, events) => this.look(one, events),
    });
  }

  onModuleInit(): void {
    this.registry.serveLegacyUsers(this);
  }

  onApplicationShutdown(): void {
    this.following.end();
  }

  watch(userId: string, send: (frame: LegacyEvent) => void): () => void {
    return this.following.watch(userId, send);
  }

  /** Remembers what is open, and tells what has ended. Called by its following. */
  async look(one: FollowedUser<Seen>, events: readonly StreamEvent[]): Promise<void> {
    const { userId, seen, opened } = one;
    const real = events.flatMap((event) => realOrderOf(event));
    const ends = new Map(real.filter(({ event, id }) => event.kind !== OPENED && !seen.announced.has(id)).map(pairOf));
    const openNow = seen.opened === opened ? null : new Set(await this.store.openIds(userId));
    const missed = openNow ? [...seen.open].filter((id) => !openNow.has(id) && !ends.has(id)) : [];
    const ended = await this.read(userId, [...missed, ...ends.keys()]);
    // Nothing is noted before all was read: what throws is looked at again.
    seen.opened = opened;
    if (openNow) [seen.open, seen.announced] = [openNow, new Set(missed)];
    for (const { id, event } of real) {
      if (event.kind !== OPENED) seen.open.delete(id);
      else if (!openNow) seen.open.add(id);
    }
    for (const { id, data } of ended) {
      const payload = { type: 'closed_microorder', to: Number.parseInt(userId, 10), data };
      one.send(
        { name: 'closed_microorder', payload },
        [ends.get(id)].flatMap((cause) => cause ?? []),
      );
    }
  }

  private async read(userId: string, ids: string[]): Promise<{ id: string; data: OptionOrderView }[]> {
    if (ids.length === 0) return [];
    const owner = await this.findUser.execute(userId);
    const account = owner?.account ?? userId;
    const reader = { language: owner?.language ?? DEFAULT_LANGUAGE, now: this.clock.now(), account };
    const orders = await this.store.findAll(userId, ids);
    return orders.map((order) => ({ id: order.id, data: optionOrderView(order, reader) }));
  }
}

interface OrderEvent {
  id: string;
  event: StreamEvent;
}

function pairOf({ id, event }: OrderEvent): [string, StreamEvent] {
  return [id, event];
}

/** An order of real money, and the event that is about it. */
function realOrderOf(event: StreamEvent): OrderEvent[] {
  const { payload } = EVENT.parse(JSON.parse(event.json));
  return payload.demo ? [] : [{ id: payload.orderId, event }];
}
