import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import {
  BANK_CREDIT_CURRENCY_ID,
  BANK_CURRENCY,
  BankAccountView,
  DepositAddressRequest,
  DepositCurrencyView,
  DepositRequest,
  DepositPage,
  QuickDepositRequest,
} from '../../../contract/wallet/wallet-deposits.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { GetBankAccount } from './get-bank-account.js';
import { GetDepositAddresses } from './get-deposit-addresses.js';
import { ListDepositCurrencies } from './list-deposit-currencies.js';
import { ListDeposits } from './list-deposits.js';
import { SubmitDeposit } from './submit-deposit.js';

/** Money that comes in. */
@ApiTags('deposits')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@RealMoneyOnly()
@Controller()
export class DepositsController {
  constructor(
    private readonly getDepositAddresses: GetDepositAddresses,
    private readonly getBankAccount: GetBankAccount,
    private readonly listDepositCurrencies: ListDepositCurrencies,
    private readonly submitDeposit: SubmitDeposit,
    private readonly listDeposits: ListDeposits,
  ) {}

  /** Where to send a coin: its addresses by network, `{ "TRC20": "T…" }`; for `9999` the house's bank account. */
  @Post(['wallet/deposit_address', 'wallet/get_in_address'])
  @HttpCode(200)
  @ApiOkEnvelope(BankAccountView)
  async address(@CurrentUser() { userId }: CurrentSession, @Body() { currency }: DepositAddressRequest) {
    if (currency === BANK_CURRENCY) {
      const { bankName, cardNumber, cardHolder } = await this.getBankAccount.execute(userId);
      return ok({ bkname: bankName, bkcardnumer: cardNumber, cardname: cardHolder });
    }
    return ok(Object.fromEntries(await this.getDepositAddresses.execute(userId, Number.parseInt(currency, 10))));
  }

  /** The coins that can be deposited, with their networks and minimums. */
  @Post('wallet/deposit_currency')
  @HttpCode(200)
  @ApiOkEnvelope([DepositCurrencyView])
  currenciesOffered() {
    return ok(this.listDepositCurrencies.execute());
  }

  /** Hands in a deposit by hash, by proof image, or by bank transfer with its image. */
  @Post('wallet/charge_req')
  @Rate('money')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async charge(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { currency, type, amount, account, imgs, sub_type, hash }: DepositRequest,
  ) {
    const isBank = currency === BANK_CURRENCY || type === '1';
    const claim = {
      kind: isBank ? ('bank' as const) : ('chain' as const),
      currencyId: isBank ? BANK_CREDIT_CURRENCY_ID : Number.parseInt(currency, 10),
      network: isBank ? null : (sub_type ?? null),
      amount,
      hash: hash ?? null,
      sender: account ?? '',
      proof: imgs ?? null,
    };
    await this.submitDeposit.execute({ userId, key, ...claim });
    return ok(successText(language, 'submitted'));
  }

  /** Quick deposit: coin, network, amount and the hash of the transaction. */
  @Post('depositIn')
  @Rate('money')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async quick(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() { currency, amount, hash, chain, account }: QuickDepositRequest,
  ) {
    const claim = {
      kind: 'quick' as const,
      currencyId: Number.parseInt(currency, 10),
      network: chain ?? null,
      amount,
      hash: hash ?? null,
      sender: account ?? '',
      proof: null,
    };
    await this.submitDeposit.execute({ userId, key, ...claim });
    return ok(successText(language, 'submitted'));
  }

  /** The caller's deposits, newest first. */
  @Get('charge_mention/log2')
  @ApiOkEnvelope(DepositPage)
  async list(@CurrentUser() { userId }: CurrentSession, @Query() asked: PageRequest) {
    return ok(await this.listDeposits.execute(userId, pageAsked(asked)));
  }
}
