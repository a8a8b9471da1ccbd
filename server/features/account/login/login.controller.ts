import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ForgetRequest, LoginRequest } from '../../../contract/account/account.dto.js';
import {
  EndSessionRequest,
  RevokeSessionRequest,
  SessionView,
} from '../../../contract/account/account-security.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { Config } from '../../../platform/config/config.js';
import { type CurrentSession, CurrentUser, Public, SignedIn, WhileErasing } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { isSiteSecure, sessionCookies, tokenFromCookie } from '../../../platform/http/session-cookie.js';
import { type Caller, FindLoginName, RequestCaller, wireTime, setLoginCookies } from '../users/index.js';
import { EndSessions, hashToken, ListSessions } from '../sessions/index.js';
import { ResetPassword } from '../security/index.js';
import { LogIn } from './log-in.js';

@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller()
export class LoginController {
  private readonly isSecure: boolean;

  constructor(
    private readonly findLoginName: FindLoginName,
    private readonly logIn: LogIn,
    private readonly resetPassword: ResetPassword,
    private readonly endSessions: EndSessions,
    private readonly listSessions: ListSessions,
    { values }: Config,
  ) {
    this.isSecure = isSiteSecure(values);
  }

  /** Answers the token itself; it goes raw into `Authorization` from now on. */
  @Public()
  @Post('user/login')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async login(
    @Body() body: LoginRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { password, totp_code: totp = '' } = body;
    const name = await this.findLoginName.execute(body.user_string, body);
    const { token, device } = await this.logIn.execute({ ...name, password, totp, language, caller });
    setLoginCookies(reply, { token, device }, this.isSecure);
    return ok(token);
  }

  /** Ends the session of the call. */
  @SignedIn()
  @WhileErasing()
  @Post('user/logout')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async logout(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.endSessions.logOut(session, caller);
    void reply.header('set-cookie', sessionCookies('', this.isSecure));
    return ok(successText(language, 'done'));
  }

  /**
   * Ends the session of a device that logged out while nobody could be told, and has kept the token's digest alone since.
   * Says the same whether or not there was such a session.
   */
  @Public()
  @Post('user/sessions/end')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async end(
    @Body() { session }: EndSessionRequest,
    @Req() { headers }: FastifyRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.endSessions.logOutLate(session, caller);
    // Somebody else may be logged in on the device by now: only this session's own cookie goes.
    const cookieToken = tokenFromCookie(headers.cookie ?? '', this.isSecure);
    if (cookieToken !== null && hashToken(cookieToken)?.toString('hex') === session) {
      void reply.header('set-cookie', sessionCookies('', this.isSecure));
    }
    return ok(successText(language, 'done'));
  }

  /** Sets a new login password with a code. Ends every session and does not log in. */
  @Public()
  @Post('user/forget')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async forget(@Body() body: ForgetRequest, @RequestLanguage() language: Language, @RequestCaller() caller: Caller) {
    const account = body.account ?? body.user_string ?? '';
    const { contact } = await this.findLoginName.execute(account, body);
    if (!contact) throw new Refusal(account.includes('@') ? 'account.email-invalid' : 'account.phone-invalid');
    const password = { password: body.password, repeated: body.repassword ?? body.re_password ?? '' };
    await this.resetPassword.execute({ contact, code: body.code, password, caller });
    return ok(successText(language, 'modified'));
  }

  /** The caller's live sessions, the last used first. */
  @SignedIn()
  @Post('user/sessions')
  @HttpCode(200)
  @ApiOkEnvelope([SessionView])
  async sessions(@CurrentUser() { userId, sessionId }: CurrentSession) {
    const rows = await this.listSessions.execute(userId);
    return ok(
      rows.map(
        (row): SessionView => ({
          id: row.id,
          device: row.device,
          ip: row.ip,
          method: row.method,
          created_at: wireTime(row.created_at),
          last_used_at: wireTime(row.last_used_at),
          current: row.id === sessionId ? 1 : 0,
        }),
      ),
    );
  }

  /** Ends one of the caller's sessions. */
  @SignedIn()
  @Post('user/sessions/revoke')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async revoke(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id }: RevokeSessionRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
  ) {
    await this.endSessions.revoke(userId, id, caller);
    return ok(successText(language, 'done'));
  }
}
