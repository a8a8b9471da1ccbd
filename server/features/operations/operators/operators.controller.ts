import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import {
  ChangeOperatorPasswordRequest,
  EnrolmentView,
  EnrolOperatorRequest,
  OperatorLoginRequest,
  OperatorLoginView,
  OperatorSessionView,
  OperatorView,
} from '../../../contract/operations/people.dto.js';
import { Config } from '../../../platform/config/config.js';
import { ForOperator, Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { isDeskSecure, setDeskCookie } from '../../../platform/http/desk-cookie.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { type Actor, AnonymousActor, CurrentOperator } from '../audit/index.js';
import { EnrolOperator } from './enrol-operator.js';
import { LogInOperator } from './log-in-operator.js';
import { ManageOperators } from './manage-operators.js';
import { DESK_LIFE_MS } from './operator-sessions.js';
import { OwnAccess } from './own-access.js';
import type { AtDesk } from './prove-at-desk.js';

type SignedIn = Actor & { operatorId: string };

/** Who is at the desk. */
@ApiTags('operations')
@Controller('ops/api')
export class OperatorsController {
  constructor(
    private readonly logInOperator: LogInOperator,
    private readonly enrolOperator: EnrolOperator,
    private readonly own: OwnAccess,
    private readonly manage: ManageOperators,
    private readonly config: Config,
  ) {}

  /** Opens a session, and sets the desk's cookie. The first time with `newPassword`. */
  @Post('login')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(OperatorLoginView)
  async login(
    @Body() { login, password, totp, newPassword }: OperatorLoginRequest,
    @AnonymousActor() actor: Actor,
    @RequestCaller() { userAgent }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const view = await this.logInOperator.execute({ login, password, totp, newPassword, userAgent }, actor);
    this.setCookie(reply, view.token);
    return ok(view);
  }

  /** Makes an authenticator for whoever has a one-time password; `login` comes next, with a code of it. */
  @Post('enrol')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(EnrolmentView)
  async enrol(@Body() { login, password }: EnrolOperatorRequest, @AnonymousActor() actor: Actor) {
    return ok(await this.enrolOperator.execute({ login, password }, actor));
  }

  @Post('logout')
  @HttpCode(200)
  @ForOperator()
  @ApiOkEnvelope('text')
  async logout(@CurrentOperator() actor: SignedIn, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.own.logOut(actor);
    this.setCookie(reply, '');
    return ok('ok');
  }

  /** The caller, and when the session ends. */
  @Get('me')
  @ForOperator()
  @ApiOkEnvelope(OperatorSessionView)
  async me(@CurrentOperator() actor: SignedIn) {
    return ok(await this.own.look(actor));
  }

  /** A new password of one's own; the other sessions end. */
  @Post('me/password')
  @HttpCode(200)
  @ForOperator()
  @ApiOkEnvelope('text')
  async changePassword(@CurrentOperator() actor: AtDesk, @Body() request: ChangeOperatorPasswordRequest) {
    const { password, totp, newPassword } = request;
    await this.own.changePassword(actor, { password, totp, newPassword });
    return ok('ok');
  }

  @Get('operators')
  @ForOperator('administrator', 'auditor')
  @ApiOkEnvelope([OperatorView])
  async operators() {
    return ok(await this.manage.list());
  }

  private setCookie(reply: FastifyReply, token: string): void {
    setDeskCookie(reply, token, DESK_LIFE_MS, isDeskSecure(this.config.values));
  }
}
