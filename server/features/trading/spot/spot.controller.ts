import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { limitOf, SpotOrderRequest, SpotPreviewView } from '../../../contract/trading/spot.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { PreviewSpotOrder } from './preview-spot-order.js';
import type { SpotWish } from './price-spot-order.js';
import { spotPreviewView } from './spot-views.js';
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
    const submission = { userId, wish: wishOf(request), worstPrice: request.worst_price ?? null, key };
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
    return ok(spotPreviewView(await this.previewSpotOrder.execute(userId, wishOf(request)), this.clock.now()));
  }
}

function wishOf(request: SpotOrderRequest): SpotWish {
  const exit = { takeProfit: request.take_profit_price ?? null, stopLoss: request.stop_loss_price ?? null };
  return {
    baseCurrencyId: Number.parseInt(request.currency_id, 10),
    quoteCurrencyId: Number.parseInt(request.legal_id, 10),
    demo: isDemoAccount(request.account_type),
    side: request.type === '1' ? 'buy' : 'sell',
    quantity: request.amount,
    limitPrice: limitOf(request),
    ...(request.amount_of === 'quote' && { quantityOf: 'quote' as const }),
    ...(request.time_in_force !== undefined && { timeInForce: request.time_in_force }),
    ...(request.expires_at !== undefined && { expiresAt: Number.parseInt(request.expires_at, 10) }),
    ...((exit.takeProfit ?? exit.stopLoss) !== null && { exit }),
  };
}
