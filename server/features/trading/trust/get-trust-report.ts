import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import { TrustStore } from './trust.store.js';

/** All amounts in USDT. */
export interface TrustReport {
  inCustody: DecimalText;
  orders: number;
  incomeToday: DecimalText;
  incomeEver: DecimalText;
  /** Codes of what has no price now, and is not in the sums. */
  unpriced: string[];
}

/** What a user has in trust products and what they brought. */
@Injectable()
export class GetTrustReport {
  constructor(
    private readonly store: TrustStore,
    private readonly prices: UsdtPrices,
    private readonly catalog: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string, demo: boolean): Promise<TrustReport> {
    const figures = await this.store.figures(userId, demo, utcDay(this.clock.now()));
    let [custody, today, ever, orders] = [new Decimal(0), new Decimal(0), new Decimal(0), 0];
    const unpriced: string[] = [];
    for (const row of figures) {
      orders += row.orders;
      const code = this.catalog.codeOf(row.currencyId);
      const price = this.prices.of(code);
      if (!price) {
        unpriced.push(code);
        continue;
      }
      custody = custody.plus(new Decimal(row.principal).times(price.price));
      today = today.plus(new Decimal(row.today).times(price.price));
      ever = ever.plus(new Decimal(row.income).times(price.price));
    }
    return {
      inCustody: custody.toFixed(),
      orders,
      incomeToday: today.toFixed(),
      incomeEver: ever.toFixed(),
      unpriced,
    };
  }
}
