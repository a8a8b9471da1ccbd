import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { ACCESS, type Access } from '../access.js';
import { deskTokenOf, isDeskSecure } from '../desk-cookie.js';
import { networkOf } from '../network-of.rules.js';
import { Refusal } from '../refusal.js';
import { TAKES_COOKIE, userTokenOf } from '../session-cookie.js';
import { ADDRESS_FACTOR, configuredRules, type RateRule } from './rate-classes.js';
import { setRateHeaders } from './rate-guard.js';
import { RateLimiter } from './rate-limiter.js';

/** Enough of a token to tell callers apart, too little of it to be worth anything to whoever reads the counters. */
const PREFIX_LENGTH = 8;

/**
 * Stands before the guard of access: how often an address, and how often a token, may have a session looked up,
 * whether there is one or not. What the caller may do afterwards is counted by {@link RateGuard}.
 */
@Injectable()
export class SessionDoor implements CanActivate {
  private readonly rule: RateRule;

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly config: Config,
  ) {
    this.rule = configuredRules(config.values).session;
  }

  /** @throws Refusal `request.too-many` (429, with `Retry-After`). */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets);
    if (access?.kind === 'public' && !access.readsSession) return true;
    const http = context.switchToHttp();
    const takesCookie = this.reflector.get<boolean | undefined>(TAKES_COOKIE, context.getHandler()) === true;
    const isDesk = access?.kind === 'operator';
    await this.pass(http.getRequest(), http.getResponse(), { isDesk, takesCookie });
    return true;
  }

  /** @throws Refusal `request.too-many`. */
  async pass(
    request: FastifyRequest,
    reply: FastifyReply,
    by: { isDesk: boolean; takesCookie?: boolean },
  ): Promise<void> {
    const realm = by.isDesk ? 'desk:' : '';
    const { values } = this.config;
    const token = by.isDesk
      ? deskTokenOf(request, isDeskSecure(values))
      : userTokenOf(request, values, by.takesCookie === true);
    const wide = { ...this.rule, calls: this.rule.calls * ADDRESS_FACTOR };
    const asked: [string, RateRule][] = [[`${realm}address:${networkOf(request.ip)}`, wide]];
    if (token !== null) asked.push([`${realm}token:${token.slice(0, PREFIX_LENGTH)}`, this.rule]);
    const verdicts = await Promise.all(
      asked.map(async ([caller, rule]) => ({ rule, ...(await this.limiter.take('session', caller, rule)) })),
    );
    const refused = verdicts.find(({ allowed }) => !allowed);
    if (!refused) return;
    setRateHeaders(reply, 'session', refused.rule, refused);
    throw new Refusal('request.too-many');
  }
}
