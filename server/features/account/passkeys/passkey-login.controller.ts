import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  PasskeyLoginOptionsRequest,
  PasskeyLoginRequest,
  PasskeyRequestView,
} from '../../../contract/account/passkeys.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { Config } from '../../../platform/config/config.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { isSiteSecure } from '../../../platform/http/session-cookie.js';
import { type Caller, FindLoginName, RequestCaller, setLoginCookies } from '../users/index.js';
import { AskPasskeyLogin } from './ask-passkey-login.js';
import { LogInWithPasskey } from './log-in-with-passkey.js';

/** Logins by passkey. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Public()
@Controller()
export class PasskeyLoginController {
  private readonly isSecure: boolean;

  constructor(
    private readonly findLoginName: FindLoginName,
    private readonly askPasskeyLogin: AskPasskeyLogin,
    private readonly logInWithPasskey: LogInWithPasskey,
    { values }: Config,
  ) {
    this.isSecure = isSiteSecure(values);
  }

  /** What the browser hands to a passkey, good once and for five minutes. Networks have a count of their own for it. */
  @Post('user/passkey_login/options')
  @HttpCode(200)
  @ApiOkEnvelope(PasskeyRequestView)
  async options(@Body() body: PasskeyLoginOptionsRequest, @RequestCaller() caller: Caller) {
    const { user_string: named } = body;
    const name = named === undefined ? null : await this.findLoginName.execute(named, body);
    return ok<PasskeyRequestView>(await this.askPasskeyLogin.execute(name, caller));
  }

  /** Answers the token, as `user/login` does. */
  @Post('user/passkey_login')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async login(
    @Body() { passkey }: PasskeyLoginRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { token, device } = await this.logInWithPasskey.execute({ answer: passkey, language, caller });
    setLoginCookies(reply, { token, device }, this.isSecure);
    return ok(token);
  }
}
