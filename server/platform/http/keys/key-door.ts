import { createHash } from 'node:crypto';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { rememberUser, tokenOf } from '../access.js';
import { countedNetworksOf } from '../network-of.rules.js';
import { configuredRules, type RateRule } from '../rate-limits/rate-classes.js';
import { setRateHeaders } from '../rate-limits/rate-guard.js';
import { RateLimiter, type RateVerdict } from '../rate-limits/rate-limiter.js';
import { Refusal } from '../refusal.js';
import {
  type CallPlace,
  type KeyAccess,
  KeyReader,
  type ProvenKey,
  rememberKey,
  sessionOfKey,
  type SignedClaim,
} from './key-access.js';
import { RowBooks } from './row-books.js';
import { claimOfRequest } from './signed-request.js';

/** The one door for what keys have signed, requests and sockets. */
@Injectable()
export class KeyDoor {
  private readonly rule: RateRule;

  constructor(
    @Optional() @Inject(KeyReader) private readonly keys: KeyReader | null,
    private readonly books: RowBooks,
    private readonly limiter: RateLimiter,
    config: Config,
  ) {
    this.rule = configuredRules(config.values).refused;
  }

  /**
   * Lets a signed request through as its user's. Which calls are open to keys is known to everybody, so it is said first, and no key
   * is looked up for one that is not.
   * @throws Refusal of those that begin with `api-key.`, `account.disabled`, `request.too-many`.
   */
  async admit(request: FastifyRequest, reply: FastifyReply, access: KeyAccess | undefined): Promise<void> {
    if (access === undefined) throw new Refusal('api-key.call-closed');
    // Two callers in one request: whoever wrote it does not know on whose behalf.
    if (tokenOf(request) !== null) throw new Refusal('api-key.malformed');
    const claim = claimOfRequest(request);
    const place = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', request: request.id };
    const key = await this.prove(claim, place, (verdict) => setRateHeaders(reply, 'refused', this.rule, verdict));
    if (!key.scopes.includes(access.scope)) throw new Refusal('api-key.scope', { scope: access.scope });
    const { id, userId, expiresAt } = key;
    rememberUser(request, { userId, sessionId: sessionOfKey(id), ...(expiresAt ? { expiresAt } : {}) });
    rememberKey(request, { id, userId, digest: createHash('sha256').update(claim.text).digest('base64url') });
    await this.assertOwnMoney(request, key, access);
  }

  /** @throws Refusal as above; what is refused too often from one network is told nothing more. */
  async prove(claim: SignedClaim, place: CallPlace, onTooMany?: (verdict: RateVerdict) => void): Promise<ProvenKey> {
    if (!this.keys) throw new Refusal('api-key.not-accepted');
    const verdict = await this.keys.read(claim, place);
    if ('key' in verdict) return verdict.key;
    const { refused: code, userId } = verdict;
    for (const { network, factor } of countedNetworksOf(place.ip)) {
      const rule = { ...this.rule, calls: this.rule.calls * factor };
      const counted = await this.limiter.take('refused', network, rule);
      if (counted.allowed) continue;
      onTooMany?.(counted);
      throw new Refusal('request.too-many');
    }
    await this.keys.noteRefused({ code, key: claim.key, userId, place });
    throw new Refusal(code);
  }

  /** A key for demo money never meets real money, nor the reverse. */
  private async assertOwnMoney(
    { method, query, body }: FastifyRequest,
    { userId, book }: ProvenKey,
    { money }: KeyAccess,
  ): Promise<void> {
    // Where the call itself reads its fields.
    const fields = Object(method === 'GET' || method === 'HEAD' ? query : body) as Record<string, unknown>;
    const asked =
      money === 'account_type' ? bookOf(fields.account_type) : await this.books.of(money.row, userId, fields.id);
    if (asked !== book) throw new Refusal('api-key.money');
  }
}

/** As the calls read the field; what they cannot read is of no book. */
function bookOf(type: unknown): 'real' | 'demo' | null {
  if (type === 'simulation_account') return 'demo';
  return type === undefined || type === '' || type === null || type === 'real_account' ? 'real' : null;
}
