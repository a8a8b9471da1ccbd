import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import type { PayableCurrencyView } from '../../../contract/trading/options.dto.js';
import { GetWallets } from '../../wallet/balances/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { highest, lowest, percent, ratioOfPercent } from './option-offer.rules.js';
import { OptionProducts } from './option-products.js';

/** What orders are paid in, with what the user has of it. */
@Injectable()
export class ListPayableCurrencies {
  constructor(
    private readonly products: OptionProducts,
    private readonly catalog: MarketCatalog,
    private readonly getWallets: GetWallets,
  ) {}

  /** @param marketId whose fee is shown; null: the highest of any market. */
  async execute(userId: string, demo: boolean, marketId: number | null): Promise<PayableCurrencyView[]> {
    const wallets = new Map((await this.getWallets.execute(userId, demo)).map((wallet) => [wallet.currency, wallet]));
    const terms = this.products.terms(marketId);
    return this.products.currencies().flatMap((currency): PayableCurrencyView[] => {
      const { id, code } = currency;
      const wallet = wallets.get(id);
      if (!wallet) return [];
      return [
        {
          id,
          name: code,
          micro_trade_fee: percent(this.fee(marketId)),
          micro_min: lowest(terms.map(({ minimum }) => minimum)),
          micro_max: highest(terms.map(({ maximum }) => maximum)),
          micro_holdtrade_max: currency.holdingMaximum,
          micro_numbers: currency.amounts.map((number, place) => ({
            id: place + 1,
            currency_id: id,
            number,
            currency_name: code,
          })),
          user_wallet: { ...wallet, micro_with_insurance: wallet.micro_balance },
          insurance_types: [],
          user_insurance: null,
        },
      ];
    });
  }

  private fee(marketId: number | null): DecimalText {
    const markets = this.catalog.all().filter(({ id, option }) => option && (marketId === null || id === marketId));
    const ratios = markets.flatMap(({ id, optionFeePercent }) =>
      this.products.terms(id).map(({ feeRatio }) => feeRatio ?? ratioOfPercent(optionFeePercent)),
    );
    return highest(ratios);
  }
}
