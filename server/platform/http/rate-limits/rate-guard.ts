import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../config/config.js';
import { operatorOf, userOf } from '../access.js';
import { isDeskRoute } from '../entrances.js';
import { keyOf } from '../keys/key-access.js';
import { countedNetworksOf, type CountedNetwork } from '../network-of.rules.js';
import { Refusal } from '../refusal.js';
import {
  ADDRESS_FACTOR,
  configuredRules,
  KEYS_OF_USER_FACTOR,
  RATE_CLASS,
  type RateChoice,
  type RateClass,
  type RateRule,
  SESSIONS_OF_USER_FACTOR,
  USERS_OF_ADDRESS_FACTOR,
} from './rate-classes.js';
import { RateLimiter, type RateVerdict } from './rate-limiter.js';

/** Whose bucket, and what it holds. */
interface Counted {
  caller: string;
  rule: RateRule;
}

/**
 * Lets nobody call more often than the class of the route allows: sessions and keys by their id and all sessions and all keys
 * of one user together, operators by theirs, guests by the network of their address, and all users of one network together.
 * Runs after the guard of access, which says who is calling.
 */
@Injectable()
export class RateGuard implements CanActivate {
  private readonly rules: Record<RateClass, RateRule>;

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    config: Config,
  ) {
    this.rules = configuredRules(config.values);
  }

  /** @throws Refusal `request.too-many` (429, with `Retry-After`). */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const declared = this.reflector.getAllAndOverride<RateClass | RateChoice | undefined>(RATE_CLASS, targets);
    const name = classOf(request, declared);
    const [own, ...shared] = this.callersOf(request, name);
    const take = async ({ caller, rule }: Counted) => ({ rule, verdict: await this.limiter.take(name, caller, rule) });
    const first = await take(own);
    // What the own bucket refuses takes nothing of those that are shared: one that calls without end would empty them for all others.
    const others = first.verdict.allowed ? await Promise.all(shared.map(take)) : [];
    // What the caller is told is the own bucket, unless it is another one that is empty.
    const decisive = others.find(({ verdict }) => !verdict.allowed) ?? first;
    setRateHeaders(context.switchToHttp().getResponse<FastifyReply>(), name, decisive.rule, decisive.verdict);
    if (!decisive.verdict.allowed) throw new Refusal('request.too-many');
    return true;
  }

  /** The own bucket first. */
  private callersOf(request: FastifyRequest, name: RateClass): [Counted, ...Counted[]] {
    const rule = this.rules[name];
    const times = (factor: number) => ({ ...rule, calls: rule.calls * factor });
    const operator = operatorOf(request);
    if (operator) return [{ caller: `operator:${operator.operatorId}`, rule }];
    const user = userOf(request);
    if (user) {
      const together = countedNetworksOf(request.ip).map(({ network, factor }) => ({
        caller: `users of:${network}`,
        rule: times(USERS_OF_ADDRESS_FACTOR * factor),
      }));
      const key = keyOf(request);
      if (!key) {
        const sessions = { caller: `user:${user.userId}`, rule: times(SESSIONS_OF_USER_FACTOR) };
        return [{ caller: `of session:${user.sessionId}`, rule }, sessions, ...together];
      }
      const ofUser = { caller: `keys of:${user.userId}`, rule: times(KEYS_OF_USER_FACTOR) };
      return [{ caller: `key:${key.id}`, rule }, ofUser, ...together];
    }
    // Whatever is called at the public port uses up nothing at the desk.
    const realm = isDeskRoute(request) ? 'desk:' : '';
    const [own, ...around] = countedNetworksOf(request.ip);
    const counted = ({ network, factor }: CountedNetwork): Counted => ({
      caller: `${realm}address:${network}`,
      rule: times(ADDRESS_FACTOR * factor),
    });
    return [counted(own), ...around.map(counted)];
  }
}

function classOf({ method, query }: FastifyRequest, declared: RateClass | RateChoice | undefined): RateClass {
  if (typeof declared === 'function') return declared((query ?? {}) as Record<string, unknown>);
  return declared ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'command');
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-10, and `Retry-After` for who has to wait. */
export function setRateHeaders(
  reply: FastifyReply,
  name: RateClass,
  rule: RateRule,
  { allowed, left, waitMs }: RateVerdict,
): void {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  void reply
    .header('ratelimit-policy', `"${name}";q=${rule.calls};w=${rule.seconds}`)
    .header('ratelimit', `"${name}";r=${left};t=${seconds}`);
  if (!allowed) void reply.header('retry-after', String(seconds));
}
