import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
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
import { PlaceSpotPair } from './place-spot-pair.js';
import { stopPreviewView } from './spot-stop-views.js';
import { pairWish } from './spot-wishes.js';

/** An order that waits and a stop of the same coins: one cancels the other (OCO). Cancelling either ends both. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotPairsController {
  constructor(private readonly placeSpotPair: PlaceSpotPair) {}

  /** Places a limit order and a stop of the same coins on the other side of the last price: one cancels the other. */
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
    await this.placeSpotPair.execute(userId, pairWish(request), key);
    return ok(successText(language, 'submitted'));
  }

  /** What placing it would do now. */
  @Post('spot/pair/preview')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotStopPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotPairRequest) {
    const { priced, ...preview } = await this.placeSpotPair.preview(userId, pairWish(request));
    return ok(
      stopPreviewView({ ...preview, feeRatio: priced.terms.feeRatio }, priced.market.symbol, priced.prices.last),
    );
  }
}
