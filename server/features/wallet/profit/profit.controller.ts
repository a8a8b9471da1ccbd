import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { ProfitRequest, WalletProfitView } from '../../../contract/wallet/profit.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { GetProfit } from './get-profit.js';

/** What the caller won or lost. */
@ApiTags('wallet')
@SignedIn()
@Controller()
export class ProfitController {
  constructor(private readonly getProfit: GetProfit) {}

  /** Of the last 24 hours, by the books. */
  @Get('wallet/profit')
  @Rate('report')
  @ApiOkEnvelope(WalletProfitView)
  async profit(@CurrentUser() { userId }: CurrentSession, @Query() { account_type }: ProfitRequest) {
    return ok(await this.getProfit.execute(userId, isDemoAccount(account_type)));
  }
}
