import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { CheckCodeRequest, SendMailRequest, SendTextRequest } from '../../../contract/account/account.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, Public, SignedIn, VisitingUser } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import {
  type Caller,
  type Contact,
  codePurpose,
  emailFrom,
  FindLoginName,
  phoneFrom,
  RequestCaller,
} from '../users/index.js';
import { ConfirmedActRequest } from '../../../contract/account/proofs.dto.js';
import { CheckCode } from './check-code.js';
import { readConfirmedAct } from './read-confirmed-act.js';
import { SendCode } from './send-code.js';
import { SendOwnCode } from './send-own-code.js';

/** Codes by e-mail and text message. Every call answers at two addresses: the old clients use either. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller()
export class CodesController {
  constructor(
    private readonly sendCode: SendCode,
    private readonly findLoginName: FindLoginName,
    private readonly sendOwnCode: SendOwnCode,
    private readonly checkCode: CheckCode,
  ) {}

  /** Sends a code to an e-mail address. The answer is the same for known and unknown addresses. */
  @Public()
  @Post(['sms_mail', 'user/sms_mail'])
  @Rate('code')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async mail(
    @Body() { user_string, type }: SendMailRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
  ) {
    const contact = emailFrom(user_string);
    await this.sendCode.execute({ contact, purpose: codePurpose(type, 'register'), userId: null, caller, language });
    return ok(successText(language, 'sent'));
  }

  /** Sends a code to a phone. The answer is the same for known and unknown numbers. */
  @Public()
  @Post(['sms_send', 'user/sms_send'])
  @Rate('code')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async text(@Body() body: SendTextRequest, @RequestLanguage() language: Language, @RequestCaller() caller: Caller) {
    const purpose = codePurpose(body.type, 'register');
    const phone = body.user_string ?? body.mobile ?? '';
    const named = purpose === 'forget' ? await this.phoneOf(phone, body) : { contact: phoneFrom(phone, body) };
    await this.sendCode.execute({ ...named, purpose, userId: null, caller, language });
    return ok(successText(language, 'sent'));
  }

  /**
   * Sends a code to the caller's own e-mail address, or phone when there is none, to confirm one act with: it is bound to
   * the amount and the target that are named here. Old clients name nothing; their code confirms one withdrawal, or one new address.
   */
  @SignedIn()
  @Post(['sms_other_mail', 'set/sms_other_mail'])
  @Rate('code')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async own(
    @CurrentUser() { userId }: CurrentSession,
    @Body() body: ConfirmedActRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
  ) {
    await this.sendOwnCode.execute({ userId, act: readConfirmedAct(body), caller, language });
    return ok(successText(language, 'sent'));
  }

  /** Looks at a code from a phone without using it up. */
  @Public({ readsSession: true })
  @Post('user/check_mobile')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async checkMobile(
    @Body() body: CheckCodeRequest,
    @VisitingUser() visitor: CurrentSession | null,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.look(body.mobile_code ?? '', body, { visitor, caller });
    return ok(successText(language, 'done'));
  }

  /** Looks at a code from an e-mail without using it up. */
  @Public({ readsSession: true })
  @Post('user/check_email')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async checkEmail(
    @Body() body: CheckCodeRequest,
    @VisitingUser() visitor: CurrentSession | null,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.look(body.email_code ?? '', body, { visitor, caller });
    return ok(successText(language, 'done'));
  }

  /** Of somebody who has an account already, and may leave the dial code out. */
  private async phoneOf(text: string, body: SendTextRequest): Promise<{ contact: Contact; said: string }> {
    const { contact, said } = await this.findLoginName.execute(text, body);
    if (contact?.kind !== 'phone') throw new Refusal('account.phone-invalid');
    return { contact, said };
  }

  private async look(
    code: string,
    body: CheckCodeRequest,
    { visitor, caller }: { visitor: CurrentSession | null; caller: Caller },
  ): Promise<void> {
    const { contact } =
      body.user_string === undefined ? { contact: null } : await this.findLoginName.execute(body.user_string, body);
    const purpose = codePurpose(body.type, 'forget');
    return this.checkCode.execute({ code, contact, purpose, userId: visitor?.userId ?? null, caller });
  }
}
