import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { SpotOrderRequest, SpotPreviewView } from '../../../contract/trading/spot.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import { spotPreviewView } from './spot-views.js';
import { orderWish } from './spot-wishes.js';
import { SubmitSpotOrder } from './submit-spot-order.js';

/** Orders at the quoted book. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotController {
  constructor(
    private readonly submitSpotOrder: SubmitSpotOrder,
    private readonly previewSpotOrder: PreviewSpotOrder,
    private readonly clock: Clock,
  ) {}

  /** Places a market or limit order. */
  @Post('coin/trade')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async trade(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: SpotOrderRequest,
  ) {
    const submission = { userId, wish: orderWish(request), worstPrice: request.worst_price ?? null, key };
    await this.submitSpotOrder.execute(submission);
    return ok(successText(language, 'submitted'));
  }

  /** What the order would do now. */
  @Post('spot/preview')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotOrderRequest) {
    return ok(spotPreviewView(await this.previewSpotOrder.execute(userId, orderWish(request)), this.clock.now()));
  }
}
