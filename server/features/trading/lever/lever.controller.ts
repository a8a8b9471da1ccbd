import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import {
  LeverAddMarginRequest,
  LeverBatchCloseRequest,
  LeverCloseRequest,
  LeverDealRequest,
  LeverIdRequest,
  LeverStopsRequest,
  LeverSubmitRequest,
  LeverTradesRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import { LeverAllView, LeverDealView, LeverTradesView } from '../../../contract/trading/lever.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { stopsWishOf } from '../futures-orders/index.js';
import { LeverCommands } from './lever-commands.js';
import { LeverLists } from './lever-lists.js';
import { LeverMarkets } from './lever-markets.js';

/** Perpetual contracts, in the words and forms of the old clients. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverController {
  constructor(
    private readonly commands: LeverCommands,
    private readonly lists: LeverLists,
    private readonly markets: LeverMarkets,
  ) {}

  /** What the contract page shows of a market: book, choices, balance, the caller's positions in it. */
  @Post('deal')
  @HttpCode(200)
  @ApiOkEnvelope(LeverDealView)
  async deal(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() body: LeverDealRequest,
  ) {
    const query = { userId, language, demo: isDemoAccount(body.account_type) };
    return ok(await this.lists.deal(query, this.markets.require(body)));
  }

  /** Opens a position at the market, or puts a limit order in. */
  @Post('submit')
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
    await this.commands.submit.execute(wish, key);
    return ok(successText(language, 'submitted'));
  }

  /** Rows by status, newest first. The page is under `message.message`, and under `message` for older clients. */
  @Post('my_trade')
  @HttpCode(200)
  @ApiOkEnvelope(LeverTradesView)
  async trades(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() body: LeverTradesRequest,
  ) {
    const query = { userId, language, demo: isDemoAccount(body.account_type) };
    const marketIds = this.markets.matching(body);
    const statuses = /^[0-4]$/.test(body.status ?? '') ? [Number.parseInt(body.status as string, 10)] : undefined;
    const asked = { ...pageAsked(body), ...(marketIds && { marketIds }), ...(statuses && { statuses }) };
    const view = await this.lists.trades(query, asked);
    return { ...ok(view), rate_profits_total: view.rate_profits_total };
  }

  /** Everything that is held, with the sums over it. */
  @Post('dealall')
  @HttpCode(200)
  @ApiOkEnvelope(LeverAllView)
  async all(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() body: LeverTradesRequest,
  ) {
    const query = { userId, language, demo: isDemoAccount(body.account_type) };
    const marketIds = this.markets.matching(body);
    return ok(await this.lists.all(query, { ...pageAsked(body), ...(marketIds && { marketIds }) }));
  }

  /** Closes a position, or some of its lots, at the market. */
  @Post('close')
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
    await this.commands.close.one(wish);
    return ok(successText(language, 'done'));
  }

  /** Closes all positions, or those of a side or market. */
  @Post('batch_close')
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
    await this.commands.close.batch(wish);
    return ok(successText(language, 'done'));
  }

  /** Takes a pending order back. */
  @Post('cancel')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: LeverIdRequest,
  ) {
    await this.commands.cancel.execute({ userId, positionId: id, key });
    return ok(successText(language, 'done'));
  }

  /** Sets take-profit and stop-loss, or one of them. */
  @Post('setstop')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async setStops(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: LeverStopsRequest,
  ) {
    const wish = { ...stopsWishOf(userId, body), key };
    await this.commands.stops.execute(wish);
    return ok(successText(language, 'modified'));
  }

  /** Adds money of the contract account to the margin of an isolated position. */
  @Post('add_margin')
  @HttpCode(200)
  @Rate('close')
  @ApiOkEnvelope('text')
  async addMargin(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id, amount }: LeverAddMarginRequest,
  ) {
    await this.commands.margin.execute({ userId, positionId: id, amount, key });
    return ok(successText(language, 'done'));
  }
}
