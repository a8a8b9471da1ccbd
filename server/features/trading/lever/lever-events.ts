import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import { DEFAULT_LANGUAGE } from '../../../contract/languages/index.js';
import { isHeld } from '../../../contract/rules/position-figures.rules.js';
import type { LeverView } from '../../../contract/trading/lever.dto.js';
import { OutboxReader } from '../../../platform/outbox/outbox-reader.js';
import { type FollowedUser, UserFollowing } from '../../../platform/outbox/user-following.js';
import { type LegacyEvent, LegacyRegistry, type LegacyUserSource } from '../../../platform/realtime/channel-source.js';
import type { StreamEvent } from '../../../platform/realtime/events/event-source.js';
import type { FuturesAccount } from '../futures/index.js';
import { FindUser } from '../../account/users/index.js';
import { LeverLists } from './lever-lists.js';

/** Rows and money of the futures account change with one of these. */
const KINDS = ['balance', 'order', 'fill', 'position', 'liquidation', 'transfer'] as const;
/** An account is read again after so many beats of a second without an event, should anything in it change without one. */
const LOOK_AFTER_BEATS = 60;
/** So many beats apart the prices of a user who only waits for positions are looked at; of one who holds some, each second. */
const WAITING_BEATS = 10;

interface Seen {
  /** As it was read last, with the prices of each moment; null before the first look. */
  account: FuturesAccount | null;
  /** The owner's, as it was at that look. */
  language: Language;
  /** Numbers of the rows that were held when it was told last; null before the first time. */
  held: Set<number> | null;
  /** The last `lever_trade` that was sent. */
  sent: string;
}

/**
 * The private events of old clients: `lever_trade` with everything that is open, `lever_closed` with what has closed.
 * Both say how things stand and not what has happened, so many changes between two looks are one frame. An account is
 * read when its user's stream has an event; what a price alone changes follows from the board. Only for users who have an
 * old client connected with a proven session; they know real money only.
 */
@Injectable()
export class LeverEvents implements LegacyUserSource, OnModuleInit, OnApplicationShutdown {
  private readonly following: UserFollowing<Seen>;

  constructor(
    private readonly registry: LegacyRegistry,
    private readonly lists: LeverLists,
    private readonly findUser: FindUser,
    streams: OutboxReader,
  ) {
    this.following = new UserFollowing<Seen>(streams, {
      nothing: () => ({ account: null, language: DEFAULT_LANGUAGE, held: null, sent: '' }),
      kinds: KINDS,
      look: (one, events) => this.read(one, events),
      lookAfterBeats: LOOK_AFTER_BEATS,
      beat: (one, beats) => this.follow(one, beats),
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

  private async read(one: FollowedUser<Seen>, events: readonly StreamEvent[]): Promise<void> {
    const { userId, seen } = one;
    const [account, owner] = await Promise.all([
      this.lists.account({ userId, demo: false }),
      this.findUser.execute(userId),
    ]);
    seen.account = account;
    seen.language = owner?.language ?? DEFAULT_LANGUAGE;
    this.emitChanges(one, account, events);
  }

  /** Tells what the prices of now have changed. */
  private follow(one: FollowedUser<Seen>, beats: number): void {
    const { account } = one.seen;
    if (!account || account.positions.length === 0) return;
    if (account.positions.some(isHeld) || beats % WAITING_BEATS === 0) this.emitChanges(one, account, []);
  }

  private emitChanges(one: FollowedUser<Seen>, account: FuturesAccount, causes: readonly StreamEvent[]): void {
    const { userId, seen } = one;
    const { totals, rows } = this.lists.everything({ userId, demo: false, language: seen.language }, account);
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
    if (text !== seen.sent) one.send({ name: 'lever_trade', payload: trades, isState: true }, causes);
    seen.sent = text;
    this.emitClosed(one, held, causes);
  }

  private emitClosed(one: FollowedUser<Seen>, rows: LeverView[], causes: readonly StreamEvent[]): void {
    const { userId, seen, send } = one;
    const held = new Set(rows.map(({ id }) => id));
    const closed = [...(seen.held ?? [])].filter((id) => !held.has(id));
    seen.held = held;
    if (closed.length === 0) return;
    const payload = { type: 'lever_closed', to: Number.parseInt(userId, 10), id: closed };
    send({ name: 'lever_closed', payload }, causes);
  }
}
