import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { ExchangeRates, type YuanRate } from '../../markets/exchange-rates/index.js';
import { ListWallets, totalOf } from './list-wallets.js';
import { UsdtPrices } from './usdt-prices.js';
import { worth } from './worth.rules.js';

export interface Wealth {
  /** Free in the spot account, by currency, eight decimals. */
  spot: ReadonlyMap<number, DecimalText>;
  /** All accounts together in yuan, of what has a price. */
  yuan: DecimalText;
}

/** What a user has to trade with, and what all of it is in yuan. */
@Injectable()
export class GetWealth {
  constructor(
    private readonly listWallets: ListWallets,
    private readonly rates: ExchangeRates,
    private readonly prices: UsdtPrices,
  ) {}

  async execute(userId: string, demo: boolean): Promise<Wealth> {
    const wallets = await this.listWallets.execute(userId, demo);
    return {
      spot: new Map(wallets.map(({ currency, balances }) => [currency.id, wireAmount(balances.spot.available)])),
      yuan: wireAmount(worth(totalOf(wallets).usdt, this.rates.usdt.yuan)),
    };
  }

  /** Of USDT, by which all that a user has is shown in yuan. */
  get rate(): YuanRate {
    return this.rates.usdt;
  }

  /** Yuan for one of a currency that is quoted in. */
  yuanOf(code: string): YuanRate {
    return this.rates.through(code, this.prices.of(code));
  }
}
