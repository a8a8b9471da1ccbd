import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { LeverDealRequest, LeverTradesRequest } from '../../../contract/trading/futures-requests.dto.js';
import { LeverAllView, LeverDealView, LeverTradesReply } from '../../../contract/trading/lever.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope, ApiReply } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { LeverLists } from './lever-lists.js';
import { LeverMarkets } from './lever-markets.js';

/** Perpetual contracts as they are looked at, in the words and forms of the old clients. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('lever')
export class LeverController {
  constructor(
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

  /** Rows by status, newest first. The page is under `message.message`, and under `message` for older clients. */
  @Post('my_trade')
  @ForKeys('read')
  @HttpCode(200)
  @ApiReply(LeverTradesReply)
  async trades(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() body: LeverTradesRequest,
  ): Promise<LeverTradesReply> {
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
}
