import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type PageAsked, pageAsked } from '../../../contract/pages.dto.js';
import {
  OtcAdvertChangeRequest,
  OtcAdvertMadeView,
  OtcAdvertPage,
  OtcAdvertsRequest,
  OtcAdvertStateRequest,
  OtcAdvertView,
  OtcIdRequest,
  OtcNewAdvertRequest,
  OtcOfferView,
  OtcOwnAdvertsRequest,
} from '../../../contract/trading/otc-market.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { Advertise } from './advertise.js';
import { type AdvertPage, amountAsked, ListAdverts } from './list-adverts.js';

/** What merchants offer. */
@ApiTags('otc')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller('ctc/product')
export class OtcMarketController {
  constructor(
    private readonly listAdverts: ListAdverts,
    private readonly advertise: Advertise,
  ) {}

  /** The coins, currencies and ways to pay that there are. */
  @Get('all')
  @ApiOkEnvelope(OtcOfferView)
  async all() {
    return ok(await this.listAdverts.offer());
  }

  /** Adverts that can be taken, the best price first. */
  @Get('list')
  @ApiOkEnvelope(OtcAdvertPage)
  async list(@Query() request: OtcAdvertsRequest) {
    const asked = pageAsked(request);
    const { currency_id, type = 'sell', coin_code, way, amount, keyword } = request;
    const query = {
      currencyId: currency_id === undefined ? null : Number.parseInt(currency_id, 10),
      side: type,
      fiat: coin_code ?? null,
      way: way ?? null,
      amount: amountAsked(amount),
      name: keyword ?? null,
    };
    return ok(paged(await this.listAdverts.shown(query, asked), asked));
  }

  @Get('info')
  @ApiOkEnvelope(OtcAdvertView)
  async info(@CurrentUser() { userId }: CurrentSession, @Query() { id }: OtcIdRequest) {
    return ok(await this.listAdverts.advert(id, userId));
  }

  /** The caller's own adverts, the newest first. */
  @Get('mine')
  @ApiOkEnvelope(OtcAdvertPage)
  async mine(@CurrentUser() { userId }: CurrentSession, @Query() request: OtcOwnAdvertsRequest) {
    const asked = pageAsked(request);
    const { state = null, keyword: code = null } = request;
    return ok(paged(await this.listAdverts.own(userId, { state, code }, asked), asked));
  }

  /** A merchant's new advert. Needs the fund password, as all that follows but what takes an advert off. */
  @Post('add')
  @HttpCode(200)
  @Rate('money')
  @ApiOkEnvelope(OtcAdvertMadeView)
  async add(
    @CurrentUser() { userId }: CurrentSession,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { type: side, currency_id, coin_code: fiat, pay_password, ...terms }: OtcNewAdvertRequest,
  ) {
    const currencyId = Number.parseInt(currency_id, 10);
    const proof = { fundPassword: pay_password ?? null, caller };
    return ok({ id: await this.advertise.add({ userId, side, currencyId, fiat, terms, ...proof, key }) });
  }

  /** New terms. Orders that there are keep theirs. */
  @Put('update')
  @Rate('money')
  @ApiOkEnvelope('text')
  async change(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { id, pay_password, ...terms }: OtcAdvertChangeRequest,
  ) {
    await this.advertise.change({ userId, id, terms, fundPassword: pay_password ?? null, caller, key });
    return ok(successText(language, 'modified'));
  }

  /** Shows an advert, hides it, or closes it for good. */
  @Put('state')
  @Rate('close')
  @ApiOkEnvelope('text')
  async state(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { id, state, pay_password }: OtcAdvertStateRequest,
  ) {
    await this.advertise.setState({ userId, id, state, fundPassword: pay_password ?? null, caller, key });
    return ok(successText(language, 'modified'));
  }
}

function paged({ data, total }: AdvertPage, { page, limit }: PageAsked) {
  return { data, page, pages: Math.max(1, Math.ceil(total / limit)), total };
}
