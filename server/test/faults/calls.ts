import { Agent, request } from 'node:http';

/** What a call answered; null when no answer came, so that nobody knows what became of it. */
export type Answer = { status: number; type: string; code?: string; message: unknown } | null;

/** Shorter than the server keeps a connection that nobody uses, which could end as it is used again. */
const IDLE_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });
const PATIENCE_MS = 60_000;
const STALE_ROUNDS = 100;
const STALE_PAUSE_MS = 200;

export interface Sent {
  /** Of whom; empty where a key has signed it. */
  token: string;
  key?: string;
  /** PUT for the calls that want it; POST else, and GET without fields. */
  verb?: string;
  /** Sent as JSON, as the desk does. */
  json?: object;
  fields?: Record<string, string>;
  /** Beside those of every call. */
  headers?: Record<string, string>;
}

/** Sends one call to a gateway; `path` with its prefix: `api/wallet/change`. */
export function send(
  url: string,
  path: string,
  { token, key, verb, json, fields, headers: more }: Sent,
): Promise<Answer> {
  const body = json ? JSON.stringify(json) : fields ? new URLSearchParams(fields).toString() : null;
  const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
  const { hostname, port } = new URL(url);
  const headers = {
    ...(token === '' ? {} : { authorization: token }),
    lang: 'en',
    ...more,
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === null ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }),
  };
  const method = verb ?? (body === null ? 'GET' : 'POST');
  return new Promise((settle) => {
    const sent = request(
      { agent, hostname, port, method, path: `/${path}`, headers, timeout: PATIENCE_MS },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', () => settle(null));
        reply.on('aborted', () => settle(null));
        reply.on('end', () => settle(read(reply.statusCode ?? 0, Buffer.concat(chunks).toString())));
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => settle(null));
    sent.end(body ?? undefined);
  });
}

function read(status: number, text: string): Answer {
  try {
    return { ...(JSON.parse(text) as { type: string; message: unknown; code?: string }), status };
  } catch {
    // Half an answer is none.
    return null;
  }
}

/**
 * Whether the answer to a first try says that nothing was done: its sender may forget the command and send another. Of a
 * command that was sent before it says nothing.
 */
export function saysNothingDone(answer: Answer): boolean {
  return answer?.status === 503 && answer.code === 'request.unavailable';
}

/** Sends a call of trading until there is a price that is up to date: a busy machine may be late with one. */
export async function sendPriced(url: string, path: string, sent: Sent): Promise<Answer> {
  for (let round = 0; ; round += 1) {
    const answer = await send(url, path, sent);
    if (answer?.code !== 'market.stale' || round === STALE_ROUNDS) return answer;
    await sleep(STALE_PAUSE_MS);
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Numbers from 0 to below 1, the same for the same seed (Numerical Recipes' generator). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs the work for 0 to below `count`, so many at a time. */
export async function inLanes(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane));
}
