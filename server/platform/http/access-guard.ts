import { type CanActivate, type ExecutionContext, Inject, Injectable, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import {
  ACCESS,
  type Access,
  OperatorSessionReader,
  rememberOperator,
  rememberUser,
  SessionReader,
  WHILE_ERASING,
} from './access.js';
import { deskTokenOf, isDeskSecure } from './desk-cookie.js';
import { KEY_ACCESS, type KeyAccess } from './keys/key-access.js';
import { KeyDoor } from './keys/key-door.js';
import { isSigned } from './keys/signed-request.js';
import { Refusal } from './refusal.js';
import { SecuritySignals } from './security-signals.js';
import { TAKES_COOKIE, userTokenOf } from './session-cookie.js';

/** The one guard: lets nobody through whom the route's declaration does not name. Nothing declared, nobody passes. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly config: Config,
    private readonly signals: SecuritySignals,
    private readonly keyDoor: KeyDoor,
    @Optional() @Inject(OperatorSessionReader) private readonly operators: OperatorSessionReader | null,
  ) {}

  /**
   * @throws Refusal `session.required` without a live session, `account.erasure-waits` where its user has asked that the
   *   account be erased, `access.forbidden` without the operator's role, those of {@link KeyDoor} for what a key has signed.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (access?.kind === 'public' && !access.readsSession) return true;
    if (access?.kind === 'operator') await this.admitOperator(request, access.roles);
    else if (access?.kind === 'signed-in' && isSigned(request)) await this.admitKey(request, context);
    else await this.admitUser(request, context, access?.kind === 'public');
    return access !== undefined;
  }

  private async admitUser(request: FastifyRequest, context: ExecutionContext, guestsToo: boolean): Promise<void> {
    const takesCookie = this.reflector.get<boolean | undefined>(TAKES_COOKIE, context.getHandler()) === true;
    const token = userTokenOf(request, this.config.values, takesCookie);
    const session = token === null ? null : await this.sessions.read(token);
    if (session?.isErasing === true && !this.reflector.get<boolean | undefined>(WHILE_ERASING, context.getHandler())) {
      // What everybody may do is done as a guest.
      if (guestsToo) return;
      throw new Refusal('account.erasure-waits');
    }
    if (session) rememberUser(request, session);
    else if (!guestsToo) throw new Refusal('session.required');
  }

  /** By what the method itself declares: what a controller says of all of its methods opens nothing to keys. */
  private async admitKey(request: FastifyRequest, context: ExecutionContext): Promise<void> {
    const access = this.reflector.get<KeyAccess | undefined>(KEY_ACCESS, context.getHandler());
    await this.keyDoor.admit(request, context.switchToHttp().getResponse<FastifyReply>(), access);
  }

  private async admitOperator(request: FastifyRequest, roles: readonly string[]): Promise<void> {
    const token = deskTokenOf(request, isDeskSecure(this.config.values));
    const session = token === null ? null : await this.operators?.read(token);
    if (!session) throw new Refusal('session.required');
    if (roles.length > 0 && !roles.some((role) => session.roles.includes(role))) {
      const about = `${request.method} ${request.routeOptions.url}`;
      const { operatorId: operator } = session;
      const from = { address: request.ip, request: request.id };
      this.signals.emit({ kind: 'desk-forbidden', operator, ...from, about });
      await this.operators?.noteForbidden(session, { route: about, ...from });
      throw new Refusal('access.forbidden');
    }
    rememberOperator(request, session);
  }
}
