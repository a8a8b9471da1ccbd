import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  LeverAddMarginRequest,
  LeverBatchCloseRequest,
  LeverCloseRequest,
  LeverIdRequest,
  LeverStopsRequest,
  LeverSubmitRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { AddMargin, CancelOrder, ClosePositions, PlaceOrder, SetStops, stopsWishOf } from '../futures-orders/index.js';
import { LeverMarkets } from './lever-markets.js';

/** What traders do with perpetual contracts, in the words and forms of the old clients. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverOrdersController {
  constructor(
    private readonly placeOrder: PlaceOrder,
    private readonly cancelOrder: CancelOrder,
    private readonly closePositions: ClosePositions,
    private readonly setStops: SetStops,
    private readonly addMargin: AddMargin,
    private readonly markets: LeverMarkets,
  ) {}

  /** Opens a position at the market, or puts a limit order in; with `reduce_only` it closes lots of the other side instead. */
  @Post('submit')
  @ForKeys('trade.futures')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async submit(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: LeverSubmitRequest,
  ) {
    const wish = this.markets.wish(userId, body);
    await this.placeOrder.execute(wish, key);
    return ok(successText(language, 'submitted'));
  }

  /** Closes a position, or some of its lots, at the market. */
  @Post('close')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async close(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, share, worst_price }: LeverCloseRequest,
  ) {
    const lots = share === undefined ? null : Number.parseInt(share, 10);
    const wish = { userId, positionId: id, lots, worstPrice: worst_price ?? null, key };
    await this.closePositions.one(wish);
    return ok(successText(language, 'done'));
  }

  /** Closes all positions, or those of a side or market. */
  @Post('batch_close')
  @ForKeys('trade.futures')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async batchClose(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: LeverBatchCloseRequest,
  ) {
    const side = body.type === '1' ? 'long' : body.type === '2' ? 'short' : null;
    const marketId = this.markets.one(body);
    const wish = { userId, demo: isDemoAccount(body.account_type), side, marketId, key } as const;
    await this.closePositions.batch(wish);
    return ok(successText(language, 'done'));
  }

  /** Takes a pending order back. */
  @Post('cancel')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: LeverIdRequest,
  ) {
    await this.cancelOrder.execute({ userId, positionId: id, key });
    return ok(successText(language, 'done'));
  }

  /** Sets take-profit and stop-loss, or one of them. */
  @Post('setstop')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async changeStops(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: LeverStopsRequest,
  ) {
    const wish = { ...stopsWishOf(userId, body), key };
    await this.setStops.execute(wish);
    return ok(successText(language, 'modified'));
  }

  /** Adds money of the contract account to the margin of an isolated position. */
  @Post('add_margin')
  @ForKeys('trade.futures', { row: 'position' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async increaseMargin(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, amount }: LeverAddMarginRequest,
  ) {
    await this.addMargin.execute({ userId, positionId: id, amount, key });
    return ok(successText(language, 'done'));
  }
}
