import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { PasskeyCreationView, PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  EnrolOperatorRequest,
  EnrolPasskeyRequest,
  OperatorLoginView,
  OperatorPasskeyLoginRequest,
} from '../../../contract/operations/people.dto.js';
import { Config } from '../../../platform/config/config.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { isDeskSecure, setDeskCookie } from '../../../platform/http/desk-cookie.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { type Actor, AnonymousActor } from '../audit/index.js';
import { AskOperatorPasskey } from './ask-operator-passkey.js';
import { EnrolOperatorPasskey } from './enrol-operator-passkey.js';
import { LogInOperatorByPasskey } from './log-in-operator-by-passkey.js';
import { DESK_LIFE_MS } from './operator-sessions.js';
import { passkeyNameFrom } from './own-passkeys.controller.js';
import { ProposeOperatorPasskey } from './propose-operator-passkey.js';

/** Passkeys at the desk: the first way in. */
@ApiTags('operations')
@Controller('ops/api')
export class OperatorPasskeysController {
  constructor(
    private readonly logInOperatorByPasskey: LogInOperatorByPasskey,
    private readonly enrolOperatorPasskey: EnrolOperatorPasskey,
    private readonly askOperatorPasskey: AskOperatorPasskey,
    private readonly proposeOperatorPasskey: ProposeOperatorPasskey,
    private readonly config: Config,
  ) {}

  /** What a passkey has to sign for a login; the same for everybody. Networks have a count of their own for it. */
  @Post('passkey_login/options')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(PasskeyRequestView)
  async loginOptions(@AnonymousActor() actor: Actor) {
    return ok<PasskeyRequestView>(await this.askOperatorPasskey.forLogin(actor));
  }

  /** Opens a session, and sets the desk's cookie. */
  @Post('passkey_login')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(OperatorLoginView)
  async login(
    @Body() { passkey: answer }: OperatorPasskeyLoginRequest,
    @AnonymousActor() actor: Actor,
    @RequestCaller() { userAgent }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.opened(reply, await this.logInOperatorByPasskey.execute({ answer, userAgent }, actor));
  }

  /** For whoever has a one-time password: what the browser makes a passkey under. */
  @Post('enrol/passkey_options')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(PasskeyCreationView)
  async enrolOptions(@Body() { login, password }: EnrolOperatorRequest, @AnonymousActor() actor: Actor) {
    return ok<PasskeyCreationView>(await this.proposeOperatorPasskey.first({ login, password }, actor));
  }

  /** The passkey takes the one-time password's place, and opens the first session. */
  @Post('enrol/passkey')
  @HttpCode(200)
  @Public()
  @Rate('auth')
  @ApiOkEnvelope(OperatorLoginView)
  async enrol(
    @Body() { login, password, name, passkey: answer }: EnrolPasskeyRequest,
    @AnonymousActor() actor: Actor,
    @RequestCaller() { userAgent }: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const given = { login, password, name: passkeyNameFrom(name), answer, userAgent };
    return this.opened(reply, await this.enrolOperatorPasskey.execute(given, actor));
  }

  private opened(reply: FastifyReply, view: OperatorLoginView) {
    setDeskCookie(reply, view.token, DESK_LIFE_MS, isDeskSecure(this.config.values));
    return ok(view);
  }
}
