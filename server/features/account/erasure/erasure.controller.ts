import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { AskForErasureRequest, ErasureView } from '../../../contract/account/erasure.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn, WhileErasing } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { proofsFrom } from '../security/index.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { AskForErasure } from './ask-for-erasure.js';
import { GetErasure } from './get-erasure.js';
import { TakeBackErasure } from './take-back-erasure.js';

/** Closing the caller's account, after which it is erased. */
@ApiTags('account')
@SignedIn()
@Controller()
export class ErasureController {
  constructor(
    private readonly getErasure: GetErasure,
    private readonly askForErasure: AskForErasure,
    private readonly takeBackErasure: TakeBackErasure,
  ) {}

  /** Whether the account is about to be erased, and what stands in the way. */
  @Post('user/erasure')
  @WhileErasing()
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('read')
  @HttpCode(200)
  @ApiOkEnvelope(ErasureView)
  async get(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getErasure.execute(userId));
  }

  /**
   * Has the account closed, with the proofs that `user/proofs` names for `close-account` and the fund password where there is one.
   * What is too little to leave the account has to be given up with it.
   * All other sessions and all keys end at once; until its time has come it can be taken back, and nothing else is done with it.
   */
  @Post('user/erasure/ask')
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async ask(
    @CurrentUser() session: CurrentSession,
    @Body() body: AskForErasureRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    const fundPassword = body.pay_password ?? '';
    await this.askForErasure.execute(session, {
      fundPassword,
      proofs: proofsFrom(body),
      giveUp: body.give_up ?? '',
      caller,
    });
    return ok(successText(language, 'done'));
  }

  /** Keeps the account after all. */
  @Post('user/erasure/take_back')
  @WhileErasing()
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async takeBack(
    @CurrentUser() { userId }: CurrentSession,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.takeBackErasure.execute(userId, caller);
    return ok(successText(language, 'done'));
  }
}
