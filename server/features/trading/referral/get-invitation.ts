import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UsdtPrices, WalletCatalog } from '../../wallet/balances/index.js';
import { RankInviters } from './rank-inviters.js';
import { type Income, type Invitations, type Ranked, type Rebate, ReferralStore } from './referral.store.js';

export interface Invitation extends Invitations {
  incomes: Income[];
  /** In USDT. */
  total: DecimalText;
  /** Codes of what has no price now, and is not in the total. */
  unpriced: string[];
  ranking: Ranked[];
  /** From 1; 0 for none of those that are shown. */
  rank: number;
  newest: Rebate[];
}

const NEWEST = 10;

/** A user's invitations and what they brought. */
@Injectable()
export class GetInvitation {
  constructor(
    private readonly store: ReferralStore,
    private readonly rankInviters: RankInviters,
    private readonly prices: UsdtPrices,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<Invitation> {
    const day = utcDay(this.clock.now());
    const [known, incomes, ranking, { rebates: newest }] = await Promise.all([
      this.store.invitations(userId, day),
      this.store.incomes(userId),
      this.rankInviters.execute(null),
      this.store.rebates({ userId, search: null, page: 1, limit: NEWEST }, null),
    ]);
    if (!known) throw new Refusal('session.required');
    const rank = ranking.findIndex((one) => one.userId === userId) + 1;
    return { ...known, incomes, ...this.totalOf(incomes), ranking, rank, newest };
  }

  private totalOf(incomes: readonly Income[]): { total: DecimalText; unpriced: string[] } {
    let total = new Decimal(0);
    const unpriced: string[] = [];
    for (const { currencyId, amount } of incomes) {
      const code = this.coins.codeOf(currencyId);
      const price = this.prices.of(code);
      if (price) total = total.plus(new Decimal(amount).times(price.price));
      else unpriced.push(code);
    }
    return { total: total.toFixed(), unpriced };
  }
}
