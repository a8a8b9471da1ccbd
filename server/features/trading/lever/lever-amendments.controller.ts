import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { LeverAmendRequest } from '../../../contract/trading/futures-requests.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { AmendOrder, amendmentWishOf } from '../futures-orders/index.js';

/** Changes of the caller's own pending orders, in the forms of the old clients' calls. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverAmendmentsController {
  constructor(private readonly amendOrder: AmendOrder) {}

  /** Changes limit, lots or both of a pending order; its leverage, fees and stops stay. */
  @Post('amend')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async amend(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: LeverAmendRequest,
  ) {
    await this.amendOrder.execute({ ...amendmentWishOf(userId, request), key });
    return ok(successText(language, 'done'));
  }
}
