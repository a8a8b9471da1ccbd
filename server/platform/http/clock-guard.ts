import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../clock/clock.js';
import { Refusal } from './refusal.js';

/** Verbs that change nothing. Calls of the old wire that read by POST are refused with the others. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses every call that writes while this process does not know what time it is: what it wrote would bear that time. Another
 * process serves meanwhile, or this one soon.
 */
@Injectable()
export class ClockGuard implements CanActivate {
  constructor(private readonly clock: Clock) {}

  /** @throws Refusal `request.unavailable`. */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const { method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!READING.has(method) && !this.clock.isRight()) throw new Refusal('request.unavailable');
    return true;
  }
}
