import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { PageRequest, pageAsked, paginator } from '../../../contract/pages.dto.js';
import { AccountLinesView, ChargeLinesRequest, StatementPage } from '../../../contract/wallet/wallet.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { ListWalletLines } from './list-wallet-lines.js';

/** What comes from outside and goes there. */
const CHARGES = ['deposits.credit', 'withdrawals.freeze', 'withdrawals.pay', 'withdrawals.return'];

/** The statement in the forms of older clients. Whose it is, the session says; a user's number beside it is not read. */
@ApiTags('wallet')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class AccountLinesController {
  constructor(private readonly listWalletLines: ListWalletLines) {}

  /** Every line of the caller's accounts, the newest first. */
  @Get('account/list')
  @ApiOkEnvelope(AccountLinesView)
  lines(@CurrentUser() session: CurrentSession, @RequestLanguage() language: Language, @Query() asked: PageRequest) {
    return this.all(session, language, asked);
  }

  /** The same for clients that post. */
  @Post('account/list')
  @HttpCode(200)
  @ApiOkEnvelope(AccountLinesView)
  postedLines(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() asked: PageRequest,
  ) {
    return this.all(session, language, asked);
  }

  /** The lines of deposits and withdrawals, the newest first. */
  @Get('charge_mention/log')
  @ApiOkEnvelope(StatementPage)
  async charges(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Query() request: ChargeLinesRequest,
  ) {
    const asked = pageAsked(request);
    const currencyId = Number.parseInt(request.currency ?? '-1', 10);
    const { lines, total } = await this.listWalletLines.execute({
      userId,
      language,
      reasons: CHARGES,
      ...asked,
      ...(currencyId > 0 && { currencyId }),
    });
    return ok(paginator(lines, total, { ...asked, path: '/api/charge_mention/log' }));
  }

  private async all({ userId }: CurrentSession, language: Language, request: PageRequest) {
    const asked = pageAsked(request);
    const { lines } = await this.listWalletLines.execute({ userId, language, ...asked });
    return ok<AccountLinesView>({ user_id: userId, data: lines, ...asked });
  }
}
