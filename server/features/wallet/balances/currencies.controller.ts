import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { CurrencyListView, CurrencyRowView, UserCurrencyView } from '../../../contract/wallet/wallet.dto.js';
import { type CurrentSession, CurrentUser, Public, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ListCurrencies } from './list-currencies.js';
import { GetWallets } from './get-wallets.js';

/** The coins of the wallet as lists of older clients. */
@ApiTags('wallet')
@SignedIn()
@Controller()
export class CurrenciesController {
  constructor(
    private readonly listCurrencies: ListCurrencies,
    private readonly getWallets: GetWallets,
  ) {}

  /** All coins, and those that others are quoted in. */
  @Get('currency/list')
  @Public()
  @ApiOkEnvelope(CurrencyListView)
  list() {
    const currency = this.listCurrencies.execute();
    return ok<CurrencyListView>({ currency, legal: currency.filter((row) => row.is_legal === 1) });
  }

  /** All coins, as one list. */
  @Get('currency/type')
  @Public()
  @ApiOkEnvelope([CurrencyRowView])
  types() {
    return ok(this.listCurrencies.execute());
  }

  /** All coins with what the caller has of them. */
  @Get('wallet/currencylist')
  @ApiOkEnvelope([UserCurrencyView])
  async own(@CurrentUser() { userId }: CurrentSession) {
    const wallets = await this.getWallets.execute(userId);
    return ok(
      wallets.map((wallet): UserCurrencyView => {
        const { currency, currency_name, is_legal, is_match, is_lever, is_micro, is_trust } = wallet;
        return { id: currency, name: currency_name, is_legal, is_match, is_lever, is_micro, is_trust, wallet };
      }),
    );
  }
}
