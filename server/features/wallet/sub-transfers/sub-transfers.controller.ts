import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  SubAccountRequest,
  SubAccountsView,
  SubAccountTransferRequest,
  SubAccountWorthView,
} from '../../../contract/account/sub-accounts.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { MoveSubMoney } from './move-sub-money.js';
import { GetSubAccounts } from './get-sub-accounts.js';

/** What the caller's sub-accounts have, and moving money to and from them. No key opens any of these calls. */
@ApiTags('wallet')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('sub_account')
export class SubTransfersController {
  constructor(
    private readonly getSubAccounts: GetSubAccounts,
    private readonly moveSubMoney: MoveSubMoney,
  ) {}

  /** The caller's sub-accounts with what they are worth and what is open, and the same of the main account. */
  @Get('list')
  @Rate('read')
  @ApiOkEnvelope(SubAccountsView)
  async list(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getSubAccounts.list(userId));
  }

  /** One of them. */
  @Get('detail')
  @Rate('read')
  @ApiOkEnvelope(SubAccountWorthView)
  async detail(@CurrentUser() { userId }: CurrentSession, @Query() { id }: SubAccountRequest) {
    return ok(await this.getSubAccounts.one(userId, id));
  }

  /** Moves real money between the main account and a sub-account, or between two of these, at once and without a fee. */
  @Post('transfer')
  @RealMoneyOnly()
  @Rate('money')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async transfer(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: SubAccountTransferRequest,
  ) {
    await this.moveSubMoney.execute({
      userId,
      from: { subId: body.from_id ?? null, account: body.from_account },
      to: { subId: body.to_id ?? null, account: body.to_account },
      currencyId: Number.parseInt(body.currency_id, 10),
      amount: body.number,
      key,
    });
    return ok(successText(language, 'done'));
  }
}
