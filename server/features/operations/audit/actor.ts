import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { operatorOf } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** Who acts at the desk, and from where. */
export interface Actor {
  /** Null on the command line, and for whoever has not proven to be an operator. */
  operatorId: string | null;
  /** Display name of an actor without an operator id. */
  name?: string;
  sessionId: string | null;
  roles: readonly string[];
  /** Network address. */
  address: string;
  /** Number of the request, as in the log. */
  request: string;
}

/** Whoever can start programs beside the product's database: the first operator comes from there. */
export const COMMAND_LINE: Actor = { operatorId: null, sessionId: null, roles: [], address: '', request: '' };

/** The product itself: who decided what it carries out stands in that. */
export const WORKER: Actor = { ...COMMAND_LINE, name: 'worker' };

/** The operator of a `@ForOperator()` route as a handler's argument, always with a number. */
export const CurrentOperator = createParamDecorator(
  (_nothing: unknown, context: ExecutionContext): Actor & { operatorId: string } => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session = operatorOf(request);
    if (!session) throw new Refusal('session.required');
    const { operatorId, sessionId, roles } = session;
    return { operatorId, sessionId, roles, address: request.ip, request: request.id };
  },
);

/** Whoever calls a route of the desk that is open to all, for its login: nobody in particular. */
export const AnonymousActor = createParamDecorator((_nothing: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return { ...COMMAND_LINE, name: 'nobody', address: request.ip, request: request.id };
});
