import {
  type ByeMessage,
  type Frame,
  HEARTBEAT_MS,
  type HelloMessage,
  REALTIME_EVENTS,
} from '../../server/contract/channels.js';
import { backOffCap } from './back-off.js';
import { ClockOffset } from './channel-clock.js';
import { ChannelSuccessor, type HandedStream, type Handover } from './channel-successor.js';

/** What is needed of a socket.io socket. One is opened for each attempt and thrown away after it. */
export interface ChannelSocket {
  on(event: string, listener: (...args: never[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  /** Takes all listeners off. */
  off(): unknown;
  disconnect(): unknown;
}

/** Time, so that it can be replaced. `now` is steady milliseconds; `after` gives back how to call it off. */
export interface Timers {
  now(): number;
  after(milliseconds: number, work: () => void): () => void;
  /** 0 to 1, evenly. */
  random(): number;
}

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

export interface ConnectionStatus {
  state: ConnectionState;
  /** Since when, in the steady milliseconds of the timers. */
  since: number;
}

export interface ConnectionEvents {
  onLive(): void;
  onLost(): void;
  onFrame(frame: Frame): void;
  onStatus(status: ConnectionStatus): void;
  /** Another connection has taken the place of the one before; its frames follow. */
  onHandover(answers: Handover['answers']): void;
  /** What is listened to now. */
  wanted(): readonly HandedStream[];
}

/** No greeting within this time: the attempt has failed. */
const GREETING_MS = 5000;
/** A connection that stood so long starts the back-off anew. */
const STABLE_MS = 30_000;
/** Attempts in a row that fail before the page calls itself offline. */
const OFFLINE_AFTER = 4;

/** Keeps one connection to the gateway, with back-off, and measures the server's clock. */
export class ChannelConnection {
  heartbeatMs = HEARTBEAT_MS;
  /** When anything was last received, steady milliseconds. */
  heardAt = 0;
  private socket: ChannelSocket | null = null;
  private status: ConnectionStatus;
  private attempt = 0;
  private hasBeenLive = false;
  private isOnline = true;
  private isStarted = false;
  private clock: ClockOffset | null = null;
  /** While the connection is served on for a moment: the one that takes its place. */
  private successor: ChannelSuccessor | null = null;
  private isLeaving = false;
  private cancelRetry: () => void = () => undefined;
  private cancelDeadline: () => void = () => undefined;

  constructor(
    private readonly open: () => ChannelSocket,
    private readonly timers: Timers,
    private readonly events: ConnectionEvents,
  ) {
    this.status = { state: 'connecting', since: timers.now() };
  }

  get isLive(): boolean {
    return this.status.state === 'live';
  }

  current(): ConnectionStatus {
    return this.status;
  }

  /** The server's time, Unix milliseconds; null before the first greeting. */
  serverNow(): number | null {
    return this.clock === null ? null : this.timers.now() + this.clock.value;
  }

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.connect();
  }

  stop(): void {
    this.isStarted = false;
    this.dispose();
  }

  /** Tries at once, whatever stands: the network or the page has come back. */
  reconnectNow(): void {
    if (!this.isStarted) return;
    this.attempt = 0;
    this.lose(0);
  }

  /** Nothing comes any more. Whoever lost the same gateway does not come back at the same instant. */
  giveUp(): void {
    if (this.isStarted) this.lose(null);
  }

  /** What the device says about its network. */
  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    if (isOnline) this.reconnectNow();
    else if (this.isStarted) this.lose(null);
  }

  emit(event: string, ...args: unknown[]): void {
    this.socket?.emit(event, ...args);
  }

  /** What is listened to may have changed. */
  heedWanted(): void {
    this.successor?.advance();
  }

  private connect(): void {
    this.dispose();
    this.settle();
    this.hear(this.open());
    this.cancelDeadline = this.timers.after(GREETING_MS, () => this.lose(null));
  }

  private hear(socket: ChannelSocket): void {
    this.socket = socket;
    socket.on(REALTIME_EVENTS.hello, (hello: HelloMessage) => this.onHello(hello));
    socket.on(REALTIME_EVENTS.frame, (frame: Frame) => this.onFrame(frame));
    socket.on(REALTIME_EVENTS.bye, (bye: ByeMessage) => this.onBye(bye));
    socket.on('disconnect', () => this.onDisconnect());
    socket.on('connect_error', (error: Error & { data?: { retryInMs?: number | null } }) => {
      this.lose(error.data?.retryInMs ?? null);
    });
  }

  private onHello(hello: HelloMessage): void {
    this.awaitStable();
    this.heartbeatMs = hello.heartbeatMs;
    this.heardAt = this.timers.now();
    this.clock = new ClockOffset(hello.now - this.heardAt, this.heardAt);
    this.hasBeenLive = true;
    this.become('live');
    this.events.onLive();
  }

  private onFrame(frame: Frame): void {
    const now = this.timers.now();
    this.heardAt = now;
    // A steady clock that stood still in sleep is corrected by it at once.
    this.clock ??= new ClockOffset(frame.ts - now, now);
    this.clock.hear(frame.ts - now, now);
    this.events.onFrame(frame);
  }

  private awaitStable(): void {
    this.cancelDeadline();
    this.cancelDeadline = this.timers.after(STABLE_MS, () => {
      this.attempt = 0;
    });
  }

  /** A line that carries nothing is not made again before somebody listens; the server would only cut it again. */
  private onBye({ reason, retryInMs, servedForMs = 0 }: ByeMessage): void {
    if (reason === 'idle' && this.events.wanted().length === 0) this.rest();
    else if (servedForMs === 0 || !this.isLive) this.lose(retryInMs);
    else if (!this.isLeaving) {
      this.isLeaving = true;
      this.cancelDeadline();
      this.succeed(retryInMs, 0);
    }
  }

  /** Opens the one that takes this connection's place, which is heard on until then. What fails is tried again. */
  private succeed(delay: number, failed: number): void {
    this.successor = null;
    this.cancelRetry = this.timers.after(delay, () => {
      this.successor = new ChannelSuccessor(this.open(), this.timers, {
        wanted: () => this.events.wanted(),
        onReady: () => this.handOver(),
        onFailed: (named) => this.succeed(named ?? this.timers.random() * backOffCap(failed), failed + 1),
      });
    });
  }

  /** From here on only the successor is heard, first with what it was told before. */
  private handOver(): void {
    const handover = this.successor?.release();
    this.successor = null;
    if (!handover) return;
    this.dispose();
    this.hear(handover.socket);
    this.awaitStable();
    this.heartbeatMs = handover.heartbeatMs;
    this.heardAt = this.timers.now();
    this.clock = new ClockOffset(handover.clockOffset, this.heardAt);
    this.events.onHandover(handover.answers);
    for (const frame of handover.frames) this.onFrame(frame);
  }

  /** A successor that is greeted takes over before it has everything. */
  private onDisconnect(): void {
    if (this.successor?.isGreeted) this.handOver();
    else this.lose(null);
  }

  /** Until {@link start}. */
  private rest(): void {
    const wasLive = this.isLive;
    this.stop();
    this.attempt = 0;
    this.settle();
    if (wasLive) this.events.onLost();
  }

  /** Gives the connection up and tries again after the time the server named, or else after the back-off. */
  private lose(retryInMs: number | null): void {
    const wasLive = this.isLive;
    this.dispose();
    const delay = retryInMs ?? this.timers.random() * backOffCap(this.attempt);
    this.attempt += 1;
    this.settle();
    if (wasLive) this.events.onLost();
    this.cancelRetry = this.timers.after(delay, () => this.connect());
  }

  /** The state of somebody who is not connected. */
  private settle(): void {
    if (!this.isOnline || this.attempt >= OFFLINE_AFTER) this.become('offline');
    else this.become(this.hasBeenLive ? 'reconnecting' : 'connecting');
  }

  private become(state: ConnectionState): void {
    if (this.status.state === state) return;
    this.status = { state, since: this.timers.now() };
    this.events.onStatus(this.status);
  }

  private dispose(): void {
    this.cancelRetry();
    this.cancelDeadline();
    this.isLeaving = false;
    this.successor?.dispose();
    this.successor = null;
    const { socket } = this;
    this.socket = null;
    socket?.off();
    socket?.disconnect();
  }
}
