import { Injectable } from '@nestjs/common';
import { type DecimalText, truncate } from '../../../contract/money.js';
import type { PayableCurrencyView } from '../../../contract/trading/options.dto.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { highest, lowest, percent, ratioOfPercent } from './option-offer.rules.js';
import { OptionProducts } from './option-products.js';

const DECIMALS = 8;

/** What orders are paid in, with what the user has of it. */
@Injectable()
export class ListPayableCurrencies {
  constructor(
    private readonly products: OptionProducts,
    private readonly catalog: MarketCatalog,
    private readonly ledger: Ledger,
  ) {}

  /** @param marketId whose fee is shown; null: the highest of any market. */
  async execute(userId: string, demo: boolean, marketId: number | null): Promise<PayableCurrencyView[]> {
    const balances = new Map(
      (await this.ledger.balancesOf(userId, demo)).map(({ kind, currencyId, balance }) => [
        `${kind}:${currencyId}`,
        balance,
      ]),
    );
    const shown = (kind: 'option' | 'option_frozen', id: number) =>
      truncate(balances.get(`${kind}:${id}`) ?? '0', DECIMALS);
    const terms = this.products.terms(marketId);
    return this.products.currencies().map((currency): PayableCurrencyView => {
      const { id, code } = currency;
      return {
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
        user_wallet: {
          currency: id,
          currency_name: code,
          micro_balance: shown('option', id),
          micro_with_insurance: shown('option', id),
          lock_micro_balance: shown('option_frozen', id),
        },
        insurance_types: [],
        user_insurance: null,
      };
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
