import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import {
  OtcAdvertMadeView,
  OtcApplyRequest,
  OtcIdRequest,
  OtcNewPaymentRequest,
  OtcOwnMerchantView,
  OtcPaymentView,
} from '../../../contract/trading/otc-market.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { type Caller, RequestCaller } from '../../account/users/index.js';
import { AddPayment } from './add-payment.js';
import { ApplyAsMerchant } from './apply-as-merchant.js';
import { ManagePaymentMethods } from './manage-payment-methods.js';
import { ListAdverts } from './list-adverts.js';

/** Who the caller is to others who trade, and where the caller is paid. */
@ApiTags('otc')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller('ctc')
export class OtcPeopleController {
  constructor(
    private readonly listAdverts: ListAdverts,
    private readonly applyAsMerchant: ApplyAsMerchant,
    private readonly addPayment: AddPayment,
    private readonly managePaymentMethods: ManagePaymentMethods,
  ) {}

  /** Where the caller stands. */
  @Get('merchant/info')
  @ApiOkEnvelope(OtcOwnMerchantView)
  async merchant(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.listAdverts.merchant(userId));
  }

  /** Asks to be let in as a merchant. */
  @Post('merchant/apply')
  @HttpCode(200)
  @Rate('money')
  @ApiOkEnvelope('text')
  async apply(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { nickname }: OtcApplyRequest,
  ) {
    await this.applyAsMerchant.execute({ userId, nickname, caller, key });
    return ok(successText(language, 'submitted'));
  }

  /** The caller's own payment methods, at most ten. */
  @Get('payment/list')
  @ApiOkEnvelope([OtcPaymentView])
  async payments(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.managePaymentMethods.list(userId));
  }

  /** Needs the fund password. */
  @Post('payment/add')
  @HttpCode(200)
  @Rate('money')
  @ApiOkEnvelope(OtcAdvertMadeView)
  async add(
    @CurrentUser() { userId }: CurrentSession,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { way, account, bank = '', branch = '', place = '', pay_password }: OtcNewPaymentRequest,
  ) {
    const fundPassword = pay_password ?? null;
    const payment = { userId, way, account, bank, branch, place, fundPassword, caller, key };
    return ok({ id: await this.addPayment.execute(payment) });
  }

  @Put('payment/delete')
  @Rate('close')
  @ApiOkEnvelope('text')
  async removePayment(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @RequestCaller() caller: Caller,
    @Body() { id }: OtcIdRequest,
  ) {
    await this.managePaymentMethods.remove({ userId, id, key, caller });
    return ok(successText(language, 'done'));
  }
}
