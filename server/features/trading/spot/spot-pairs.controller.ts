import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { SpotPairRequest, SpotStopPreviewView } from '../../../contract/trading/spot-stops.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import type { PairWish } from './draft-spot-pair.js';
import { PlaceSpotPair } from './place-spot-pair.js';

/** An order that waits and a stop of the same coins: one cancels the other (OCO). Cancelling either ends both. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotPairsController {
  constructor(private readonly placeSpotPair: PlaceSpotPair) {}

  @Post('spot/pair')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async place(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: SpotPairRequest,
  ) {
    await this.placeSpotPair.execute(userId, wishOf(request), key);
    return ok(successText(language, 'submitted'));
  }

  /** What placing it would do now. */
  @Post('spot/pair/preview')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotStopPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotPairRequest) {
    const { priced, stop, reserve, balance, balanceAfter } = await this.placeSpotPair.preview(userId, wishOf(request));
    return ok<SpotStopPreviewView>({
      symbol: priced.market.symbol,
      direction: stop.direction,
      trigger_price: stop.triggerPrice,
      last: priced.prices.last,
      frozen: reserve,
      balance,
      balance_after: balanceAfter,
      fee_ratio: priced.terms.feeRatio,
    });
  }
}

function wishOf(request: SpotPairRequest): PairWish {
  return {
    baseCurrencyId: Number.parseInt(request.currency_id, 10),
    quoteCurrencyId: Number.parseInt(request.legal_id, 10),
    demo: isDemoAccount(request.account_type),
    side: request.type === '1' ? 'buy' : 'sell',
    quantity: request.amount,
    limitPrice: request.target_price,
    triggerPrice: request.trigger_price,
    stopLimitPrice: request.stop_limit_price ?? null,
  };
}
