import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { SpotAmendmentPreviewView, SpotAmendmentRequest } from '../../../contract/trading/spot.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { AmendSpotOrder } from './amend-spot-order.js';
import type { AmendmentWish } from './draft-amendment.js';
import { PreviewAmendment } from './preview-amendment.js';
import { amendmentPreviewView } from './spot-views.js';

/** Changes of the caller's own orders that wait. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotAmendmentsController {
  constructor(
    private readonly amendSpotOrder: AmendSpotOrder,
    private readonly previewAmendment: PreviewAmendment,
  ) {}

  /** Changes limit, quantity or both of an open limit order. */
  @Post('spot/amend')
  @ForKeys('trade.spot', { row: 'spot-order' })
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async amend(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: SpotAmendmentRequest,
  ) {
    await this.amendSpotOrder.execute({ ...wishOf(userId, request), key });
    return ok(successText(language, 'done'));
  }

  /** What the change would do now. */
  @Post('spot/amend/preview')
  @ForKeys('trade.spot', { row: 'spot-order' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotAmendmentPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotAmendmentRequest) {
    return ok(amendmentPreviewView(await this.previewAmendment.execute(wishOf(userId, request))));
  }
}

function wishOf(userId: string, { id, target_price, amount }: SpotAmendmentRequest): AmendmentWish {
  return { userId, orderId: id, limitPrice: target_price ?? null, quantity: amount ?? null };
}
