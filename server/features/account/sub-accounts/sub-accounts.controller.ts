import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  FreezeSubAccountRequest,
  OpenSubAccountRequest,
  RenameSubAccountRequest,
  SubAccountView,
} from '../../../contract/account/sub-accounts.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { ManageSubAccounts } from './manage-sub-accounts.js';
import { SubAccounts } from './sub-accounts.js';

/** The caller's sub-accounts. No key opens any of these calls. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('sub_account')
export class SubAccountsController {
  constructor(
    private readonly manageSubAccounts: ManageSubAccounts,
    private readonly subAccounts: SubAccounts,
  ) {}

  /** Opens one: an account with money, orders and keys of its own, which nobody can log in to. 20 at most. */
  @Post('open')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(SubAccountView)
  async open(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { label }: OpenSubAccountRequest,
    @RequestCaller() caller: Caller,
  ) {
    return this.shown(userId, await this.manageSubAccounts.open(userId, label, caller));
  }

  @Post('rename')
  @HttpCode(200)
  @ApiOkEnvelope(SubAccountView)
  async rename(@CurrentUser() { userId }: CurrentSession, @Body() { id, label }: RenameSubAccountRequest) {
    await this.manageSubAccounts.rename(userId, id, label);
    return this.shown(userId, id);
  }

  /** Freezes one, or lets it go on. Frozen, its keys open nothing, and no money goes in or out; what is open stays open. */
  @Post('freeze')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope(SubAccountView)
  async freeze(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id, frozen }: FreezeSubAccountRequest,
    @RequestCaller() caller: Caller,
  ) {
    await this.manageSubAccounts.freeze(userId, id, frozen === '1', caller);
    return this.shown(userId, id);
  }

  private async shown(userId: string, id: string) {
    return ok(this.subAccounts.view(await this.subAccounts.one(userId, id)));
  }
}
