import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { accountTypeOf, isDemoAccount } from '../../../contract/account-type.dto.js';
import { Decimal } from '../../../contract/decimal.js';
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
import { CancelSpotStop } from './cancel-spot-stop.js';
import type { StopWish } from './draft-spot-stop.js';
import { ListSpotStops, type SpotStop } from './list-spot-stops.js';
import { PlaceSpotStop } from './place-spot-stop.js';

/** Spot orders that wait for a price before they are orders. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotStopsController {
  constructor(
    private readonly placeSpotStop: PlaceSpotStop,
    private readonly cancelSpotStop: CancelSpotStop,
    private readonly listSpotStops: ListSpotStops,
    private readonly catalog: MarketCatalog,
  ) {}

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
    await this.placeSpotStop.execute(userId, wishOf(request), key);
    return ok(successText(language, 'submitted'));
  }

  /** What placing it would do now. */
  @Post('spot/stop/preview')
  @ForKeys('trade.spot')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SpotStopPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: SpotStopRequest) {
    const { market, stop, reserve, last, balance, balanceAfter } = await this.placeSpotStop.preview(
      userId,
      wishOf(request),
    );
    return ok({
      symbol: market.symbol,
      direction: stop.direction,
      trigger_price: stop.triggerPrice,
      last,
      frozen: reserve,
      balance,
      balance_after: balanceAfter,
      fee_ratio: stop.feeRatio,
    });
  }

  @Get('spot/stops')
  @ForKeys('read')
  @ApiOkEnvelope([SpotStopView])
  async list(@CurrentUser() { userId }: CurrentSession, @Query() request: SpotStopsRequest) {
    const demo = isDemoAccount(request.account_type);
    const stops = await this.listSpotStops.execute({ userId, demo, status: request.status, ...pageAsked(request) });
    return ok(stops.map((stop) => this.view(stop)));
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

  private view(stop: SpotStop): SpotStopView {
    return {
      id: stop.id,
      symbol: this.catalog.byId(stop.marketId)?.symbol ?? '',
      type: stop.side === 'buy' ? 1 : 2,
      direction: stop.direction,
      trigger_price: stop.triggerPrice,
      trail_percent: stop.trailRatio === null ? null : new Decimal(stop.trailRatio).times(100).toFixed(),
      trail_distance: stop.trailDistance,
      watermark: stop.watermark,
      target_price: stop.limitPrice,
      quantity: stop.quantity,
      cost: stop.cost,
      frozen: stop.reserved,
      status: stop.status,
      triggered_price: stop.triggeredPrice,
      triggered_at: stop.triggeredPriceAt?.getTime() ?? null,
      order_id: stop.orderId,
      paired_order_id: stop.pairedOrderId,
      reason: stop.reason,
      account_type: accountTypeOf(stop.demo),
      version: stop.version,
      created_at: stop.createdAt.getTime(),
      updated_at: stop.updatedAt.getTime(),
    };
  }
}

function wishOf(request: SpotStopRequest): StopWish {
  return {
    baseCurrencyId: Number.parseInt(request.currency_id, 10),
    quoteCurrencyId: Number.parseInt(request.legal_id, 10),
    demo: isDemoAccount(request.account_type),
    side: request.type === '1' ? 'buy' : 'sell',
    quantity: request.amount,
    triggerPrice: request.trigger_price ?? null,
    trailPercent: request.trail_percent ?? null,
    trailDistance: request.trail_distance ?? null,
    direction: request.direction,
    limitPrice: request.target_price ?? null,
  };
}
