import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  directionOfType,
  OptionListRequest,
  OptionOrderView,
  OptionPage,
  OptionQuoteView,
  OptionReceiptRequest,
  OptionReceiptView,
  OptionTermsRequest,
  OptionTermView,
  PayableCurrenciesRequest,
  PayableCurrencyView,
  PreviewOptionRequest,
  SubmitOptionRequest,
} from '../../../contract/trading/options.dto.js';
import { pageAsked, paginator } from '../../../contract/pages.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { noteWaited } from '../../../platform/http/request-figures.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import type { OptionWish } from './draft-option.js';
import { ListOptions } from './list-options.js';
import { ListPayableCurrencies } from './list-payable-currencies.js';
import { ListTerms } from './list-terms.js';
import { optionOrderView } from './options-views.js';
import { PreviewOption } from './preview-option.js';
import { GetReceipt } from './get-receipt.js';
import { SubmitOption } from './submit-option.js';

const STATUSES = new Map<string | undefined, 'open' | 'due' | 'ended'>([
  ['1', 'open'],
  ['2', 'due'],
  ['3', 'ended'],
]);

/** Delivery options: what is offered, buying it, and what became of it. */
@ApiTags('options')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller()
export class OptionsController {
  constructor(
    private readonly listTerms: ListTerms,
    private readonly listPayableCurrencies: ListPayableCurrencies,
    private readonly previewOption: PreviewOption,
    private readonly submitOption: SubmitOption,
    private readonly listOptions: ListOptions,
    private readonly getReceipt: GetReceipt,
  ) {}

  /** The times that orders can run. */
  @Public()
  @Get('microtrade/seconds')
  @ApiOkEnvelope([OptionTermView])
  seconds(@Query() { match_id }: OptionTermsRequest) {
    return ok(this.listTerms.execute(idOf(match_id)));
  }

  /** What orders are paid in, with the caller's balance of the option account. */
  @SignedIn()
  @Get('microtrade/payable_currencies')
  @ForKeys('read')
  @ApiOkEnvelope([PayableCurrencyView])
  async payable(@CurrentUser() { userId }: CurrentSession, @Query() asked: PayableCurrenciesRequest) {
    return ok(
      await this.listPayableCurrencies.execute(userId, isDemoAccount(asked.account_type), idOf(asked.match_id)),
    );
  }

  /** What an order would be now, as a promise for three seconds. */
  @SignedIn()
  @Post('options/preview')
  @ForKeys('trade.options')
  @HttpCode(200)
  @Rate('read')
  @ApiOkEnvelope(OptionQuoteView)
  async preview(@CurrentUser() { userId }: CurrentSession, @Body() body: PreviewOptionRequest) {
    return ok(await this.previewOption.execute(wishOf(userId, body)));
  }

  /** Buys. With a quote at its entry or not at all; without one, at the first index after this call, within about a second. */
  @SignedIn()
  @Post('microtrade/submit')
  @ForKeys('trade.options')
  @HttpCode(200)
  @Rate('open')
  @ApiOkEnvelope(OptionOrderView)
  async submit(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: SubmitOptionRequest,
    @Req() request: FastifyRequest,
  ) {
    const quoteId = body.quote_id ?? null;
    // Read first: once it is bought, nothing that fails may say that it was not.
    const account = await this.listOptions.accountOf(session);
    const wish = { ...wishOf(session.userId, body), key, quoteId };
    const { sessionId } = session;
    const order = await this.submitOption.execute(wish, { sessionId, waited: (ms) => noteWaited(request, ms) });
    return ok(optionOrderView(order, { language, now: order.openedAt, account }));
  }

  /** The caller's orders, newest first. */
  @SignedIn()
  @Get('microtrade/lists')
  @ForKeys('read')
  @ApiOkEnvelope(OptionPage)
  async lists(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() asked: OptionListRequest,
  ) {
    const page = pageAsked(asked);
    const { rows, total } = await this.listOptions.execute({
      session,
      language,
      demo: isDemoAccount(asked.account_type),
      status: STATUSES.get(asked.status) ?? 'all',
      marketId: idOf(asked.match_id),
      currencyId: idOf(asked.currency_id),
      ...page,
    });
    return ok(paginator(rows, total, { ...page, path: '/api/microtrade/lists' }));
  }

  /** What the order was settled from, so that anybody can settle it again. */
  @SignedIn()
  @Get('options/receipt')
  @ForKeys('read', { row: 'option-order' })
  @ApiOkEnvelope(OptionReceiptView)
  async receipt(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() { id }: OptionReceiptRequest,
  ) {
    return ok(await this.getReceipt.execute(session, id, language));
  }
}

function wishOf(userId: string, body: PreviewOptionRequest): OptionWish {
  const direction = directionOfType(body.type);
  if (direction === null) throw new Refusal('request.invalid', { field: 'type' });
  return {
    userId,
    marketId: Number.parseInt(body.match_id, 10),
    currencyId: Number.parseInt(body.currency_id, 10),
    direction,
    seconds: Number.parseInt(body.seconds, 10),
    stake: body.number,
    demo: isDemoAccount(body.account_type),
  };
}

function idOf(text: string | undefined): number | null {
  return text === undefined ? null : Number.parseInt(text, 10);
}
