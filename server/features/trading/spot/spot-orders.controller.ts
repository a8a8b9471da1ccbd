import { Body, Controller, Get, HttpCode, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import {
  SpotDeskView,
  SpotFillsRequest,
  SpotOrderDetailView,
  SpotOrderIdRequest,
  SpotOrdersRequest,
  SpotOrderView,
  SpotOwnFillView,
} from '../../../contract/trading/spot.dto.js';
import { SpotMarketRequest } from '../../../contract/trading/spot-ticket.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { CancelSpotOrder } from './cancel-spot-order.js';
import { ListSpotOrders, type SpotFillsAsked } from './list-spot-orders.js';
import { GetSpotDesk } from './get-spot-desk.js';
import { amendmentView, spotFillView, spotOrderView, spotOwnFillView } from './spot-views.js';

const idOf = (text: string | undefined) => (text === undefined ? null : Number.parseInt(text, 10));

const ROWS_OF_ORDERS = 20;

function askedOf(userId: string, request: SpotFillsRequest, rows?: number): SpotFillsAsked {
  return {
    userId,
    demo: isDemoAccount(request.account_type),
    baseCurrencyId: idOf(request.currency_id),
    quoteCurrencyId: idOf(request.legal_id),
    ...pageAsked(request, rows),
  };
}

/** The caller's own orders, open and ended. */
@ApiTags('spot')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SpotOrdersController {
  constructor(
    private readonly cancelSpotOrder: CancelSpotOrder,
    private readonly listSpotOrders: ListSpotOrders,
    private readonly getSpotDesk: GetSpotDesk,
    private readonly catalog: MarketCatalog,
  ) {}

  /** The caller's orders, the newest first: those that wait, and those that have ended. */
  @Get('coin/list')
  @ForKeys('read')
  @ApiOkEnvelope([SpotOrderView])
  async orders(@CurrentUser() { userId }: CurrentSession, @Query() request: SpotOrdersRequest) {
    const asked = askedOf(userId, request, ROWS_OF_ORDERS);
    const orders = await this.listSpotOrders.execute({ ...asked, status: request.status });
    return ok(orders.map((order) => spotOrderView(order, this.catalog)));
  }

  /** The executions of all orders of the caller, one list. */
  @Get('spot/fills')
  @ForKeys('read')
  @ApiOkEnvelope([SpotOwnFillView])
  async fills(@CurrentUser() { userId }: CurrentSession, @Query() request: SpotFillsRequest) {
    const fills = await this.listSpotOrders.fills(askedOf(userId, request));
    return ok(fills.map((fill) => spotOwnFillView(fill, this.catalog)));
  }

  /** One order with its executions. */
  @Get('spot/order')
  @ForKeys('read', { row: 'spot-order' })
  @ApiOkEnvelope(SpotOrderDetailView)
  async order(@CurrentUser() { userId }: CurrentSession, @Query() { id }: SpotOrderIdRequest) {
    const found = await this.listSpotOrders.one(userId, id);
    if (!found) throw new Refusal('spot.not-found');
    const order = spotOrderView(found.order, this.catalog);
    return ok({ order, fills: found.fills.map(spotFillView), amendments: found.amendments.map(amendmentView) });
  }

  /** What may be spent and sold in a market, and on what terms. */
  @Get('spot/desk')
  @ForKeys('read')
  @ApiOkEnvelope(SpotDeskView)
  async terms(@CurrentUser() { userId }: CurrentSession, @Query() request: SpotMarketRequest) {
    const { currency_id, legal_id, account_type } = request;
    const baseCurrencyId = Number.parseInt(currency_id, 10);
    const quoteCurrencyId = Number.parseInt(legal_id, 10);
    const demo = isDemoAccount(account_type);
    return ok(await this.getSpotDesk.execute({ userId, baseCurrencyId, quoteCurrencyId, demo }));
  }

  /** Takes the rest of an open order back. */
  @Put('coin/trade/cancel')
  @ForKeys('trade.spot', { row: 'spot-order' })
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  cancel(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: SpotOrderIdRequest,
  ) {
    return this.cancelOne(session, language, { orderId: id, key });
  }

  /** The same for clients that put to the order's own address. */
  @Put('coin/trade')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  cancelByPut(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: SpotOrderIdRequest,
  ) {
    return this.cancelOne(session, language, { orderId: id, key });
  }

  /** The same for the oldest clients. The token in the header, which no foreign page can send, makes a GET safe here. */
  @Get('coin/canceltrade')
  @Rate('close')
  @ApiOkEnvelope('text')
  cancelByGet(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Query() { id }: SpotOrderIdRequest,
  ) {
    return this.cancelOne(session, language, { orderId: id, key });
  }

  private async cancelOne(
    { userId }: CurrentSession,
    language: Language,
    command: { orderId: string; key: string | null },
  ) {
    await this.cancelSpotOrder.execute({ userId, ...command });
    return ok(successText(language, 'done'));
  }
}
