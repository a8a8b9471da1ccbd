import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../clock/clock.js';
import { COMMON_HEADERS } from './security-headers.js';

const BYTES_MAX = 32 * 1024 * 1024;
/** Each takes some kilobytes beside its body, and anybody may ask for ever other ones. */
const REPLIES_MAX = 5000;
const ADDRESSES_MAX = 5000;
const ADDRESS_LENGTH_MAX = 300;
const COMPRESS_FROM_BYTES = 1024;
const BROTLI_QUALITY = 4;

type Encoding = 'br' | 'gzip';

const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body, { level: 5 }),
};

/** How long and for which state a serialised reply may be given again. */
export interface ReplyPlan {
  /** Names the reply: everything it depends on but the state. */
  key: string;
  /** Names the state now; another state makes another reply. */
  version: () => string;
  /** Milliseconds after which it is made anew even from the same state. */
  validMs: number;
  /** The `Cache-Control` of the reply. */
  cacheControl: string;
}

/** Header names and values in turn, as `writeHead` takes them without further work, and the body. */
interface WholeReply {
  headers: string[];
  body: Buffer;
}

/** A reply that is ready to be sent as it is. */
class StoredReply {
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();
  private readonly whole = new Map<Encoding | null, WholeReply>();

  constructor(
    readonly body: Buffer,
    readonly plan: ReplyPlan,
    readonly version: string,
    readonly validUntil: number,
  ) {
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
  }

  isFresh(now: number): boolean {
    return now < this.validUntil && this.version === this.plan.version();
  }

  /** The body in an encoding, compressed once. */
  as(encoding: Encoding): Promise<Buffer> {
    let body = this.encoded.get(encoding);
    if (!body) {
      body = encoders[encoding](this.body);
      this.encoded.set(encoding, body);
    }
    return body;
  }

  /** Everything that goes over the wire but the request's number; undefined until it was sent the usual way once. */
  ready(encoding: Encoding | null): WholeReply | undefined {
    return this.whole.get(encoding);
  }

  store(encoding: Encoding | null, body: Buffer): void {
    if (this.whole.has(encoding)) return;
    const own = {
      ...COMMON_HEADERS,
      ...headersOf(this),
      'content-length': String(body.length),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    };
    this.whole.set(encoding, { headers: Object.entries(own).flat(), body });
  }
}

/**
 * Public replies, serialised once and given to everybody who asks for the same in the same beat. Only for what is
 * the same for everybody, in every language: never for what belongs to one user.
 */
@Injectable()
export class ReplyCache {
  private readonly stored = new Map<string, StoredReply>();
  private readonly making = new Map<string, Promise<StoredReply>>();
  /** Which reply an address got: the same address gets it again without being read again, while it is fresh. */
  private readonly addresses = new Map<string, string>();
  private bytes = 0;

  constructor(private readonly clock: Clock) {}

  /** Sends the reply, made by `make` only if it is not at hand. Answers 304 to a client that has it already. */
  async send(request: FastifyRequest, reply: FastifyReply, plan: ReplyPlan, make: () => unknown): Promise<void> {
    const known = this.stored.get(plan.key);
    const answer = known?.isFresh(this.clock.now()) ? known : await this.make(plan, make);
    this.remember(request.raw.url, plan.key);
    await deliver(request, reply, answer);
  }

  /**
   * Sends a fresh reply to an address that got it before, straight to the socket: this is what makes the hottest
   * calls as fast as the server can write. Answers whether there was one.
   */
  sendAgain(request: FastifyRequest, reply: FastifyReply): boolean {
    const { method, url, headers } = request.raw;
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return false;
    const key = this.addresses.get(url ?? '');
    const known = key === undefined ? undefined : this.stored.get(key);
    if (!known?.isFresh(this.clock.now())) return false;
    const whole = known.ready(encodingOf(request, known.body));
    if (!whole) return false;
    reply.hijack();
    reply.raw.writeHead(200, [...whole.headers, 'x-request-id', request.id]);
    reply.raw.end(whole.body);
    return true;
  }

  private make(plan: ReplyPlan, make: () => unknown): Promise<StoredReply> {
    const version = plan.version();
    const name = `${version} ${plan.key}`;
    const running = this.making.get(name);
    if (running) return running;
    const started = this.store(plan, version, make).finally(() => this.making.delete(name));
    this.making.set(name, started);
    return started;
  }

  private async store(plan: ReplyPlan, version: string, make: () => unknown): Promise<StoredReply> {
    const madeAt = this.clock.now();
    const body = Buffer.from(JSON.stringify(await make()));
    const answer = new StoredReply(body, plan, version, madeAt + plan.validMs);
    this.forget(plan.key);
    this.stored.set(plan.key, answer);
    this.bytes += body.length;
    for (const key of this.stored.keys()) {
      if (this.bytes <= BYTES_MAX && this.stored.size <= REPLIES_MAX) break;
      this.forget(key);
    }
    return answer;
  }

  private forget(key: string): void {
    this.bytes -= this.stored.get(key)?.body.length ?? 0;
    this.stored.delete(key);
  }

  private remember(address: string | undefined, key: string): void {
    if (!address || address.length > ADDRESS_LENGTH_MAX) return;
    this.addresses.delete(address);
    this.addresses.set(address, key);
    const oldest = this.addresses.keys().next();
    if (this.addresses.size > ADDRESSES_MAX && !oldest.done) this.addresses.delete(oldest.value);
  }
}

async function deliver(request: FastifyRequest, reply: FastifyReply, answer: StoredReply): Promise<void> {
  void reply.headers(headersOf(answer));
  if (request.raw.headers['if-none-match']?.includes(answer.etag)) {
    void reply.code(304).send();
    return;
  }
  const encoding = encodingOf(request, answer.body);
  const body = encoding ? await answer.as(encoding) : answer.body;
  if (encoding) void reply.header('content-encoding', encoding);
  answer.store(encoding, body);
  void reply.send(body);
}

function headersOf({ plan, etag }: StoredReply): Record<string, string> {
  return {
    'cache-control': plan.cacheControl,
    etag,
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
}

function encodingOf(request: FastifyRequest, body: Buffer): Encoding | null {
  return body.length < COMPRESS_FROM_BYTES ? null : encodingFor(request.raw.headers['accept-encoding']);
}

function encodingFor(accepted: string | string[] | undefined): Encoding | null {
  if (typeof accepted !== 'string') return null;
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : null;
}
