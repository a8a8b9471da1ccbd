import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  ProfitDaysRequest,
  ProfitDaysView,
  ProfitRequest,
  WalletProfitView,
} from '../../../contract/wallet/profit.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { GetProfit } from './get-profit.js';
import { GetProfitDays } from './get-profit-days.js';

/** What the caller won or lost. */
@ApiTags('wallet')
@SignedIn()
@Controller()
export class ProfitController {
  constructor(
    private readonly getProfit: GetProfit,
    private readonly getProfitDays: GetProfitDays,
  ) {}

  /** Of the last 24 hours, by the books. */
  @Get('wallet/profit')
  @Rate('report')
  @ApiOkEnvelope(WalletProfitView)
  async profit(@CurrentUser() { userId }: CurrentSession, @Query() { account_type }: ProfitRequest) {
    return ok(await this.getProfit.execute(userId, isDemoAccount(account_type)));
  }

  /** Of each day of a time, by the books: days of UTC, by the database's clock, each valued by its own closing prices. */
  @Get('profit/days')
  @Rate('report')
  @ApiOkEnvelope(ProfitDaysView)
  async days(@CurrentUser() { userId }: CurrentSession, @Query() asked: ProfitDaysRequest) {
    return ok(await this.getProfitDays.execute(userId, asked));
  }
}
