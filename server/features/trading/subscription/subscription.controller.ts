import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import {
  SubscriptionOfferRequest,
  SubscriptionOffersRequest,
  SubscriptionOfferView,
  SubscriptionOrderIdRequest,
  SubscriptionOrderListView,
  SubscriptionOrderRequest,
  SubscriptionOrdersRequest,
  SubscriptionOrderView,
  SubscriptionPreviewView,
  SubscriptionReleaseView,
} from '../../../contract/trading/subscription.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { BuySubscription } from './buy-subscription.js';
import { ListOffers } from './list-offers.js';
import { ListSubscriptions } from './list-subscriptions.js';
import { PreviewSubscription } from './preview-subscription.js';
import { offerView, orderView, paidInAll, previewView, releaseView, totalView } from './subscription-views.js';
import { SubscriptionReaders } from './subscription-readers.js';

/** New coins that are sold before their launch. */
@ApiTags('subscription')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class SubscriptionController {
  constructor(
    private readonly listOffers: ListOffers,
    private readonly previewSubscription: PreviewSubscription,
    private readonly buySubscription: BuySubscription,
    private readonly listSubscriptions: ListSubscriptions,
    private readonly readers: SubscriptionReaders,
  ) {}

  /** The offers: those on sale or to come first, then what was launched, then what was cancelled. */
  @Public()
  @Get('lh/send/config')
  @ApiOkEnvelope([SubscriptionOfferView])
  async offers(@Query() request: SubscriptionOffersRequest, @RequestLanguage() language: Language) {
    const offers = await this.listOffers.list({
      keyword: request.keyword ?? '',
      status: null,
      ...pageAsked(request),
    });
    return ok(offers.map((offer) => offerView(offer, this.readers.of(language))));
  }

  @Public()
  @Get('lh/send/product_info')
  @ApiOkEnvelope(SubscriptionOfferView)
  async offer(@Query() { id }: SubscriptionOfferRequest, @RequestLanguage() language: Language) {
    return ok(offerView(await this.listOffers.find(Number.parseInt(id, 10)), this.readers.of(language)));
  }

  /** The offer that the desk recommends; null when there is none. */
  @Public()
  @Get('lh/send/get_recommend')
  @ApiOkEnvelope(SubscriptionOfferView)
  async recommended(@RequestLanguage() language: Language) {
    const offer = await this.listOffers.recommended();
    return ok(offer && offerView(offer, this.readers.of(language)));
  }

  /** What a purchase would do. */
  @Post('subscription/preview')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(SubscriptionPreviewView)
  async preview(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { config_id, amount, account_type }: SubscriptionOrderRequest,
  ) {
    const offerId = Number.parseInt(config_id, 10);
    const demo = isDemoAccount(account_type);
    const preview = await this.previewSubscription.execute({ userId, offerId, demo, amount });
    return ok(previewView(preview, this.readers.of(language)));
  }

  /** Buys, from the spot account. */
  @Post('lh/send/order')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope('text')
  async buy(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { config_id, amount, agreement, account_type }: SubscriptionOrderRequest,
  ) {
    const offerId = Number.parseInt(config_id, 10);
    const demo = isDemoAccount(account_type);
    await this.buySubscription.execute({ userId, offerId, demo, amount, agreed: agreement, key });
    return ok(successText(language, 'submitted'));
  }

  /** The caller's orders: subscribing or redeeming, and finished. */
  @Get('lh/send/order_list')
  @ApiOkEnvelope(SubscriptionOrderListView)
  async orders(@CurrentUser() { userId }: CurrentSession, @Query() request: SubscriptionOrdersRequest) {
    if (isDemoAccount(request.account_type))
      return ok({ order_list: [], total: 0, total_interest: paidInAll([]), totals: [] });
    const { status, keyword = '' } = request;
    const asked = { userId, status, keyword, ...pageAsked(request) };
    const { orders, total, totals } = await this.listSubscriptions.orders(asked);
    const now = this.readers.now();
    return ok({
      order_list: orders.map((order) => orderView(order, now)),
      total,
      total_interest: paidInAll(totals),
      totals: totals.map(totalView),
    });
  }

  /** One order of the caller's. */
  @Get(['subscription/order', 'lh/send/order_info'])
  @ApiOkEnvelope(SubscriptionOrderView)
  async order(@CurrentUser() { userId }: CurrentSession, @Query() { id }: SubscriptionOrderIdRequest) {
    const order = await this.listSubscriptions.order(userId, id);
    if (!order) throw new Refusal('subscription.not-found');
    return ok(orderView(order, this.readers.now()));
  }

  /** What of the caller's becomes free when: the calendar. */
  @Get('subscription/releases')
  @ApiOkEnvelope([SubscriptionReleaseView])
  async releases(@CurrentUser() { userId }: CurrentSession) {
    return ok((await this.listSubscriptions.releases(userId)).map(releaseView));
  }
}
