import {
  type Frame,
  HEARTBEAT_MS,
  type HelloMessage,
  REALTIME_EVENTS,
  type SubscribeReply,
  type SubscribeRequest,
} from '../../server/contract/channels.js';
import type { ChannelSocket, Timers } from './channel-connection.js';

/** One stream that has to go on on the successor. */
export interface HandedStream {
  /** How the stream is asked for on another connection. */
  handOverRequest(): SubscribeRequest;
  /** Whether another try may be answered otherwise. */
  isPassing(reply: SubscribeReply): boolean;
}

/** What a successor was told before it took the place of the connection before it. */
export interface Handover {
  socket: ChannelSocket;
  heartbeatMs: number;
  /** The server's time less that of the timers. */
  clockOffset: number;
  answers: Map<HandedStream, SubscribeReply>;
  /** In order. */
  frames: Frame[];
}

interface SuccessorEvents {
  /** What is subscribed to now. */
  wanted(): readonly HandedStream[];
  onReady(): void;
  /** With the time that the server named, if it did. */
  onFailed(retryInMs: number | null): void;
}

/** Within this time it is greeted, and then within as much has everything; otherwise it has failed. */
const STEP_MS = 5000;

/**
 * A second connection beside one that is about to end. It asks for all that is subscribed to and keeps what comes, unseen,
 * until it has the state of every stream; then it is ready to take the other's place.
 */
export class ChannelSuccessor {
  private heartbeatMs = HEARTBEAT_MS;
  private clockOffset: number | null = null;
  private readonly asked = new Set<HandedStream>();
  private readonly answers = new Map<HandedStream, SubscribeReply>();
  private readonly frames: Frame[] = [];
  private isOver = false;
  private cancelDeadline: () => void;

  constructor(
    private readonly socket: ChannelSocket,
    private readonly timers: Timers,
    private readonly events: SuccessorEvents,
  ) {
    socket.on(REALTIME_EVENTS.hello, (hello: HelloMessage) => this.onHello(hello));
    socket.on(REALTIME_EVENTS.frame, (frame: Frame) => {
      this.frames.push(frame);
      this.advance();
    });
    // The other gateway is about to end as well.
    socket.on(REALTIME_EVENTS.bye, () => this.fail(null));
    socket.on('disconnect', () => this.fail(null));
    socket.on('connect_error', (error: Error & { data?: { retryInMs?: number | null } }) => {
      this.fail(error.data?.retryInMs ?? null);
    });
    this.cancelDeadline = timers.after(STEP_MS, () => this.fail(null));
  }

  get isGreeted(): boolean {
    return this.clockOffset !== null;
  }

  /** Asks for what is wanted by now and was not asked for; says so when nothing is missing any more. */
  advance(): void {
    if (this.isOver || !this.isGreeted) return;
    const wanted = this.events.wanted();
    for (const stream of wanted) if (!this.asked.has(stream)) this.ask(stream);
    // An answer that is on its way may name a stream that has to be left again.
    if (this.answers.size < this.asked.size || !wanted.every((stream) => this.has(stream))) return;
    this.events.onReady();
  }

  /** Hands over what it has. Nothing is heard here any more. */
  release(): Handover {
    this.end();
    const { socket, heartbeatMs, answers, frames } = this;
    return { socket, heartbeatMs, clockOffset: this.clockOffset ?? 0, answers, frames };
  }

  dispose(): void {
    this.end();
    this.socket.disconnect();
  }

  private onHello(hello: HelloMessage): void {
    this.heartbeatMs = hello.heartbeatMs;
    this.clockOffset = hello.now - this.timers.now();
    this.cancelDeadline();
    this.cancelDeadline = this.timers.after(STEP_MS, () => this.fail(null));
    this.advance();
  }

  private ask(stream: HandedStream): void {
    this.asked.add(stream);
    this.socket.emit(REALTIME_EVENTS.subscribe, stream.handOverRequest(), (reply: SubscribeReply) => {
      if (this.isOver) return;
      if (stream.isPassing(reply)) this.fail(null);
      else {
        this.answers.set(stream, reply);
        this.advance();
      }
    });
  }

  /** Whether the stream can go on here: with its state, from the place reached, or as one that is refused. */
  private has(stream: HandedStream): boolean {
    const reply = this.answers.get(stream);
    if (reply === undefined) return false;
    return !reply.ok || reply.recovered || this.frames.some(({ ch, k }) => ch === reply.ch && k === 'snap');
  }

  private fail(retryInMs: number | null): void {
    if (this.isOver) return;
    this.dispose();
    this.events.onFailed(retryInMs);
  }

  private end(): void {
    this.isOver = true;
    this.cancelDeadline();
    this.socket.off();
  }
}
