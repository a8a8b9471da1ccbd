import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { FuturesClosedPartView } from '../../../contract/trading/closed-parts.dto.js';
import { FuturesHistoryView, FuturesPositionsView, FuturesProductView } from '../../../contract/trading/futures.dto.js';
import {
  FuturesAccountRequest,
  FuturesClosingsRequest,
  FuturesHistoryRequest,
  FuturesMarginModeRequest,
} from '../../../contract/trading/futures-requests.dto.js';
import { successText } from '../../../contract/languages/success.js';
import { pageAsked, paginator } from '../../../contract/pages.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { FuturesCatalog } from './futures-catalog.js';
import { ListFutures } from './list-futures.js';
import { PreferMarginMode } from './prefer-margin-mode.js';

/** The page's own calls for perpetual contracts, beside the old clients' contract. */
@ApiTags('futures')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@Controller('futures')
export class FuturesController {
  constructor(
    private readonly listFutures: ListFutures,
    private readonly catalog: FuturesCatalog,
    private readonly preferMarginMode: PreferMarginMode,
  ) {}

  /** All perpetuals with leverage choices, fees and maintenance tables. */
  @Public()
  @Get('products')
  @ApiOkEnvelope([FuturesProductView])
  products() {
    return ok(this.catalog.all());
  }

  /** Everything open with its figures at the current marks, and the sequence number of the events that it includes. */
  @SignedIn()
  @Get('positions')
  @ForKeys('read')
  @ApiOkEnvelope(FuturesPositionsView)
  async positions(@CurrentUser() { userId }: CurrentSession, @Query() { account_type }: FuturesAccountRequest) {
    return ok(await this.listFutures.open({ userId, demo: isDemoAccount(account_type) }));
  }

  /** Closed and cancelled rows, newest first. */
  @SignedIn()
  @Get('history')
  @ForKeys('read')
  @ApiOkEnvelope(FuturesHistoryView)
  async history(@CurrentUser() { userId }: CurrentSession, @Query() query: FuturesHistoryRequest) {
    const asked = pageAsked(query);
    const marketIds = this.catalog.all().flatMap(({ market, marketId }) => (market === query.symbol ? marketId : []));
    const { rows, total } = await this.listFutures.list(
      { userId, demo: isDemoAccount(query.account_type) },
      { ...asked, statuses: [3, 4], ...(query.symbol !== undefined && { marketIds }) },
    );
    return ok(paginator(rows, total, { ...asked, path: '/api/futures/history' }));
  }

  /** Parts of positions that were closed by themselves, the newest first. */
  @SignedIn()
  @Get('closed-parts')
  @ForKeys('read')
  @ApiOkEnvelope([FuturesClosedPartView])
  async closedParts(@CurrentUser() { userId }: CurrentSession, @Query() request: FuturesClosingsRequest) {
    const book = { userId, demo: isDemoAccount(request.account_type) };
    return ok(await this.listFutures.closedParts(book, pageAsked(request)));
  }

  /** Sets the default margin mode of new orders. */
  @SignedIn()
  @Post('margin_mode')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async marginMode(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { margin_mode, account_type }: FuturesMarginModeRequest,
  ) {
    await this.preferMarginMode.execute({ userId, demo: isDemoAccount(account_type) }, margin_mode);
    return ok(successText(language, 'modified'));
  }
}
