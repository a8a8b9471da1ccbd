import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ChangeContactRequest, NewContactRequest } from '../../../contract/account/account-security.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { type Caller, type Contact, emailFrom, phoneFrom, RequestCaller } from '../users/index.js';
import { SendCode } from '../codes/index.js';
import { proofsFrom } from '../security/index.js';
import { ChangeContact } from './change-contact.js';

/** The e-mail address and the phone of an account. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('user')
export class ContactsController {
  constructor(
    private readonly changeContact: ChangeContact,
    private readonly sendCode: SendCode,
  ) {}

  /** Sends a code to the contact that is to become the caller's; the one for the old comes by `user/sms_other_mail`. */
  @Post('contact_code')
  @Rate('code')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async code(
    @CurrentUser() { userId }: CurrentSession,
    @Body() body: NewContactRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.sendCode.execute({ contact: contactFrom(body), purpose: 'contact', userId, caller, language });
    return ok(successText(language, 'sent'));
  }

  /** Adds or replaces the caller's e-mail address or phone; withdrawals wait for 72 hours from then on. */
  @Post('contact')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async set(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @Body() body: ChangeContactRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const contact = contactFrom(body);
    const proofs = proofsFrom({ ...body, login_password: body.password ?? body.login_password });
    await this.changeContact.execute({ userId, sessionId, contact, newCode: body.new_code, proofs, caller });
    return ok(successText(language, 'modified'));
  }
}

function contactFrom(body: NewContactRequest): Contact {
  return body.user_string.includes('@') ? emailFrom(body.user_string) : phoneFrom(body.user_string, body);
}
