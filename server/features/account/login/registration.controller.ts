import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  ExtensionCodeRequest,
  RegisterRequest,
  RegistrationSettingsView,
} from '../../../contract/account/account.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { type Caller, newName, RequestCaller } from '../users/index.js';
import { PASSWORD_LENGTH_MAX } from '../security/index.js';
import { CreateUser } from './create-user.js';
import { RegisterUser } from './register-user.js';
import { RegistrationSettings } from './registration-settings.js';

@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Public()
@Controller()
export class RegistrationController {
  constructor(
    private readonly registerUser: RegisterUser,
    private readonly createUser: CreateUser,
    private readonly settings: RegistrationSettings,
  ) {}

  /** Registers by e-mail address, phone or user name. Does not log in. */
  @Post('user/register')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async register(
    @Body() body: RegisterRequest,
    @RequestLanguage() language: Language,
    @RequestCaller() caller: Caller,
  ) {
    const { withdraw_password: pin, re_withdraw_password: repeatedPin } = body;
    await this.registerUser.execute({
      ...newName(body.user_string, body.type, body),
      code: body.code ?? '',
      password: { password: body.password, repeated: body.re_password ?? body.repassword ?? '' },
      fundPassword: pin === undefined ? null : { password: pin, repeated: repeatedPin ?? null },
      extensionCode: body.extension_code ?? null,
      agreed: body.agree ?? null,
      smsAgreed: body.sms_agree ?? null,
      language,
      caller,
    });
    return ok(successText(language, 'registered'));
  }

  /** Whether an invitation code exists. */
  @Post('user/checkExtcode')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async checkExtensionCode(@Body() body: ExtensionCodeRequest, @RequestLanguage() language: Language) {
    await this.createUser.inviter(body.extension_code, true);
    return ok(successText(language, 'done'));
  }

  /** What registration asks for. */
  @Get('get/reg')
  @ApiOkEnvelope(RegistrationSettingsView)
  registrationSettings() {
    const view: RegistrationSettingsView = {
      extension_code_required: this.settings.invitationRequired ? 1 : 0,
      withdraw_password_required: this.settings.fundPasswordRequired ? 1 : 0,
      password_min: this.settings.passwordLengthMin,
      password_max: PASSWORD_LENGTH_MAX,
      types: ['email', 'mobile', 'username'],
    };
    return ok(view);
  }
}
