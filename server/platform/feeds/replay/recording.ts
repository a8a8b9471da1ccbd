import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A frame as a venue sent it, with the instant at which it was received. */
export interface RecordedFrame {
  at: number;
  /** Path of the connection's address: `/v5/public/linear`, `/stream`. */
  path: string;
  /** Bybit's topic, Binance's stream name, or OKX's channel and instrument, `books:BTC-USDT`. */
  topic: string;
  text: string;
}

/** A REST reply as a venue gave it. */
export interface RecordedReply {
  at: number;
  address: URL;
  text: string;
}

export interface Recording {
  venue: 'bybit' | 'binance' | 'binance-futures' | 'okx';
  /** When the first frame was received, Unix milliseconds. */
  startAt: number;
  endAt: number;
  /** In the order of receipt, over all connections. */
  frames: RecordedFrame[];
  replies: RecordedReply[];
}

interface Line {
  t: string;
  conn?: string;
  ts?: number;
  addr?: string;
  url?: string;
  data?: string;
  exchange?: string;
}

const VENUES: Record<string, Recording['venue']> = {
  BYBIT: 'bybit',
  BINANCE: 'binance',
  BINANCE_FUTURES: 'binance-futures',
  OKX: 'okx',
};

/**
 * Reads a recording: one JSON object a line with `t` = header, http, connect, send or recv; `.gz` is unpacked.
 * @throws Error with a plain sentence when the file is not such a recording.
 */
export function loadRecording(file: string): Recording {
  const bytes = readFileSync(file);
  const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n');
  return parseRecording(lines.filter((line) => line.length > 0));
}

export function parseRecording(lines: string[]): Recording {
  const parsed = lines.map((line) => JSON.parse(line) as Line);
  const header = parsed.find((line) => line.t === 'header');
  const venue = VENUES[header?.exchange ?? header?.conn ?? ''];
  if (!venue) throw new Error('This is not a recording of Bybit, Binance, Binance futures or OKX.');
  const paths = new Map<string, string>();
  for (const { t, conn, addr } of parsed) if (t === 'connect' && conn && addr) paths.set(conn, new URL(addr).pathname);
  const frames = parsed.filter(({ t }) => t === 'recv').flatMap((line) => readFrame(line, paths));
  frames.sort((left, right) => left.at - right.at);
  const first = frames[0];
  const last = frames.at(-1);
  if (!first || !last) throw new Error('The recording has no frames.');
  return {
    venue,
    startAt: Math.floor(first.at),
    endAt: Math.ceil(last.at),
    frames,
    replies: parsed.flatMap(({ t, ts = 0, url, data }) =>
      t === 'http' && url && data ? [{ at: ts * 1000, address: new URL(url), text: data }] : [],
    ),
  };
}

/** Replies to requests carry no topic; the replay gives its own. */
function readFrame({ conn = '', ts = 0, data = '' }: Line, paths: Map<string, string>): RecordedFrame[] {
  // The only frame that is no JSON: OKX's answer to a ping.
  if (data === 'pong') return [];
  const message = JSON.parse(data) as { topic?: string; stream?: string; arg?: OkxArgument; data?: unknown };
  const topic = message.topic ?? message.stream ?? (message.arg && message.data ? okxTopic(message.arg) : undefined);
  return topic ? [{ at: ts * 1000, path: paths.get(conn) ?? '/', topic, text: data }] : [];
}

/** What OKX calls a subscription. */
export interface OkxArgument {
  channel: string;
  instId: string;
}

export function okxTopic({ channel, instId }: OkxArgument): string {
  return `${channel}:${instId}`;
}

const NEAR_MS = 2 * 86_400_000;

interface Shifted {
  data?: { e?: string; a?: number } | { i?: string; tradeId?: string }[];
}

/**
 * The same frame in a later round of an endless replay: every instant near the recording's is moved by `offset`, and
 * trades get new identities, so that a client that has seen the first round takes the second for news.
 */
export function shiftFrame(frame: RecordedFrame, offset: number, round: number): RecordedFrame {
  if (offset === 0) return frame;
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, move(inner)]));
    if (typeof value === 'number' && Math.abs(value - frame.at) < NEAR_MS) return value + offset;
    // OKX writes instants as text.
    if (typeof value === 'string' && /^\d{13}$/.test(value) && Math.abs(Number(value) - frame.at) < NEAR_MS)
      return String(Number(value) + offset);
    return value;
  };
  const message = move(JSON.parse(frame.text)) as Shifted;
  if (Array.isArray(message.data))
    for (const entry of message.data) {
      if (entry.i) entry.i = `${entry.i}-${round}`;
      if (entry.tradeId) entry.tradeId = `${entry.tradeId}-${round}`;
    }
  if (!Array.isArray(message.data) && message.data?.e === 'aggTrade' && message.data.a !== undefined)
    message.data.a += round * 10_000_000;
  return { ...frame, at: frame.at + offset, text: JSON.stringify(message) };
}
