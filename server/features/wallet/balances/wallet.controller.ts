import { Body, Controller, Get, HttpCode, Inject, Optional, Post, Query } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isDemoAccount } from '../../../contract/account-type.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { PageRequest, pageAsked, paginator } from '../../../contract/pages.dto.js';
import { accountsOfTransfer, TransferRequest } from '../../../contract/wallet/transfer.dto.js';
import {
  StatementPage,
  StatementRequest,
  StatementView,
  UserCurrencyView,
  type WalletAccount,
  WalletDetailRequest,
  WalletDetailView,
  WalletListRequest,
  WalletListView,
} from '../../../contract/wallet/wallet.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ForKeys } from '../../../platform/http/keys/key-access.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RealMoneyOnly } from '../../../platform/http/real-money-guard.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { ExchangeRates } from '../../markets/exchange-rates/index.js';
import { ListWalletLines } from './list-wallet-lines.js';
import { ListWallets } from './list-wallets.js';
import { SpotFees } from './spot-fees.js';
import { TransferMoney } from './transfer-money.js';
import { WalletCatalog } from './wallet-catalog.js';
import { accountFlags, walletDetailView, walletListView, walletView } from './wallet-views.js';

/** The statement's accounts by the old clients' numbers; every other number means all. */
const STATEMENT_ACCOUNTS = new Map<string | undefined, WalletAccount>([
  ['2', 'spot'],
  ['3', 'contract'],
  ['lever', 'contract'],
  ['4', 'option'],
  ['7', 'trust'],
]);
/** The fiat account of other products of the family, which has no line here. */
const FIAT = new Set<string | undefined>(['1', 'legal']);

/** What a user has, and moving it between the accounts. */
@ApiTags('wallet')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class WalletController {
  constructor(
    private readonly listWallets: ListWallets,
    private readonly listWalletLines: ListWalletLines,
    private readonly transferMoney: TransferMoney,
    private readonly catalog: WalletCatalog,
    private readonly rates: ExchangeRates,
    @Optional() @Inject(SpotFees) private readonly spotFees: SpotFees | null,
  ) {}

  /** All accounts with their currencies and what they are worth in USDT at the prices of this moment. */
  @Post('wallet/list')
  @ForKeys('read')
  @HttpCode(200)
  @ApiOkEnvelope(WalletListView)
  async list(@CurrentUser() { userId }: CurrentSession, @Body() { currency_name, account_type }: WalletListRequest) {
    const part = (currency_name ?? '').toUpperCase();
    const demo = isDemoAccount(account_type);
    const wallets = await this.listWallets.execute(userId, demo);
    return ok(
      walletListView(
        userId,
        wallets.filter(({ currency }) => currency.code.includes(part)),
        { rate: this.rates.usdt, demo },
      ),
    );
  }

  /** One currency in one account. */
  @Post('wallet/detail')
  @ForKeys('read')
  @HttpCode(200)
  @ApiOkEnvelope(WalletDetailView)
  async detail(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { currency, type, account_type }: WalletDetailRequest,
  ) {
    const wallet = await this.listWallets.one(userId, Number.parseInt(currency, 10), isDemoAccount(account_type));
    const isDepositable = this.catalog.networks(wallet.currency.id).some(({ depositsOn }) => depositsOn);
    const tradeFee = (await this.spotFees?.percentOf(wallet.currency.id)) ?? '0';
    return ok(walletDetailView(wallet, type, { tradeFee, isDepositable, rate: this.rates.usdt }));
  }

  /** The currencies that can be moved between accounts. */
  @Get('currency/user_currency_list')
  @ApiOkEnvelope([UserCurrencyView])
  async currencies(@CurrentUser() { userId }: CurrentSession) {
    const wallets = await this.listWallets.execute(userId);
    const movable = wallets.filter(({ currency }) => currency.accounts.length > 1);
    return ok(
      movable.map((wallet): UserCurrencyView => {
        const { currency } = wallet;
        return {
          id: currency.id,
          name: currency.code,
          ...accountFlags(currency),
          wallet: walletView(userId, wallet, this.rates.usdt),
        };
      }),
    );
  }

  /** The statement: every line of the books that touches the caller's accounts, newest first. */
  @Post('wallet/legal_log')
  @HttpCode(200)
  @ApiOkEnvelope(StatementView)
  async statement(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() body: StatementRequest,
  ) {
    const asked = pageAsked(body);
    if (FIAT.has(body.type)) return ok({ list: [], count: 0, ...asked });
    const account = STATEMENT_ACCOUNTS.get(body.type);
    const { lines, total } = await this.listWalletLines.execute({
      userId,
      demo: isDemoAccount(body.account_type),
      language,
      ...asked,
      ...(account && { account }),
      ...(body.currency !== undefined && { currencyId: Number.parseInt(body.currency, 10) }),
    });
    return ok({ list: lines, count: total, ...asked });
  }

  /** The record of transfers: each is two lines, one out of an account and one into another. */
  @Get('wallet/hzhistory')
  @ApiOkEnvelope(StatementPage)
  history(@CurrentUser() session: CurrentSession, @RequestLanguage() language: Language, @Query() asked: PageRequest) {
    return this.transferRecord(session, language, asked);
  }

  /** The same for clients that post. */
  @Post('wallet/hzhistory')
  @HttpCode(200)
  @ApiOkEnvelope(StatementPage)
  postedHistory(
    @CurrentUser() session: CurrentSession,
    @RequestLanguage() language: Language,
    @Body() asked: PageRequest,
  ) {
    return this.transferRecord(session, language, asked);
  }

  /** Moves money between two accounts of the caller, at once and without a fee. */
  @Post('wallet/change')
  @RealMoneyOnly()
  @Rate('money')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async change(
    @CurrentUser() { userId }: CurrentSession,
    @RequestLanguage() language: Language,
    @IdempotencyKey() key: string | null,
    @Body() body: TransferRequest,
  ) {
    const transfer = {
      userId,
      ...accountsOfTransfer(body),
      currencyId: Number.parseInt(body.currency_id, 10),
      amount: body.number,
      key,
    };
    await this.transferMoney.execute(transfer);
    return ok(successText(language, 'done'));
  }

  private async transferRecord({ userId }: CurrentSession, language: Language, request: PageRequest) {
    const asked = pageAsked(request);
    const reasons = ['wallet.transfer', 'sub-account.transfer'];
    const { lines, total } = await this.listWalletLines.execute({ userId, language, reasons, ...asked });
    const rows = lines.map((line) => ({ ...line, created_time: Date.parse(`${line.created_at}Z`) / 1000 }));
    return ok(paginator(rows, total, { ...asked, path: '/api/wallet/hzhistory' }));
  }
}
