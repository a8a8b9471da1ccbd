import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { DEFAULT_LANGUAGE } from '../../../contract/languages/index.js';
import { Clock } from '../../../platform/clock/clock.js';
import { OutboxReader } from '../../../platform/outbox/outbox-reader.js';
import { type FollowedUser, UserFollowing } from '../../../platform/outbox/user-following.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../../platform/realtime/channel-source.js';
import type { StreamEvent } from '../../../platform/realtime/events/event-source.js';
import { FindUser } from '../../account/users/index.js';
import { optionOrderView } from './options-views.js';
import { OptionsStore } from './options.store.js';

const ENDS = ['option.settled', 'option.voided'] as const;
const END = z.object({ payload: z.object({ demo: z.boolean(), orderId: z.string() }) });

/**
 * The private event of old clients: `closed_microorder` for each order that has ended, with its event. Read only for users
 * who have an old client connected with a proven session; they know real money only.
 */
@Injectable()
export class MicroorderEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly following: UserFollowing<null>;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly store: OptionsStore,
    private readonly findUser: FindUser,
    streams: OutboxReader,
    private readonly clock: Clock,
  ) {
    this.following = new UserFollowing<null>(streams, {
      nothing: () => null,
      kinds: ENDS,
      look: (one, events) => this.tellEnded(one, events),
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

  private async tellEnded({ userId, tell }: FollowedUser<null>, events: readonly StreamEvent[]): Promise<void> {
    const ends = new Map(events.flatMap((event) => endOf(event)));
    if (ends.size === 0) return;
    const owner = await this.findUser.execute(userId);
    const reader = { language: owner?.language ?? DEFAULT_LANGUAGE, now: this.clock.now(), account: '' };
    for (const order of await this.store.findAll(userId, [...ends.keys()])) {
      const data = optionOrderView(order, reader);
      const payload = { type: 'closed_microorder', to: Number.parseInt(userId, 10), data };
      tell(
        { name: 'closed_microorder', payload },
        [ends.get(order.id)].flatMap((cause) => cause ?? []),
      );
    }
  }
}

/** An order of real money that has ended, and the event that says so. */
function endOf(event: StreamEvent): [string, StreamEvent][] {
  const { payload } = END.parse(JSON.parse(event.json));
  return payload.demo ? [] : [[payload.orderId, event]];
}
