import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { PairAmountView, PairPage, PairRulesView, PairView } from '../../../contract/operations/pairs.dto.js';
import { type PageRequest, pageAsked } from '../../../contract/pages.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { UsdtPrices } from '../../wallet/balances/index.js';
import { type PairRow, PairsStore } from './pairs.store.js';

/** Twenty working days of five a day; and half of somebody's acts, once they are more than a handful. */
const RULES: PairRulesView = { days: 30, many: 100, few: 10, shareRatio: '0.5' };
const VALUE_SCALE = 2;

/** Who proposes and approves with whom: two who do it with each other all day stand out. */
@Injectable()
export class ListPairs {
  constructor(
    private readonly store: PairsStore,
    private readonly prices: UsdtPrices,
    private readonly clock: Clock,
  ) {}

  async execute(request: PageRequest): Promise<PairPage> {
    const { page, limit } = pageAsked(request);
    const now = new Date(this.clock.now());
    const [rows, counted] = await Promise.all([
      this.store.list(now, RULES, { limit, offset: (page - 1) * limit }),
      this.store.count(now, RULES),
    ]);
    return { list: rows.map((row) => this.viewOf(row)), rules: RULES, ...counted, page, limit };
  }

  private viewOf(row: PairRow): PairView {
    const { together, rejected, amounts, lastAt, marked } = row;
    return {
      sides: [
        {
          operatorId: row.oneId,
          login: row.one,
          proposed: row.oneProposed,
          all: row.oneAll,
          shareRatio: row.oneShare,
        },
        {
          operatorId: row.otherId,
          login: row.other,
          proposed: row.otherProposed,
          all: row.otherAll,
          shareRatio: row.otherShare,
        },
      ],
      together,
      rejected,
      amounts,
      value: this.valueOf(amounts),
      lastAt: lastAt.getTime(),
      marked,
    };
  }

  private valueOf(amounts: PairAmountView[]): DecimalText | null {
    let value = new Decimal(0);
    for (const { coin, amount } of amounts) {
      const price = this.prices.of(coin);
      if (price === null) return null;
      value = value.plus(new Decimal(amount).times(price.price));
    }
    return value.toDecimalPlaces(VALUE_SCALE, Decimal.ROUND_DOWN).toFixed();
  }
}
