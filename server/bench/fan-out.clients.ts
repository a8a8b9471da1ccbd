import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { readHead } from './fan-out.frame.js';
import { type Page, wantedOn } from './fan-out.pages.js';

/**
 * Many clients in one process, as cheap as they can be: bare TCP sockets that speak just enough WebSocket, Engine.IO
 * and socket.io to subscribe, all reading into one buffer. Every frame's place in the stream is checked on every
 * socket, without making text of it; the payload is read on some of them.
 */
interface Connect {
  do: 'connect';
  port: number;
  count: number;
  /** `bare`: nothing is said after the upgrade. */
  speaks: 'channels' | 'bare';
  /** Number of the first socket; source addresses go by it. */
  first: number;
  /** Every how many sockets one is read in full. */
  watchedEvery: number;
  page: Page;
}
type Order = Connect | { do: 'reset' } | { do: 'report'; finalS: number };

/** Sockets of one source address, under the gateway's own limit. */
const PER_ADDRESS = 100;
const OPENING_AT_ONCE = 64;
/** Bytes of a frame that hold its place in the stream. */
const HEAD_BYTES = 160;
const BIN_MS = 0.1;
const BINS = 100_000;

const shared = Buffer.allocUnsafe(256 * 1024);
/** From the publication by the feed, and from the tick, to the client. */
const published = { bins: new Uint32Array(BINS), count: 0 };
const ticked = { bins: new Uint32Array(BINS), count: 0 };
const total = { frames: 0, bytes: 0, gaps: 0, closed: 0, snapshots: 0 };
const clients: Client[] = [];

function note(histogram: typeof published, milliseconds: number): void {
  const bin = Math.min(BINS - 1, Math.max(0, Math.floor(milliseconds / BIN_MS)));
  histogram.bins[bin] = (histogram.bins[bin] ?? 0) + 1;
  histogram.count += 1;
}

class Client {
  /** The place in each stream that it listens to, by the mark of its channel. */
  private readonly places = new Map<number, number>();
  private left: number;
  private stash: Buffer | null = null;
  private skip = 0;
  private upgraded = false;

  constructor(
    private readonly socket: { write(bytes: Buffer): unknown },
    private readonly watched: boolean,
    private readonly speaks: Connect['speaks'],
    private readonly wanted: ReturnType<typeof wantedOn>,
    private readonly onReady: () => void,
  ) {
    this.left = wanted.length;
  }

  /** Whether it has come to the end of every stream. */
  isAt(s: number): boolean {
    const streams = this.speaks === 'bare' ? 1 : this.wanted.length;
    return this.places.size === streams && [...this.places.values()].every((place) => place === s);
  }

  take(chunk: Buffer): void {
    total.bytes += chunk.length;
    let bytes = chunk;
    if (this.skip > 0) {
      const skipped = Math.min(this.skip, bytes.length);
      this.skip -= skipped;
      if (skipped === bytes.length) return;
      bytes = bytes.subarray(skipped);
    }
    if (this.stash) {
      bytes = Buffer.concat([this.stash, bytes]);
      this.stash = null;
    }
    let at = this.upgraded ? 0 : this.readUpgrade(bytes);
    while (at < bytes.length) {
      const next = this.readFrame(bytes, at);
      if (next < 0) {
        this.stash = Buffer.from(bytes.subarray(at));
        return;
      }
      at = next;
    }
  }

  private readUpgrade(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) {
      this.stash = Buffer.from(bytes);
      return bytes.length;
    }
    this.upgraded = true;
    if (this.speaks === 'bare') this.onReady();
    return end + 4;
  }

  /** Reads one frame from the offset; gives where the next begins, or -1 when more bytes are needed. */
  private readFrame(bytes: Buffer, at: number): number {
    if (bytes.length - at < 4) return -1;
    const short = (bytes[at + 1] ?? 0) & 127;
    if (short === 127 && bytes.length - at < 10) return -1;
    const header = short === 126 ? 4 : short === 127 ? 10 : 2;
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    const end = at + header + length;
    const start = at + header;
    if (this.watched || length <= HEAD_BYTES ? end > bytes.length : start + HEAD_BYTES > bytes.length) return -1;
    this.onMessage(bytes, start, Math.min(end, bytes.length));
    if (end > bytes.length) this.skip = end - bytes.length;
    return Math.min(end, bytes.length);
  }

  private onMessage(bytes: Buffer, start: number, end: number): void {
    const head = readHead(bytes, start, Math.min(end, start + HEAD_BYTES));
    if (head === null) return this.onText(bytes.toString('latin1', start, end));
    total.frames += 1;
    const before = this.places.get(head.mark) ?? -1;
    if (head.ps === null) total.snapshots += 1;
    else if (before >= 0 && head.ps !== before) total.gaps += 1;
    this.places.set(head.mark, head.s);
    if (this.watched && head.ps !== null) readRows(bytes.toString('latin1', start, end));
  }

  private onText(text: string): void {
    if (text.startsWith('42["f"')) total.frames += 1;
    else if (text === '2') this.say('3');
    else if (text.startsWith('0')) this.say('40{"protocol":"channels/1"}');
    else if (text.startsWith('40')) this.ask();
    else if (/^43\d/.test(text)) this.onReply();
    // The naive server's events carry no place, only the row.
    if (this.watched && text.startsWith('42["f"')) readRows(text);
  }

  private ask(): void {
    for (const [call, { ch, id }] of this.wanted.entries())
      this.say(`42${call}["sub",{"ch":"${ch}","key":{"id":"${id}"}}]`);
  }

  private onReply(): void {
    this.left -= 1;
    if (this.left === 0) this.onReady();
  }

  /** A masked text frame; the mask is zero, so the text stays as it is. */
  private say(text: string): void {
    const header = Buffer.from([0x81, 0x80 | Math.min(text.length, 126), 0, 0, 0, 0, 0, 0]);
    if (text.length < 126) this.socket.write(Buffer.concat([header.subarray(0, 6), Buffer.from(text)]));
    else {
      header.writeUInt16BE(text.length, 2);
      this.socket.write(Buffer.concat([header, Buffer.from(text)]));
    }
  }
}

/** A row says when it was due to be published and how many milliseconds before that its tick was. */
function readRows(text: string): void {
  const now = Number(process.hrtime.bigint() / 1000n);
  for (const [, at, waited] of text.matchAll(/"at":(\d+),"waited":(\d+)/g)) {
    const milliseconds = (now - Number(at)) / 1000;
    note(published, milliseconds);
    note(ticked, milliseconds + Number(waited));
  }
}

function openOne({ port, speaks, first, watchedEvery, page }: Connect, index: number): Promise<void> {
  return new Promise((done, fail) => {
    let client: Client | null = null;
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${2 + Math.floor((first + index) / PER_ADDRESS)}`,
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length: number, buffer: Uint8Array) => {
          client?.take((buffer as Buffer).subarray(0, length));
          return true;
        },
      },
    });
    client = new Client(socket, index % watchedEvery === 0, speaks, wantedOn(page, first + index), done);
    clients.push(client);
    socket.once('error', fail);
    socket.once('close', () => (total.closed += 1));
    const key = randomBytes(16).toString('base64');
    const address = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    socket.write(
      `${address}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    );
  });
}

async function openAll(order: Connect): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < order.count) {
      const index = next;
      next += 1;
      await openOne(order, index);
    }
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, lane));
}

function percentile({ bins, count }: typeof published, share: number): number {
  let left = count * share;
  for (let bin = 0; bin < BINS; bin += 1) {
    left -= bins[bin] ?? 0;
    if (left <= 0) return (bin + 1) * BIN_MS;
  }
  return BINS * BIN_MS;
}

/** Processor time of this process since the last reset. */
let cpuFrom = process.cpuUsage();
let resetAt = performance.now();

function report(finalS: number) {
  const { user, system } = process.cpuUsage(cpuFrom);
  return {
    ...total,
    missing: clients.filter((client) => !client.isAt(finalS)).length,
    core: (user + system) / 1000 / (performance.now() - resetAt),
    p50: percentile(published, 0.5),
    p90: percentile(published, 0.9),
    p99: percentile(published, 0.99),
    max: percentile(published, 1),
    tickP50: percentile(ticked, 0.5),
    tickP99: percentile(ticked, 0.99),
  };
}

process.on('message', (order: Order) => {
  if (order.do === 'connect') {
    openAll(order).then(
      () => process.send?.({ connected: order.count }),
      (error: Error) => process.send?.({ connected: 0, error: error.message }),
    );
  } else if (order.do === 'reset') {
    for (const histogram of [published, ticked]) {
      histogram.bins.fill(0);
      histogram.count = 0;
    }
    Object.assign(total, { frames: 0, bytes: 0, gaps: 0, snapshots: 0 });
    cpuFrom = process.cpuUsage();
    resetAt = performance.now();
    process.send?.({});
  } else process.send?.(report(order.finalS));
});
process.once('disconnect', () => process.exit(0));
