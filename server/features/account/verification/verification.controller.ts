import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import {
  AdvancedVerificationRequest,
  BasicVerificationRequest,
  VerificationView,
} from '../../../contract/account/verification.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { GetVerification } from './get-verification.js';
import { SubmitAdvancedVerification } from './submit-advanced-verification.js';
import { SubmitBasicVerification } from './submit-basic-verification.js';
import type { PhotoTexts } from './verification.rules.js';

@ApiTags('verification')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('user')
export class VerificationController {
  constructor(
    private readonly commands: IdempotentCommands,
    private readonly submitBasicVerification: SubmitBasicVerification,
    private readonly submitAdvancedVerification: SubmitAdvancedVerification,
    private readonly getVerification: GetVerification,
  ) {}

  /** Both levels of the caller's verification, with the reason of every rejection. */
  @Get('verification')
  @ApiOkEnvelope(VerificationView)
  async verification(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getVerification.execute(userId));
  }

  /** Hands in the basic verification: who the caller is; without a country, with photos of the document. */
  @Post('real_name')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async basic(
    @CurrentUser() { userId }: CurrentSession,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
    @Body() body: BasicVerificationRequest,
  ) {
    const { country, name, certificate_type: idKind, card_id: idNumber, address } = body;
    const photos = photosOf(body);
    await this.commands.run({ userId, route: 'user/real_name', key, body }, (tx) =>
      this.submitBasicVerification.execute(
        tx,
        { userId, caller },
        { country, name, idKind, idNumber, address, photos },
      ),
    );
    return ok(successText(language, 'submitted'));
  }

  /** Hands in the photos of the advanced verification; the basic one comes first. */
  @Post('real_name2')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async advanced(
    @CurrentUser() { userId }: CurrentSession,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
    @Body() body: AdvancedVerificationRequest,
  ) {
    await this.commands.run({ userId, route: 'user/real_name2', key, body }, (tx) =>
      this.submitAdvancedVerification.execute(tx, { userId, caller }, photosOf(body)),
    );
    return ok(successText(language, 'submitted'));
  }
}

function photosOf({ front_pic: front, reverse_pic: back, hand_pic: hand }: AdvancedVerificationRequest): PhotoTexts {
  return {
    ...(front === undefined ? {} : { front }),
    ...(back === undefined ? {} : { back }),
    ...(hand === undefined ? {} : { hand }),
  };
}
