import { type ChannelKey, type ChannelName, type Frame, REALTIME_EVENTS } from '../../server/contract/channels.js';
import { ChannelConnection, type ChannelSocket, type ConnectionStatus, type Timers } from './channel-connection.js';
import {
  type ChannelFollower,
  type ChannelListener,
  ChannelSubscription,
  type ChannelView,
} from './channel-subscription.js';
import type { Handover } from './channel-successor.js';

export interface ChannelClientOptions {
  /** Opens a socket to the gateway that speaks the channel protocol; called for every attempt. */
  open: () => ChannelSocket;
  timers?: Timers;
  /** Called with every frame. */
  onHeard?: () => void;
}

/** A subscription outlives its last listener so long, so that a page change does not ask twice for the same. */
const RELEASE_AFTER_MS = 1000;
/** A page that is hidden for longer hears no prices: whoever looks something up comes back sooner. */
const SLEEP_AFTER_MS = 3000;
/** Missed heartbeats after which a stream, or the whole connection, counts as dead; a little late is not missed. */
const HEARTBEATS_MISSED = 2.2;

/**
 * The browser's end of the channel protocol: shared subscriptions that heal by themselves. A listener always gets the
 * whole state, folded from snapshots and changes, and is told when it must not be trusted as current. Knows no
 * framework and no browser.
 */
export class ChannelClient {
  private readonly timers: Timers;
  private readonly connection: ChannelConnection;
  private readonly subscriptions = new Map<string, ChannelSubscription<ChannelName>>();
  private readonly byChannelId = new Map<string, ChannelSubscription<ChannelName>>();
  private readonly statusListeners = new Set<(status: ConnectionStatus) => void>();
  private readonly releases = new Map<string, () => void>();
  private cancelWatch: () => void = () => undefined;
  private cancelSleep: () => void = () => undefined;
  /** Nobody sees the page: what only changes the picture is not asked for. */
  private isAsleep = false;

  constructor(options: ChannelClientOptions) {
    this.timers = options.timers ?? systemTimers;
    this.connection = new ChannelConnection(options.open, this.timers, {
      onLive: () => this.onLive(),
      onLost: () => this.onLost(),
      onFrame: (frame) => {
        options.onHeard?.();
        this.onFrame(frame);
      },
      onStatus: (status) => this.statusListeners.forEach((listener) => listener(status)),
      onHandover: (answers) => this.onHandover(answers),
      wanted: () => this.wanted(),
    });
  }

  /**
   * Listens to a stream; equal keys share one subscription. The listener is called at once with what is known and
   * then with every change.
   * @returns how to stop listening.
   */
  subscribe<Name extends ChannelName>(name: Name, key: ChannelKey<Name>, listener: ChannelListener<Name>): () => void {
    const { subscription, release } = this.use(name, key);
    const heard = listener as unknown as ChannelListener<ChannelName>;
    subscription.listeners.add(heard);
    this.connection.start();
    listener(subscription.current() as unknown as ChannelView<Name>);
    return () => {
      subscription.listeners.delete(heard);
      release();
    };
  }

  /**
   * Follows a stream change by change: each is told once and in order, through gaps and lost connections. Where changes
   * were missed for good, `onStart` says so.
   * @returns how to stop following.
   */
  follow<Name extends ChannelName>(name: Name, key: ChannelKey<Name>, follower: ChannelFollower<Name>): () => void {
    const { subscription, release } = this.use(name, key);
    const anyFollower = follower as unknown as ChannelFollower<ChannelName>;
    subscription.followers.add(anyFollower);
    this.connection.start();
    const { state } = subscription.current();
    if (state !== null) anyFollower.onStart(state);
    return () => {
      subscription.followers.delete(anyFollower);
      release();
    };
  }

  /** Somebody has signed in or out: who is served is decided when a connection is made, so a new one is made. */
  renew(): void {
    for (const subscription of this.subscriptions.values()) subscription.forget();
    this.connection.reconnectNow();
  }

  connectionStatus(): ConnectionStatus {
    return this.connection.current();
  }

  onConnectionStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  }

  /** The server's time, Unix milliseconds; null while it is not known. */
  serverNow(): number | null {
    return this.connection.serverNow();
  }

  /** Milliseconds since anything was last heard of the server. */
  silentMs(): number {
    return this.timers.now() - this.connection.heardAt;
  }

  /**
   * The page is hidden. In a moment the streams that nobody can see are left, on a connection that stays for what happens
   * to the user; what they said last stays too, and is told to be no more of now.
   */
  sleep(): void {
    this.cancelSleep();
    this.cancelSleep = this.timers.after(SLEEP_AFTER_MS, () => {
      this.isAsleep = true;
      for (const subscription of this.subscriptions.values()) {
        if (!subscription.isPicture) continue;
        if (subscription.ch) this.byChannelId.delete(subscription.ch);
        subscription.pause();
      }
      this.connection.heedWanted();
    });
  }

  /**
   * The page has come back to the front. A connection that was heard lately is asked whether everything is still
   * right, any other one is made anew at once. Streams that were left begin with their state of now.
   */
  wake(): void {
    this.cancelSleep();
    this.isAsleep = false;
    if (this.subscriptions.size > 0) this.connection.start();
    if (this.connection.isLive && this.silentMs() < this.connection.heartbeatMs) {
      this.askAll();
      this.connection.heedWanted();
    } else this.connection.reconnectNow();
  }

  /** What the device says about its network. */
  setOnline(isOnline: boolean): void {
    this.connection.setOnline(isOnline);
  }

  close(): void {
    for (const cancel of this.releases.values()) cancel();
    this.cancelSleep();
    this.cancelWatch();
    this.onLost();
    this.connection.stop();
  }

  private use<Name extends ChannelName>(name: Name, key: ChannelKey<Name>) {
    const sortedKey = canonical(key);
    const identity = `${name} ${JSON.stringify(sortedKey)}`;
    const subscription = this.find(identity) ?? this.create(identity, name, sortedKey);
    this.releases.get(identity)?.();
    this.releases.delete(identity);
    const release = () => {
      if (!subscription.isUsed && this.find(identity) === subscription) this.releaseLater(identity);
    };
    return { subscription, release };
  }

  private find(identity: string): ChannelSubscription<ChannelName> | undefined {
    return this.subscriptions.get(identity);
  }

  private create<Name extends ChannelName>(identity: string, name: Name, key: ChannelKey<Name>) {
    const created = new ChannelSubscription(name, key, this.connection, this.timers, {
      onNamed: (ch) => this.byChannelId.set(ch, erased),
      onUnanswered: () => this.onUnanswered(),
      onOrphan: (ch) => this.onOrphan(identity, ch),
    });
    const erased = created as unknown as ChannelSubscription<ChannelName>;
    this.subscriptions.set(identity, erased);
    if (this.connection.isLive && this.isWanted(erased)) created.ask();
    this.connection.heedWanted();
    return erased;
  }

  private releaseLater(identity: string): void {
    const cancel = this.timers.after(RELEASE_AFTER_MS, () => {
      this.releases.delete(identity);
      const subscription = this.subscriptions.get(identity);
      this.subscriptions.delete(identity);
      if (subscription?.ch) this.byChannelId.delete(subscription.ch);
      subscription?.release();
      this.connection.heedWanted();
    });
    this.releases.set(identity, cancel);
  }

  private onLive(): void {
    this.askAll();
    this.watch();
  }

  private onLost(): void {
    this.cancelWatch();
    this.byChannelId.clear();
    for (const subscription of this.subscriptions.values()) subscription.freeze();
  }

  /** The streams go on on another connection; one that it does not have yet is asked for there as after a loss. */
  private onHandover(answers: Handover['answers']): void {
    this.byChannelId.clear();
    for (const subscription of this.wanted()) {
      const answer = answers.get(subscription);
      if (answer) subscription.goOn(answer);
      else {
        subscription.freeze();
        subscription.ask();
      }
    }
    for (const reply of answers.values()) {
      if (reply.ok && !this.byChannelId.has(reply.ch))
        this.connection.emit(REALTIME_EVENTS.unsubscribe, { ch: reply.ch });
    }
  }

  private onFrame(frame: Frame): void {
    this.byChannelId.get(frame.ch)?.onFrame(frame);
  }

  private askAll(): void {
    for (const subscription of this.wanted()) subscription.ask();
  }

  private wanted(): ChannelSubscription<ChannelName>[] {
    return [...this.subscriptions.values()].filter((subscription) => this.isWanted(subscription));
  }

  private isWanted({ isPicture }: ChannelSubscription<ChannelName>): boolean {
    return !this.isAsleep || !isPicture;
  }

  /** Leaves it, unless somebody wants the same stream again: to the server both are one. */
  private onOrphan(identity: string, ch: string): void {
    if (this.find(identity)?.isHeld || this.byChannelId.get(ch)?.ch === ch) return;
    this.connection.emit(REALTIME_EVENTS.unsubscribe, { ch });
  }

  /** Nothing at all was heard since the question: the connection only seems to stand. */
  private onUnanswered(): void {
    if (this.connection.isLive && this.timers.now() - this.connection.heardAt > RELEASE_AFTER_MS) {
      this.connection.giveUp();
    }
  }

  /** Finds streams, or a whole connection, that have gone silent without being closed. */
  private watch(): void {
    this.cancelWatch = this.timers.after(this.connection.heartbeatMs / 2, () => {
      const silent = this.timers.now() - this.connection.heartbeatMs * HEARTBEATS_MISSED;
      if (this.byChannelId.size > 0 && this.connection.heardAt < silent) {
        this.connection.giveUp();
        return;
      }
      for (const subscription of this.byChannelId.values()) if (subscription.heardAt < silent) subscription.ask();
      this.watch();
    });
  }
}

/** Equal keys in equal form, whatever order they were given in. */
function canonical<Name extends ChannelName>(key: ChannelKey<Name>): ChannelKey<Name> {
  if ('symbols' in key) return { symbols: [...new Set(key.symbols)].sort() } as ChannelKey<Name>;
  const entries = Object.entries(key).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries) as unknown as ChannelKey<Name>;
}

/** The machine's own time. */
export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
