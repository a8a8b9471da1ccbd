import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { SpotOrderIdRequest } from '../../../contract/trading/spot.dto.js';
import {
  SpotExitAmendmentRequest,
  SpotStopAmendmentPreviewView,
  SpotStopAmendmentRequest,
  SpotStopAmendmentView,
} from '../../../contract/trading/spot-stop-amendments.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { AmendSpotExit } from './amend-spot-exit.js';
import { AmendSpotStop } from './amend-spot-stop.js';
import type { StopAmendmentWish } from './draft-stop-amendment.js';
import { ListSpotStops } from './list-spot-stops.js';
import { stopAmendmentPreviewView, stopAmendmentView } from './spot-stop-views.js';

/** Changes of the caller's own stops that wait, and of those that a purchase is to leave behind. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotStopAmendmentsController {
  constructor(
    private readonly amendSpotStop: AmendSpotStop,
    private readonly amendSpotExit: AmendSpotExit,
    private readonly listSpotStops: ListSpotStops,
  ) {}

  /** Changes where a waiting stop is triggered, its limit, its amount, or several of them. */
  @Post('spot/stop/amend')
  @ForKeys('trade.spot', { row: 'spot-stop' })
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async amend(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: SpotStopAmendmentRequest,
  ) {
    await this.amendSpotStop.execute({ ...wishOf(userId, request), key });
    return ok(successText(language, 'done'));
  }

  /** What the change would do now. */
  @Post('spot/stop/amend/preview')
  @ForKeys('trade.spot', { row: 'spot-stop' })
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotStopAmendmentPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotStopAmendmentRequest) {
    return ok(stopAmendmentPreviewView(await this.amendSpotStop.preview(wishOf(userId, request))));
  }

  /** Changes the take-profit, the stop-loss or both that a purchase, named by its number, is to leave behind while it waits. */
  @Post('spot/exit/amend')
  @ForKeys('trade.spot', { row: 'spot-order' })
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async amendExit(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, take_profit_price, stop_loss_price, amendments }: SpotExitAmendmentRequest,
  ) {
    const seen = amendments === undefined ? null : Number.parseInt(amendments, 10);
    const prices = { takeProfit: take_profit_price ?? null, stopLoss: stop_loss_price ?? null };
    await this.amendSpotExit.execute({ userId, orderId: id, ...prices, amendments: seen, key });
    return ok(successText(language, 'done'));
  }

  /** What its user has changed of a stop, the newest first. */
  @Get('spot/stop/amendments')
  @ForKeys('read', { row: 'spot-stop' })
  @ApiOkEnvelope([SpotStopAmendmentView])
  async list(@CurrentUser() { userId }: CurrentSession, @Query() { id }: SpotOrderIdRequest) {
    return ok((await this.listSpotStops.amendments(userId, id)).map(stopAmendmentView));
  }
}

function wishOf(userId: string, request: SpotStopAmendmentRequest): StopAmendmentWish {
  return {
    userId,
    stopId: request.id,
    triggerPrice: request.trigger_price ?? null,
    limitPrice: request.target_price ?? null,
    amount: request.amount ?? null,
    trailPercent: request.trail_percent ?? null,
    trailDistance: request.trail_distance ?? null,
    pairedLimitPrice: request.paired_price ?? null,
    amendments: request.amendments === undefined ? null : Number.parseInt(request.amendments, 10),
  };
}
