import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { type WebSocket, WebSocketServer } from 'ws';
import { BinanceDialect } from './binance-dialect.js';
import { BybitDialect } from './bybit-dialect.js';
import { OkxDialect } from './okx-dialect.js';
import { type RecordedFrame, type Recording, shiftFrame } from './recording.js';
import { json, type RestReply, type VenueDialect } from './venue-dialect.js';

export interface ReplayOptions {
  /** 1 is the pace of the recording. */
  speed?: number;
  /** 0 takes a free port. */
  port?: number;
  /** Begin anew at the end, instants moved on by whole minutes. Otherwise time stands still at the end. */
  loop?: boolean;
  /**
   * The recording begins this long after the first subscription, so that a client's other connections do not miss its
   * first frames. Null: it begins when {@link ReplayServer.begin} is called.
   */
  graceMs?: number | null;
}

const TICK_MS = 5;
const GRACE_MS = 300;
const MESSAGE_BYTES_MAX = 64 * 1024;
const TIME_PATHS = ['/v5/market/time', '/api/v3/time', '/fapi/v1/time'];

interface Session {
  socket: WebSocket;
  channel: string;
  topics: Set<string>;
}

/** What can be made to go wrong, for tests. */
export interface ReplayFaults {
  /** The next so many frames of a topic are not sent, beginning with the n-th from now (1 is the next). */
  drops: { topic: string; countdown: number }[];
  /** Changes every frame before it is sent; null withholds it. */
  distort: ((text: string, topic: string) => string | null) | null;
  /** New connections and REST calls are cut. */
  unreachable: boolean;
}

/** A local server that speaks an exchange's own protocol from a recording. Listens on the loopback only. */
export class ReplayServer {
  readonly faults: ReplayFaults = { drops: [], distort: null, unreachable: false };
  private readonly dialect: VenueDialect;
  private readonly http: Server;
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  private readonly sessions = new Set<Session>();
  private readonly speed: number;
  private beganAt: number | null = null;
  private starting: NodeJS.Timeout | null = null;
  private ticker: NodeJS.Timeout | null = null;
  private next = 0;
  private round = 0;

  constructor(
    private readonly recording: Recording,
    private readonly options: ReplayOptions = {},
  ) {
    this.speed = options.speed ?? 1;
    if (!(this.speed > 0 && this.speed <= 1000)) throw new Error('The speed must be above 0 and at most 1000.');
    this.dialect = dialectOf(recording);
    this.http = createServer((request, response) => this.answer(request, response));
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket as Socket, head));
  }

  /** Resolves with the address, `http://127.0.0.1:PORT`. Rejects when the port is taken. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.http.once('error', reject);
      this.http.listen(this.options.port ?? 0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    if (this.starting) clearTimeout(this.starting);
    if (this.ticker) clearInterval(this.ticker);
    this.cut();
    await new Promise((resolve) => {
      this.http.close(resolve);
      this.http.closeAllConnections();
    });
  }

  /** Starts the recording's time. */
  begin(): void {
    if (this.beganAt !== null) return;
    this.beganAt = performance.now();
    this.ticker = setInterval(() => this.play(), TICK_MS);
  }

  /** Now, on the recording's clock: its start before it begins, its end after it ended. */
  get time(): number {
    const { startAt, endAt } = this.recording;
    if (this.beganAt === null) return startAt;
    const time = startAt + (performance.now() - this.beganAt) * this.speed;
    return Math.floor(this.options.loop ? time : Math.min(time, endAt));
  }

  get ended(): boolean {
    return !this.options.loop && this.next >= this.recording.frames.length;
  }

  get connections(): number {
    return this.sessions.size;
  }

  /** Topics subscribed to, over all connections. */
  get subscriptions(): number {
    return [...this.sessions].reduce((sum, { topics }) => sum + topics.size, 0);
  }

  /** Cuts all connections without a farewell. */
  cut(): void {
    for (const { socket } of this.sessions) socket.terminate();
    this.sessions.clear();
  }

  private play(): void {
    const { frames, startAt, endAt } = this.recording;
    const now = this.time;
    // A bar must stay on its minute, so rounds are whole minutes apart.
    const period = Math.ceil((endAt - startAt + 1) / 60_000) * 60_000;
    for (;;) {
      const frame = frames[this.next];
      if (!frame) {
        if (!this.options.loop) return;
        this.next = 0;
        this.round += 1;
        continue;
      }
      const offset = this.round * period;
      if (frame.at + offset > now) return;
      this.next += 1;
      this.playFrame(shiftFrame(frame, offset, this.round));
    }
  }

  private playFrame(frame: RecordedFrame): void {
    this.dialect.observe(frame);
    const drop = this.faults.drops.find(({ topic }) => topic === frame.topic);
    if (drop) drop.countdown -= 1;
    if (drop?.countdown === 0) {
      this.faults.drops.splice(this.faults.drops.indexOf(drop), 1);
      return;
    }
    const text = this.faults.distort ? this.faults.distort(frame.text, frame.topic) : frame.text;
    if (text === null) return;
    const channel = this.dialect.channelOf(frame);
    for (const session of this.sessions)
      if (session.channel === channel && session.topics.has(frame.topic)) session.socket.send(text);
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const opened = this.faults.unreachable ? null : this.dialect.open(addressOf(request));
    if (!opened) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      const session: Session = { socket: client, channel: opened.channel, topics: new Set() };
      this.sessions.add(session);
      client.on('error', () => client.terminate());
      client.on('close', () => this.sessions.delete(session));
      client.on('message', (payload) => this.request(session, Buffer.isBuffer(payload) ? payload.toString() : ''));
      this.subscribe(session, opened.topics);
    });
  }

  private request(session: Session, text: string): void {
    const { replies, subscribe, unsubscribe } = this.dialect.request(session.channel, text);
    for (const reply of replies) session.socket.send(reply);
    for (const topic of unsubscribe) session.topics.delete(topic);
    this.subscribe(session, subscribe);
  }

  private subscribe(session: Session, topics: string[]): void {
    for (const topic of topics) {
      session.topics.add(topic);
      const snapshot = this.dialect.snapshot(session.channel, topic);
      if (snapshot) session.socket.send(snapshot);
    }
    const { graceMs = GRACE_MS } = this.options;
    if (topics.length === 0 || graceMs === null || this.beganAt !== null) return;
    this.starting ??= setTimeout(() => this.begin(), graceMs);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.faults.unreachable) {
      request.socket.destroy();
      return;
    }
    const { status, body } = this.reply(addressOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }

  private reply(address: URL): RestReply {
    const { time } = this;
    if (address.pathname === '/v5/market/time') {
      const result = { timeSecond: String(Math.floor(time / 1000)), timeNano: `${time}000000` };
      return json({ retCode: 0, retMsg: 'OK', result, time });
    }
    if (address.pathname === '/api/v5/public/time') return json({ code: '0', msg: '', data: [{ ts: String(time) }] });
    if (TIME_PATHS.includes(address.pathname)) return json({ serverTime: time });
    return this.dialect.rest(address) ?? json({ code: 404, msg: 'not recorded' }, 404);
  }
}

function dialectOf(recording: Recording): VenueDialect {
  if (recording.venue === 'bybit') return new BybitDialect(recording);
  return recording.venue === 'okx' ? new OkxDialect(recording) : new BinanceDialect(recording);
}

function addressOf(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? '/', 'http://127.0.0.1');
  } catch {
    return new URL('http://127.0.0.1/');
  }
}
