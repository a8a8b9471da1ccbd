import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../clock/clock.js';

const BYTES_MAX = 32 * 1024 * 1024;
const COMPRESS_FROM_BYTES = 1024;
const BROTLI_QUALITY = 4;

const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 5 }),
};

/** How long and for which state a serialised reply may be given again. */
export interface ReplyPlan {
  /** Names the reply: everything it depends on but the state. */
  key: string;
  /** Names the state it was made from; another state makes another reply. */
  version: string;
  /** Milliseconds after which it is made anew even from the same state. */
  validMs: number;
  /** The `Cache-Control` of the reply. */
  cacheControl: string;
}

/** A reply that is ready to be sent as it is. */
class StoredReply {
  readonly etag: string;
  private readonly encoded = new Map<string, Promise<Buffer>>();

  constructor(
    readonly body: Buffer,
    readonly plan: ReplyPlan,
    readonly validUntil: number,
  ) {
    this.etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
  }

  /** The body in an encoding, compressed once. */
  as(encoding: 'br' | 'gzip'): Promise<Buffer> {
    let body = this.encoded.get(encoding);
    if (!body) {
      body = encoders[encoding](this.body);
      this.encoded.set(encoding, body);
    }
    return body;
  }
}

/**
 * Public replies, serialised once and given to everybody who asks for the same in the same beat. Never for what
 * belongs to one user.
 */
@Injectable()
export class ReplyCache {
  private readonly stored = new Map<string, StoredReply>();
  private readonly making = new Map<string, Promise<StoredReply>>();
  private bytes = 0;

  constructor(private readonly clock: Clock) {}

  /** Sends the reply, made by `make` only if it is not at hand. Answers 304 to a client that has it already. */
  async send(request: FastifyRequest, reply: FastifyReply, plan: ReplyPlan, make: () => unknown): Promise<void> {
    const known = this.stored.get(plan.key);
    const fresh = known && known.plan.version === plan.version && this.clock.now() < known.validUntil;
    const answer = fresh ? known : await this.make(plan, make);
    await deliver(request, reply, answer);
  }

  private make(plan: ReplyPlan, make: () => unknown): Promise<StoredReply> {
    const name = `${plan.version} ${plan.key}`;
    const running = this.making.get(name);
    if (running) return running;
    const started = this.store(plan, make).finally(() => this.making.delete(name));
    this.making.set(name, started);
    return started;
  }

  private async store(plan: ReplyPlan, make: () => unknown): Promise<StoredReply> {
    const madeAt = this.clock.now();
    const body = Buffer.from(JSON.stringify(await make()));
    const answer = new StoredReply(body, plan, madeAt + plan.validMs);
    this.forget(plan.key);
    this.stored.set(plan.key, answer);
    this.bytes += body.length;
    for (const key of this.stored.keys()) {
      if (this.bytes <= BYTES_MAX) break;
      this.forget(key);
    }
    return answer;
  }

  private forget(key: string): void {
    this.bytes -= this.stored.get(key)?.body.length ?? 0;
    this.stored.delete(key);
  }
}

async function deliver(request: FastifyRequest, reply: FastifyReply, answer: StoredReply): Promise<void> {
  const { headers } = request;
  void reply.header('cache-control', answer.plan.cacheControl).header('etag', answer.etag);
  void reply.header('vary', 'accept-encoding').header('content-type', 'application/json; charset=utf-8');
  if (headers['if-none-match']?.includes(answer.etag)) {
    await reply.code(304).send();
    return;
  }
  const encoding = answer.body.length < COMPRESS_FROM_BYTES ? null : encodingFor(headers['accept-encoding']);
  if (!encoding) {
    await reply.send(answer.body);
    return;
  }
  const body = await answer.as(encoding);
  await reply.header('content-encoding', encoding).send(body);
}

function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | null {
  if (typeof accepted !== 'string') return null;
  if (/\bbr\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : null;
}
