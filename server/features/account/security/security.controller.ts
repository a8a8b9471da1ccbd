import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  AntiPhishingRequest,
  ChangePasswordRequest,
  FundPasswordRequest,
  RecoveryCodesView,
  TotpConfirmRequest,
  TotpDisableRequest,
  TotpProposalView,
  TotpSetUpRequest,
} from '../../../contract/account/account-security.dto.js';
import { ProofsRequest, ProofsView } from '../../../contract/account/proofs.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { ChangeAuthenticator } from './change-authenticator.js';
import { ChangePassword } from './change-password.js';
import { HasFundPassword } from './has-fund-password.js';
import { OwnedProofs } from './owned-proofs.js';
import { proofsFrom } from './require-fresh-proof.js';
import { SetAntiPhishingWord } from './set-anti-phishing-word.js';
import { SetFundPassword } from './set-fund-password.js';

/** Which password `user/e_pwd` is about. */
const FUND_PASSWORD = '2';

@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SecurityController {
  constructor(
    private readonly changePassword: ChangePassword,
    private readonly setFundPassword: SetFundPassword,
    private readonly hasFundPassword: HasFundPassword,
    private readonly changeAuthenticator: ChangeAuthenticator,
    private readonly ownedProofs: OwnedProofs,
    private readonly setAntiPhishingWord: SetAntiPhishingWord,
  ) {}

  /**
   * Changes the login password and ends every session, this one too. Some clients of the family send both passwords here, and say
   * which is meant; an account that they name is not looked at.
   */
  @Post('user/e_pwd')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async changeLoginPassword(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @Body() body: ChangePasswordRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const password = { password: body.password, repeated: body.re_password ?? null };
    if (body.type === FUND_PASSWORD) {
      const proofs = [...proofsFrom(body), { kind: 'recent-login', sessionId } as const];
      await this.setFundPassword.execute({ userId, sessionId, old: body.old_password ?? '', password, proofs, caller });
      return ok(successText(language, 'modified'));
    }
    const proofs = proofsFrom({ ...body, login_password: body.old_password ?? body.login_password });
    await this.changePassword.execute({ userId, sessionId, proofs, password, caller });
    return ok(successText(language, 'modified'));
  }

  /** With what the caller can prove to be at hand for an act, so that a page asks for the right one. */
  @Post('user/proofs')
  @HttpCode(200)
  @ApiOkEnvelope(ProofsView)
  async proofs(@CurrentUser() { userId }: CurrentSession, @Body() { act }: ProofsRequest) {
    return ok<ProofsView>(await this.ownedProofs.view(userId, act));
  }

  /** 2: no fund password is set yet; 1: one is. */
  @Post('user/has_password')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async hasPassword(@CurrentUser() { userId }: CurrentSession) {
    return ok((await this.hasFundPassword.execute(userId)) ? 1 : 2);
  }

  /**
   * Sets the fund password, changes it with the old one, or resets it with a code and the login; each needs a proof of
   * `user/proofs` for `fund-password` or `fund-password-reset`. For the first two a login with the password in the last ten
   * minutes, from the same network, is one, while neither an authenticator nor a passkey is on.
   */
  @Post('safe/update_password')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async updateFundPassword(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @Body() body: FundPasswordRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.setFundPassword.execute({
      userId,
      sessionId,
      old: body.oldpassword ?? '',
      password: { password: body.password, repeated: body.re_password ?? '' },
      proofs: [...proofsFrom(body), { kind: 'recent-login', sessionId }],
      caller,
    });
    return ok(successText(language, 'modified'));
  }

  /** A secret for an authenticator; it does nothing until it is confirmed. */
  @Post('user/totp/setup')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(TotpProposalView)
  async proposeTotp(
    @CurrentUser() session: CurrentSession,
    @Body() body: TotpSetUpRequest,
    @RequestCaller() caller: Caller,
  ) {
    const proofs = proofsFrom({ ...body, login_password: body.password ?? body.login_password });
    return ok<TotpProposalView>(await this.changeAuthenticator.propose(session, proofs, caller));
  }

  /** Turns the authenticator on; answers the recovery codes, this once. */
  @Post('user/totp/confirm')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(RecoveryCodesView)
  async confirmTotp(
    @CurrentUser() session: CurrentSession,
    @Body() { code }: TotpConfirmRequest,
    @RequestCaller() caller: Caller,
  ) {
    return ok<RecoveryCodesView>({ recovery_codes: await this.changeAuthenticator.confirm(session, code, caller) });
  }

  /** Turns the authenticator off. */
  @Post('user/totp/disable')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async disableTotp(
    @CurrentUser() session: CurrentSession,
    @Body() body: TotpDisableRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const { code, ...rest } = body;
    const proofs = proofsFrom({ ...rest, login_password: body.password ?? body.login_password });
    await this.changeAuthenticator.disable(session, { proofs, code, caller });
    return ok(successText(language, 'done'));
  }

  /** Sets the word that our messages carry, so that the user knows them. */
  @Post('user/anti_phishing')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async setWord(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { word }: AntiPhishingRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.setAntiPhishingWord.execute(userId, word ?? null, caller);
    return ok(successText(language, 'modified'));
  }
}
