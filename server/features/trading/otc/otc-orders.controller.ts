import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import {
  OtcAppealRequest,
  OtcOrderDetailView,
  OtcOrderIdRequest,
  OtcOrderMadeView,
  OtcOrderPage,
  OtcOrderRequest,
  OtcOrdersRequest,
  OtcPlaceRequest,
  OtcPreviewView,
  OtcEndRequest,
  OtcReopenRequest,
} from '../../../contract/trading/otc-orders.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { AppealOtcOrder } from './appeal-otc-order.js';
import { GetOtcOrders } from './get-otc-orders.js';
import { MoveOtcOrder, type PlainStep } from './move-otc-order.js';
import { PlaceOtcOrder } from './place-otc-order.js';
import { PreviewOtcOrder } from './preview-otc-order.js';
import { EndOtcOrder, type FinalStep } from './end-otc-order.js';

/** Orders between users. */
@ApiTags('otc')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller('ctc/order')
export class OtcOrdersController {
  constructor(
    private readonly getOtcOrders: GetOtcOrders,
    private readonly previewOtcOrder: PreviewOtcOrder,
    private readonly placeOtcOrder: PlaceOtcOrder,
    private readonly moveOtcOrder: MoveOtcOrder,
    private readonly endOtcOrder: EndOtcOrder,
    private readonly appealOtcOrder: AppealOtcOrder,
  ) {}

  /** The caller's orders, the newest first. */
  @Get('list')
  @ApiOkEnvelope(OtcOrderPage)
  async list(@CurrentUser() { userId }: CurrentSession, @Query() request: OtcOrdersRequest) {
    const { page, limit } = pageAsked(request);
    const { status: filter = 'all', type: side = null, keyword: number = null } = request;
    const { data, total } = await this.getOtcOrders.list(userId, { filter, side, number, page, limit });
    return ok({ data, page, pages: Math.max(1, Math.ceil(total / limit)), total });
  }

  /** One order, with where the money goes as long as it is open. */
  @Get('info')
  @ApiOkEnvelope(OtcOrderDetailView)
  async info(@CurrentUser() { userId }: CurrentSession, @Query() { id }: OtcOrderIdRequest) {
    return ok(await this.getOtcOrders.detail(userId, id));
  }

  /** What an order would be. Nothing is done. */
  @Post('preview')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(OtcPreviewView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() request: OtcOrderRequest) {
    return ok(await this.previewOtcOrder.execute(wishOf(userId, request)));
  }

  /** Takes an advert. The seller's coins are held at once; a taker who sells brings the fund password. */
  @Post('add')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope(OtcOrderMadeView)
  async add(
    @CurrentUser() { userId }: CurrentSession,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() request: OtcPlaceRequest,
  ) {
    const { pay_password: fundPassword = null } = request;
    const id = await this.placeOtcOrder.execute({ wish: wishOf(userId, request), fundPassword, caller, key });
    return ok({ id });
  }

  /** The buyer has paid. */
  @Put('pay')
  @Rate('close')
  @ApiOkEnvelope('text')
  pay(
    @CurrentUser() user: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: OtcOrderIdRequest,
  ) {
    return this.move(user, language, { id, event: 'pay', key });
  }

  /** The buyer does not pay. */
  @Put('cancel')
  @Rate('close')
  @ApiOkEnvelope('text')
  cancel(
    @CurrentUser() user: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: OtcOrderIdRequest,
  ) {
    return this.move(user, language, { id, event: 'cancel', key });
  }

  /** The seller gives a quarter of an hour more, once. */
  @Put('extend')
  @Rate('close')
  @ApiOkEnvelope('text')
  extend(
    @CurrentUser() user: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: OtcOrderIdRequest,
  ) {
    return this.move(user, language, { id, event: 'extend', key });
  }

  /** The buyer has not paid after all: the coins go back. */
  @Put('concede')
  @Rate('money')
  @ApiOkEnvelope('text')
  concede(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() request: OtcEndRequest,
  ) {
    return this.end(language, request, { userId, event: 'concede', caller, key });
  }

  /** The seller has the money: the coins are the buyer's. */
  @Put('release')
  @Rate('money')
  @ApiOkEnvelope('text')
  release(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() request: OtcEndRequest,
  ) {
    return this.end(language, request, { userId, event: 'release', caller, key });
  }

  /** Calls the desk. */
  @Post('appeal')
  @HttpCode(200)
  @Rate('money')
  @ApiOkEnvelope('text')
  async appeal(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, reason, text, images }: OtcAppealRequest,
  ) {
    const pictures = images?.split(',') ?? [];
    await this.appealOtcOrder.execute({ userId, orderId: id, event: 'appeal', reason, text, pictures, key });
    return ok(successText(language, 'submitted'));
  }

  /** The order was cancelled, but the buyer had paid. */
  @Post('reopen')
  @HttpCode(200)
  @Rate('money')
  @ApiOkEnvelope('text')
  async reopen(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, text, images }: OtcReopenRequest,
  ) {
    const appeal = {
      userId,
      orderId: id,
      event: 'reopen' as const,
      reason: 'had-paid',
      text,
      pictures: images.split(','),
    };
    await this.appealOtcOrder.execute({ ...appeal, key });
    return ok(successText(language, 'submitted'));
  }

  private async end(
    language: Language,
    { id, pay_password }: OtcEndRequest,
    by: { userId: string; event: FinalStep; caller: Caller; key: string | null },
  ) {
    await this.endOtcOrder.execute({ ...by, orderId: id, fundPassword: pay_password ?? null });
    return ok(successText(language, 'done'));
  }

  private async move(
    { userId }: CurrentSession,
    language: Language,
    { id, event, key }: { id: string; event: PlainStep; key: string | null },
  ) {
    await this.moveOtcOrder.execute({ userId, orderId: id, event, key });
    return ok(successText(language, 'done'));
  }
}

function wishOf(userId: string, { id, value, means, way, payment_id, price }: OtcOrderRequest) {
  return {
    userId,
    advertId: id,
    value,
    means,
    way: way ?? null,
    paymentId: payment_id ?? null,
    shownPrice: price ?? null,
  };
}
