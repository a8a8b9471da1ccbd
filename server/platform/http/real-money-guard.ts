import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.js';

const REAL_MONEY_ONLY = Symbol('real-money-only');
const FIELD = 'account_type';
const DEMO = 'simulation_account';

/**
 * The call knows real money only: it moves money in, out or between accounts. A page that is in the demo and calls it
 * all the same is refused, instead of being served with real money.
 */
export function RealMoneyOnly(): MethodDecorator & ClassDecorator {
  return SetMetadata(REAL_MONEY_ONLY, true);
}

/** Refuses what asks for demo money where there can be none. */
@Injectable()
export class RealMoneyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws Refusal `demo.real-money-only`. */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(REAL_MONEY_ONLY, targets) !== true) return true;
    const { body, query } = context.switchToHttp().getRequest<FastifyRequest>();
    if (asksForDemo(body) || asksForDemo(query)) throw new Refusal('demo.real-money-only');
    return true;
  }
}

function asksForDemo(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  const value = (fields as Record<string, unknown>)[FIELD];
  return value === DEMO || (Array.isArray(value) && value.includes(DEMO));
}
