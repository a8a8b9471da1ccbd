import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import {
  RedemptionQuoteView,
  TrustOrderDetailView,
  TrustOrderIdRequest,
  TrustOrderListView,
  TrustOrderRequest,
  TrustOrdersRequest,
  TrustPreviewView,
  TrustProductRequest,
  TrustProductsRequest,
  TrustProductView,
  TrustRedemptionRequest,
  TrustReportRequest,
  TrustReportView,
} from '../../../contract/trading/trust.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { BuyTrustProduct } from './buy-trust-product.js';
import { ListTrust } from './list-trust.js';
import { PreviewTrustOrder } from './preview-trust-order.js';
import { QuoteRedemption } from './quote-redemption.js';
import { RedeemTrustOrder } from './redeem-trust-order.js';
import { orderView, previewView, productView, quoteView, reportView } from './trust-views.js';

/** Products whose money is locked for a term. */
@ApiTags('trust')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class TrustController {
  constructor(
    private readonly listTrust: ListTrust,
    private readonly previewTrustOrder: PreviewTrustOrder,
    private readonly buyTrustProduct: BuyTrustProduct,
    private readonly quoteRedemption: QuoteRedemption,
    private readonly redeemTrustOrder: RedeemTrustOrder,
    private readonly coins: WalletCatalog,
  ) {}

  /** The products on offer. */
  @Public()
  @Get('lh/deposit/config')
  @ApiOkEnvelope([TrustProductView])
  async products(@Query() request: TrustProductsRequest, @RequestLanguage() language: Language) {
    const { currency_id, account_type } = request;
    const currencyId = currency_id === undefined ? null : Number.parseInt(currency_id, 10);
    const demo = isDemoAccount(account_type);
    const products = await this.listTrust.products({ currencyId, demo, ...pageAsked(request) });
    return ok(products.map((product) => productView(product, this.coins, language)));
  }

  @Public()
  @Get('lh/deposit/product_info')
  @ApiOkEnvelope(TrustProductView)
  async product(@Query() { id, account_type }: TrustProductRequest, @RequestLanguage() language: Language) {
    const product = await this.listTrust.product(Number.parseInt(id, 10), isDemoAccount(account_type));
    return ok(productView(product, this.coins, language));
  }

  /** What the caller has in products, in USDT. */
  @Get('lh/deposit/report')
  @ApiOkEnvelope(TrustReportView)
  async report(@CurrentUser() { userId }: CurrentSession, @Query() { account_type }: TrustReportRequest) {
    return ok(reportView(await this.listTrust.report(userId, isDemoAccount(account_type))));
  }

  /** What a purchase would do. */
  @Post('trust/preview')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(TrustPreviewView)
  async preview(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() request: TrustOrderRequest,
  ) {
    const preview = await this.previewTrustOrder.execute(purchaseOf(userId, request));
    return ok(previewView(preview, this.coins, language));
  }

  /** Buys, from the spot account. */
  @Post('lh/deposit')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async buy(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() request: TrustOrderRequest,
  ) {
    await this.buyTrustProduct.execute({ ...purchaseOf(userId, request), agreed: request.agreement, key });
    return ok(successText(language, 'submitted'));
  }

  /** The caller's orders: in custody, completed, redeemed. */
  @Get('lh/deposit/order')
  @ApiOkEnvelope(TrustOrderListView)
  async orders(@CurrentUser() { userId }: CurrentSession, @Query() request: TrustOrdersRequest) {
    const { status, is_cancel, account_type } = request;
    const demo = isDemoAccount(account_type);
    const { orders, total } = await this.listTrust.orders({
      userId,
      demo,
      status,
      cancelled: is_cancel,
      ...pageAsked(request),
    });
    return ok({ order_list: orders.map((order) => orderView(order, this.coins)), total });
  }

  /** One order with every day of interest. */
  @Get('trust/order')
  @ApiOkEnvelope(TrustOrderDetailView)
  async order(@CurrentUser() { userId }: CurrentSession, @Query() { id }: TrustOrderIdRequest) {
    const found = await this.listTrust.order(userId, id);
    if (!found) throw new Refusal('trust.not-found');
    return ok({ order: orderView(found.order, this.coins), accruals: found.accruals });
  }

  /** What breaking an order off costs, exactly, for a minute. */
  @Post('trust/redemption-quote')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(RedemptionQuoteView)
  async quote(@CurrentUser() { userId }: CurrentSession, @Body() { id }: TrustOrderIdRequest) {
    return ok(quoteView(await this.quoteRedemption.execute(userId, id)));
  }

  /** Breaks an order off. */
  @Post('lh/deposit/order/cancel')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async redeem(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, quote_id }: TrustRedemptionRequest,
  ) {
    const redemption = { userId, orderId: id, quoteId: quote_id ?? null, key };
    await this.redeemTrustOrder.execute(redemption);
    return ok(successText(language, 'done'));
  }
}

function purchaseOf(userId: string, request: TrustOrderRequest) {
  const { config_id, amount, account_type, worst_daily_ratio: worstDailyRatio } = request;
  return {
    userId,
    productId: Number.parseInt(config_id, 10),
    demo: isDemoAccount(account_type),
    amount,
    ...(worstDailyRatio !== undefined && { worstDailyRatio }),
  };
}
