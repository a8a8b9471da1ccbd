import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { AccountStateView } from '../../../contract/state.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { GetAccountState } from './get-account-state.js';

@ApiTags('account')
@SignedIn()
@Controller('account')
export class AccountStateController {
  constructor(private readonly getAccountState: GetAccountState) {}

  /** Balances, what is open, and how far verification is, with the place in `account.events` to go on from. */
  @Get('state')
  @ApiOkEnvelope(AccountStateView)
  async get(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.getAccountState.execute(userId));
  }
}
