import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import {
  OwnedAddressesView,
  TakenWithdrawalReply,
  WithdrawalCurrencyRequest,
  WithdrawalCurrencyView,
  WithdrawalDetailView,
  WithdrawalFactsView,
  WithdrawalIdRequest,
  WithdrawalPreviewRequest,
  WithdrawalPreviewView,
  WithdrawalRequest,
  WithdrawalPage,
} from '../../../contract/wallet/wallet-withdrawals.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope, ApiReply } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { proofsFrom } from '../../account/security/index.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { WithdrawalNetworks } from '../address-book/index.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { PreviewWithdrawal } from './preview-withdrawal.js';
import { ListWithdrawals } from './list-withdrawals.js';
import { RequestWithdrawal } from './request-withdrawal.js';

const BANK = 'bank';

/** Money that leaves. */
@ApiTags('withdrawals')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller()
export class WithdrawalsController {
  constructor(
    private readonly requestWithdrawal: RequestWithdrawal,
    private readonly cancelWithdrawal: CancelWithdrawal,
    private readonly previewWithdrawal: PreviewWithdrawal,
    private readonly listWithdrawals: ListWithdrawals,
    private readonly networks: WithdrawalNetworks,
  ) {}

  /** The coins that can be withdrawn, with their networks, minimums and fees. */
  @Post('wallet/withdrawal_currency')
  @HttpCode(200)
  @ApiOkEnvelope([WithdrawalCurrencyView])
  currencies() {
    return ok(this.listWithdrawals.coins());
  }

  /** Minimum, fee and balance of one coin. */
  @Post('wallet/get_info')
  @HttpCode(200)
  @ApiOkEnvelope(WithdrawalFactsView)
  async facts(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { currency }: WithdrawalCurrencyRequest,
  ) {
    return ok(await this.previewWithdrawal.facts(userId, Number.parseInt(currency, 10), language));
  }

  /** What a withdrawal would cost and what would arrive. Nothing is done. */
  @Post('wallet/out_preview')
  @HttpCode(200)
  @ApiOkEnvelope(WithdrawalPreviewView)
  async look(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() { currency, number, netType, way }: WithdrawalPreviewRequest,
  ) {
    const network = way === BANK ? BANK : (netType ?? null);
    const asked = { currencyId: Number.parseInt(currency, 10), network, amount: number, language };
    return ok(await this.previewWithdrawal.execute(userId, asked));
  }

  /**
   * Asks for a withdrawal to an address of the own book, or to the own bank card. Fee and limits are the server's own,
   * whatever a client sends; a fee above the one that a client says it showed is refused.
   */
  @Post('wallet/out')
  @Rate('money')
  @HttpCode(200)
  @ApiReply(TakenWithdrawalReply)
  async withdraw(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() body: WithdrawalRequest,
  ): Promise<TakenWithdrawalReply> {
    const currencyId = Number.parseInt(body.currency, 10);
    const withdrawal = {
      userId,
      currencyId,
      amount: body.number,
      addressId: body.address_id ?? null,
      address: body.address ?? null,
      network: body.netType ?? this.networks.nameOf(currencyId, body.type),
      toBank: body.way === BANK,
      remark: body.remark ?? '',
      worstFee: body.worst_fee ?? null,
      proof: { sessionId, fundPassword: body.pay_password ?? body.pass ?? null, proofs: proofsFrom(body), caller },
      key,
    };
    const taken = await this.requestWithdrawal.execute(withdrawal);
    return { type: 'ok', message: successText(language, 'submitted'), ...(taken && { withdrawal: taken }) };
  }

  /** Takes an own withdrawal back that nobody has released yet. */
  @Post('wallet/out_cancel')
  @Rate('close')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async cancel(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { id }: WithdrawalIdRequest,
  ) {
    await this.cancelWithdrawal.execute({ withdrawalId: id, userId, key });
    return ok(successText(language, 'done'));
  }

  /** The caller's withdrawals, newest first. */
  @Get('charge_mention/log3')
  @ApiOkEnvelope(WithdrawalPage)
  async record(@CurrentUser() { userId }: CurrentSession, @Query() asked: PageRequest) {
    return ok(await this.listWithdrawals.record(userId, pageAsked(asked)));
  }

  /** One of the caller's withdrawals with the steps that it has gone. */
  @Post('wallet/out_detail')
  @HttpCode(200)
  @ApiOkEnvelope(WithdrawalDetailView)
  async detail(@CurrentUser() { userId }: CurrentSession, @Body() { id }: WithdrawalIdRequest) {
    return ok(await this.listWithdrawals.detail(userId, id));
  }

  /**
   * The chain addresses that the caller has proven to own by signing in with them. A lookup and nothing else: it
   * neither asks for nor grants any right over tokens.
   */
  @Post('wallet/apv_address')
  @HttpCode(200)
  @ApiOkEnvelope(OwnedAddressesView)
  async owned(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.listWithdrawals.owned(userId));
  }
}
