import { type RawData, WebSocket } from 'ws';
import { lookupWithin, type Reach } from '../outside/reach.js';
import { type Clock, SystemClock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';

/** Where to connect and what this venue expects of a client. */
export interface ConnectionPlan {
  url: string;
  /** Messages that subscribe, sent after every opening. */
  subscriptions(): string[];
  /** The venue's own ping message; absent: a WebSocket ping frame. */
  ping?: string;
  /** The venue wants a ping this often, busy or not. */
  heartbeatMs?: number;
  /** Replace the connection at this age, before the venue closes it. */
  rotateAfterMs?: number;
}

/** Hears about one connection. Frames are handed on as text, whatever they contain; a throw is the listener's fault. */
export interface ConnectionListener {
  /** The subscriptions have just been sent. */
  opened(): void;
  frame(text: string): void;
  /** Something was heard of the other side, a pong at least; at most once a second, before the frame itself. */
  alive?(): void;
  /** Called once for every opening that ended, and for every attempt that failed. */
  closed(reason: string): void;
  /** The listener failed on a frame. */
  failed(error: unknown): void;
}

export interface ConnectionOptions {
  /**
   * Measures the network's silences and ages. The machine's clock by default, also where the product follows the clock
   * of a recording: a stalled network is stalled in real time.
   */
  clock?: Clock;
  /** From 0 to below 1; the back-off's jitter. */
  random?: () => number;
  checkEveryMs?: number;
  /** After this much silence the venue is pinged, after {@link silenceMs} the connection is given up. */
  idleMs?: number;
  silenceMs?: number;
  backoffBaseMs?: number;
  backoffCapMs?: number;
  /** A connection that lived this long resets the back-off. */
  stableMs?: number;
  maxMessageBytes?: number;
  /** Where the venue's name may lead; anywhere unless said. */
  reach?: Reach;
  handshakeMs?: number;
}

const DEFAULTS: Required<Omit<ConnectionOptions, 'clock' | 'random'>> = {
  checkEveryMs: 1000,
  // Well within the age at which a quiet book is no longer believed.
  idleMs: 2000,
  silenceMs: DEPENDENCY_LIMITS.venueStreams.silenceMs,
  backoffBaseMs: 500,
  backoffCapMs: DEPENDENCY_LIMITS.venueStreams.backoffMostMs,
  stableMs: 30_000,
  maxMessageBytes: DEPENDENCY_LIMITS.venueStreams.messageBytes,
  handshakeMs: DEPENDENCY_LIMITS.venueStreams.handshakeMs,
  reach: 'any',
};
const ALIVE_EVERY_MS = 1000;

/**
 * How long to wait before attempt number `attempt` (0 first): full jitter over an exponentially growing span
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/).
 */
export function backoffDelay(attempt: number, baseMs: number, capMs: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 20));
}

/** One WebSocket connection to a venue, kept open until {@link stop}. */
export class VenueConnection {
  private readonly clock: Clock;
  private readonly random: () => number;
  private readonly limits: typeof DEFAULTS;
  private socket: WebSocket | null = null;
  private successor: WebSocket | null = null;
  private stopped = false;
  private attempt = 0;
  private openedAt = 0;
  private heardAt = 0;
  private aliveAt = Number.NEGATIVE_INFINITY;
  private pingedAt = 0;
  private rotationTriedAt = 0;
  private checks: NodeJS.Timeout | null = null;
  private retry: NodeJS.Timeout | null = null;
  private firstOutcome: (() => void) | null = null;

  constructor(
    private readonly plan: ConnectionPlan,
    private readonly listener: ConnectionListener,
    options: ConnectionOptions = {},
  ) {
    this.clock = options.clock ?? new SystemClock();
    this.random = options.random ?? Math.random;
    this.limits = { ...DEFAULTS, ...options };
  }

  /**
   * Resolves when the first subscription is sent, or when the first attempt has failed: one venue that cannot be reached
   * must not hold up the others. It goes on trying until {@link stop}.
   */
  start(): Promise<void> {
    return new Promise((resolve) => {
      this.firstOutcome = resolve;
      this.checks = setInterval(() => this.check(), this.limits.checkEveryMs);
      this.connect();
    });
  }

  /** Sends when the connection is open; what cannot be sent now is the subscriptions' business on reopening. */
  send(message: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
  }

  /** Opens a second connection and lets it take over when it speaks. The first stays until then. */
  rotate(): void {
    if (this.stopped || this.successor || !this.socket) return;
    this.rotationTriedAt = this.clock.now();
    const successor = this.newSocket();
    this.successor = successor;
    successor.on('open', () => {
      for (const message of this.plan.subscriptions()) successor.send(message);
    });
    successor.on('message', (payload) => {
      if (this.successor === successor) this.promote(successor);
      if (this.socket === successor) this.receive(payload);
    });
    successor.on('ping', () => this.socket === successor && this.heard());
    successor.on('pong', () => this.socket === successor && this.heard());
    successor.on('close', (code, reason) => this.ended(successor, `${code} ${reason.toString()}`.trim()));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.checks) clearInterval(this.checks);
    if (this.retry) clearTimeout(this.retry);
    const open = [this.socket, this.successor].filter((socket) => socket !== null);
    this.socket = null;
    this.successor = null;
    for (const socket of open) discard(socket);
    this.settleStart();
  }

  private connect(): void {
    this.retry = null;
    const socket = this.newSocket();
    this.socket = socket;
    this.heard();
    socket.on('open', () => this.opened(socket));
    socket.on('message', (payload) => this.socket === socket && this.receive(payload));
    socket.on('ping', () => this.heard());
    socket.on('pong', () => this.heard());
    socket.on('close', (code, reason) => this.ended(socket, `${code} ${reason.toString()}`.trim()));
  }

  private newSocket(): WebSocket {
    const { reach } = this.limits;
    const lookup = lookupWithin(reach);
    const socket = new WebSocket(this.plan.url, {
      ...(lookup === undefined ? {} : { lookup }),
      handshakeTimeout: this.limits.handshakeMs,
      maxPayload: this.limits.maxMessageBytes,
      perMessageDeflate: false,
    });
    // `close` follows every error; without a listener the error would end the process.
    socket.on('error', () => undefined);
    return socket;
  }

  private opened(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.openedAt = this.clock.now();
    this.pingedAt = this.openedAt;
    this.heard();
    for (const message of this.plan.subscriptions()) socket.send(message);
    this.guarded(() => this.listener.opened());
    this.settleStart();
  }

  private receive(payload: RawData): void {
    this.heard();
    const text = Buffer.isBuffer(payload) ? payload.toString() : '';
    this.guarded(() => this.listener.frame(text));
  }

  /** Nothing that a venue sends may end the process, so nothing that a listener throws leaves this class. */
  private guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.listener.failed(error);
    }
  }

  private promote(successor: WebSocket): void {
    const former = this.socket;
    this.socket = successor;
    this.successor = null;
    const wasOpen = this.openedAt > 0;
    this.openedAt = this.clock.now();
    if (former) discard(former);
    if (wasOpen) return;
    // The one before ended meanwhile, and was to be followed by another one, which may be on its way already.
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.guarded(() => this.listener.opened());
  }

  private ended(socket: WebSocket, reason: string): void {
    if (this.successor === socket) this.successor = null;
    if (this.socket !== socket || this.stopped) return;
    this.socket = null;
    const lived = this.openedAt > 0 ? this.clock.now() - this.openedAt : 0;
    this.attempt = lived >= this.limits.stableMs ? 0 : this.attempt;
    this.openedAt = 0;
    this.guarded(() => this.listener.closed(reason));
    this.settleStart();
    const delay = backoffDelay(this.attempt, this.limits.backoffBaseMs, this.limits.backoffCapMs, this.random);
    this.attempt += 1;
    this.retry = setTimeout(() => this.connect(), delay);
  }

  private settleStart(): void {
    this.firstOutcome?.();
    this.firstOutcome = null;
  }

  private heard(): void {
    const now = this.clock.now();
    this.heardAt = now;
    if (this.socket?.readyState !== WebSocket.OPEN || now - this.aliveAt < ALIVE_EVERY_MS) return;
    this.aliveAt = now;
    this.guarded(() => this.listener.alive?.());
  }

  /** Once a second: ping, give up a silent connection, replace an old one. */
  private check(): void {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const now = this.clock.now();
    const silence = now - this.heardAt;
    if (silence >= this.limits.silenceMs) {
      discard(socket);
      this.ended(socket, `silent for ${Math.round(silence / 1000)} s`);
      return;
    }
    const pingDue = this.plan.heartbeatMs !== undefined && now - this.pingedAt >= this.plan.heartbeatMs;
    const idle = silence >= this.limits.idleMs && now - this.pingedAt >= this.limits.idleMs;
    if (pingDue || idle) this.ping(socket, now);
    if (this.successor && now - this.rotationTriedAt >= this.limits.silenceMs) {
      discard(this.successor);
      this.successor = null;
    }
    const old = this.plan.rotateAfterMs !== undefined && now - this.openedAt >= this.plan.rotateAfterMs;
    if (old && now - this.rotationTriedAt >= this.limits.stableMs) this.rotate();
  }

  private ping(socket: WebSocket, now: number): void {
    this.pingedAt = now;
    if (this.plan.ping === undefined) socket.ping();
    else socket.send(this.plan.ping);
  }
}

function discard(socket: WebSocket): void {
  socket.removeAllListeners();
  socket.on('error', () => undefined);
  socket.terminate();
}
