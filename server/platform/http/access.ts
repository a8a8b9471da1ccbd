import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.js';

/** Who is calling, as far as a session has proven it. */
export interface CurrentSession {
  /** `account_user.id`: a whole number as text, because it is 64 bits wide. */
  userId: string;
  /** The session itself, for ending it; no secret. */
  sessionId: string;
  /** When it ends, used or not. */
  expiresAt?: Date;
  /** The user has asked that the account be erased: the session is good for nothing but taking that back. */
  isErasing?: boolean;
}

/** An operator of the desk, as far as the desk's own session has proven it. */
export interface OperatorSession {
  operatorId: string;
  sessionId: string;
  roles: readonly string[];
}

/** What a route declares about who may call it. */
export type Access =
  | { kind: 'public'; readsSession: boolean }
  | { kind: 'signed-in' }
  | { kind: 'operator'; roles: readonly string[] };

export const ACCESS = Symbol('access');

/**
 * Everybody may call it; a stale token is passed over. With `readsSession` a live session is looked up all the same,
 * for `@VisitingUser()`.
 */
export function Public({ readsSession = false } = {}): MethodDecorator & ClassDecorator {
  return SetMetadata<symbol, Access>(ACCESS, { kind: 'public', readsSession });
}

/** Only with a live session of a user; everybody else gets `session.required` (type `999`). */
export function SignedIn(): MethodDecorator & ClassDecorator {
  return SetMetadata<symbol, Access>(ACCESS, { kind: 'signed-in' });
}

export const WHILE_ERASING = Symbol('while-erasing');

/** Also with a session of a user who has asked that the account be erased; every other call gets `account.erasure-waits`. */
export function WhileErasing(): MethodDecorator {
  return SetMetadata(WHILE_ERASING, true);
}

/** Only with a live operator's session that has one of the roles; no role named: any operator. */
export function ForOperator(...roles: string[]): MethodDecorator & ClassDecorator {
  return SetMetadata<symbol, Access>(ACCESS, { kind: 'operator', roles });
}

/** Finds the session behind a user's token. Implemented by the accounts. */
export abstract class SessionReader {
  /** The session while it lives, else null, for whatever reason. */
  abstract read(token: string): Promise<CurrentSession | null>;
}

/** Finds the session behind an operator's token. Implemented by the operators' desk. */
export abstract class OperatorSessionReader {
  /** The session while it lives, else null, for whatever reason. */
  abstract read(token: string): Promise<OperatorSession | null>;

  /** Writes down that an operator called what the roles do not allow. */
  abstract noteForbidden(
    session: OperatorSession,
    call: { route: string; address: string; request: string },
  ): Promise<void>;
}

/** Longer than any token of ours; nothing longer is looked at. */
const TOKEN_LENGTH_MAX = 200;

/** The raw token of the request, without any scheme before it. Old clients send `null` or nothing when logged out. */
export function tokenOf(request: FastifyRequest): string | null {
  const token = request.headers.authorization?.trim() ?? '';
  return token === '' || token === 'null' || token === 'undefined' || token.length > TOKEN_LENGTH_MAX ? null : token;
}

/** Kept beside the requests and not on them: nothing that a client sends can ever be read as a session. */
const users = new WeakMap<FastifyRequest['raw'], CurrentSession>();
const operators = new WeakMap<FastifyRequest['raw'], OperatorSession>();

/** For the guard only. */
export function rememberUser(request: FastifyRequest, session: CurrentSession): void {
  users.set(request.raw, session);
}

/** For the guard only. */
export function rememberOperator(request: FastifyRequest, session: OperatorSession): void {
  operators.set(request.raw, session);
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** The caller of a `@SignedIn()` route as a handler's argument: `{ userId, sessionId }`. */
export const CurrentUser = createParamDecorator((_nothing: unknown, context: ExecutionContext): CurrentSession => {
  const session = users.get(requestOf(context).raw);
  if (!session) throw new Refusal('session.required');
  return session;
});

/** The caller of a `@Public({ readsSession: true })` route; null for a guest. */
export const VisitingUser = createParamDecorator(
  (_nothing: unknown, context: ExecutionContext): CurrentSession | null => users.get(requestOf(context).raw) ?? null,
);

/** The user that the guard let through; null for guests and operators. */
export function userOf(request: FastifyRequest): CurrentSession | null {
  return users.get(request.raw) ?? null;
}

/** The operator that the guard let through; null on every other route. */
export function operatorOf(request: FastifyRequest): OperatorSession | null {
  return operators.get(request.raw) ?? null;
}
