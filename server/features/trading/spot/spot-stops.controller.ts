import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { SpotOrderIdRequest } from '../../../contract/trading/spot.dto.js';
import {
  SpotStopPreviewView,
  SpotStopRequest,
  SpotStopsRequest,
  SpotStopView,
} from '../../../contract/trading/spot-stops.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { CancelSpotExit } from './cancel-spot-exit.js';
import { CancelSpotStop } from './cancel-spot-stop.js';
import { ListSpotStops } from './list-spot-stops.js';
import { PlaceSpotStop } from './place-spot-stop.js';
import { stopPreviewView, stopView } from './spot-stop-views.js';
import { stopWish } from './spot-wishes.js';

/** Spot orders that wait for a price before they are orders. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotStopsController {
  constructor(
    private readonly placeSpotStop: PlaceSpotStop,
    private readonly cancelSpotStop: CancelSpotStop,
    private readonly cancelSpotExit: CancelSpotExit,
    private readonly listSpotStops: ListSpotStops,
    private readonly catalog: MarketCatalog,
  ) {}

  /** Places an order that waits until the last price has come to its trigger price, or follows it at a distance. */
  @Post('spot/stop')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async place(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: SpotStopRequest,
  ) {
    await this.placeSpotStop.execute(userId, stopWish(request), key);
    return ok(successText(language, 'submitted'));
  }

  /** What placing it would do now. */
  @Post('spot/stop/preview')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotStopPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotStopRequest) {
    const { market, last, ...plan } = await this.placeSpotStop.preview(userId, stopWish(request));
    return ok(stopPreviewView({ ...plan, feeRatio: plan.stop.feeRatio }, market.symbol, last));
  }

  /** The caller's stops, the newest first: those that wait, and those that have ended. */
  @Get('spot/stops')
  @ForKeys('read')
  @ApiOkEnvelope([SpotStopView])
  async list(@CurrentUser() { userId }: CurrentSession, @Query() request: SpotStopsRequest) {
    const demo = isDemoAccount(request.account_type);
    const stops = await this.listSpotStops.execute({ userId, demo, status: request.status, ...pageAsked(request) });
    return ok(stops.map((stop) => stopView(stop, this.catalog)));
  }

  /** Takes a waiting stop back. */
  @Put('spot/stop/cancel')
  @ForKeys('trade.spot', { row: 'spot-stop' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: SpotOrderIdRequest,
  ) {
    await this.cancelSpotStop.execute({ userId, stopId: id, key });
    return ok(successText(language, 'done'));
  }

  /** Takes back the take-profit and stop-loss that a purchase, named by its number, was to leave behind; the purchase goes on. */
  @Put('spot/exit/cancel')
  @ForKeys('trade.spot', { row: 'spot-order' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancelExit(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: SpotOrderIdRequest,
  ) {
    await this.cancelSpotExit.execute({ userId, orderId: id, key });
    return ok(successText(language, 'done'));
  }
}
