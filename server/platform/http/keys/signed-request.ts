import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  KEY_HEADERS,
  RECEIVE_WINDOW_MAX_MS,
  RECEIVE_WINDOW_MS,
  signedText,
  SOCKET_PATH,
  SOCKET_VERB,
} from '../../../contract/rules/api-keys.rules.js';
import { Refusal } from '../refusal.js';
import type { SignedClaim } from './key-access.js';

/** Also what Node makes of a header that is sent twice (`a, a`) fits none of these. */
const KEY = /^[A-Za-z0-9]{24}$/;
const TIMESTAMP = /^[1-9][0-9]{12}$/;
const WINDOW = /^[1-9][0-9]{0,4}$/;
const SIGNATURE = /^[\x21-\x7e]{1,128}$/;
const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{0,64}$/;

const bodies = new WeakMap<FastifyRequest['raw'], Buffer>();

/** Whether the request says that a key has signed it, well or badly. */
export function isSigned({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Object.values(KEY_HEADERS).some((name) => headers[name] !== undefined);
}

/** For the readers of bodies: what was signed is the bytes, not what is read from them. */
export function rememberSignedBody(request: FastifyRequest, body: Buffer): void {
  if (isSigned(request)) bodies.set(request.raw, body);
}

/** What a request claims that a key has signed. @throws Refusal `api-key.malformed` where it cannot be read in one way only. */
export function claimOfRequest(request: FastifyRequest): SignedClaim {
  const { headers, method, raw } = request;
  return claimOf({
    key: headers[KEY_HEADERS.key],
    timestamp: headers[KEY_HEADERS.timestamp],
    window: headers[KEY_HEADERS.window],
    signature: headers[KEY_HEADERS.signature],
    verb: method,
    path: raw.url ?? '',
    idempotencyKey: headers['idempotency-key'],
    body: bodyOf(request),
  });
}

/** What the `auth` of a socket's handshake claims that a key has signed. @throws Refusal `api-key.malformed`. */
export function claimOfHandshake(auth: Readonly<Record<string, unknown>>): SignedClaim {
  const { key, timestamp, window, signature } = auth;
  const place = { verb: SOCKET_VERB, path: SOCKET_PATH, idempotencyKey: undefined, body: Buffer.alloc(0) };
  return claimOf({ key, timestamp, window, signature, ...place });
}

interface Claimed {
  key: unknown;
  timestamp: unknown;
  window: unknown;
  signature: unknown;
  verb: string;
  path: string;
  idempotencyKey: unknown;
  body: Buffer;
}

function claimOf({ verb, path, body, ...said }: Claimed): SignedClaim {
  const key = oneOf(said.key, KEY);
  const timestamp = oneOf(said.timestamp, TIMESTAMP);
  const window = oneOf(said.window ?? String(RECEIVE_WINDOW_MS), WINDOW);
  const signature = oneOf(said.signature, SIGNATURE);
  const idempotencyKey = oneOf(said.idempotencyKey ?? '', IDEMPOTENCY_KEY);
  const windowMs = Number.parseInt(window, 10);
  if (windowMs > RECEIVE_WINDOW_MAX_MS) throw new Refusal('api-key.malformed');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = signedText({ timestamp, key, window, verb, path, idempotencyKey, bodyHash });
  return { key, signature, text, timestamp: Number.parseInt(timestamp, 10), windowMs };
}

function oneOf(said: unknown, form: RegExp): string {
  if (typeof said === 'string' && form.test(said)) return said;
  throw new Refusal('api-key.malformed');
}

/** Bytes that nobody has read (files, the body of a GET) were signed by nobody. */
function bodyOf(request: FastifyRequest): Buffer {
  const buffered = bodies.get(request.raw);
  if (buffered) return buffered;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (length !== '0' || encoding !== undefined) throw new Refusal('api-key.malformed');
  return Buffer.alloc(0);
}
