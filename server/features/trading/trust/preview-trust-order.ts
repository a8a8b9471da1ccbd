import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { dailyInterest, endDay, firstInterestDay, interestOf, utcDay } from '../../../contract/rules/trust.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Ledger, requestedAmount } from '../../wallet/ledger/index.js';
import type { TrustPurchase } from './buy-trust-product.js';
import { rateLowered } from './trust-refusals.js';
import { type TrustProduct, TrustStore } from './trust.store.js';

export interface TrustPreview {
  product: TrustProduct;
  amount: DecimalText;
  dailyInterest: DecimalText;
  totalInterest: DecimalText;
  startDay: string;
  firstInterestDay: string;
  endDay: string;
  balance: DecimalText;
  balanceAfter: DecimalText;
  trustBalance: DecimalText;
  trustBalanceAfter: DecimalText;
}

/** What a purchase would do. Refuses what the purchase would refuse. */
@Injectable()
export class PreviewTrustOrder {
  constructor(
    private readonly store: TrustStore,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as the purchase does. */
  async execute(query: Omit<TrustPurchase, 'agreed' | 'key'>): Promise<TrustPreview> {
    const product = await this.store.product(query.productId, query.demo);
    if (!product || !(await this.store.isOffered(product.id))) throw new Refusal('trust.not-offered');
    const amount = requestedAmount(query.amount, product.scale, 'amount');
    assertWithin(product, amount);
    const { worstDailyRatio = '0' } = query;
    if (new Decimal(product.dailyRatio).lt(worstDailyRatio)) throw rateLowered(product.dailyRatio);
    const balances = await this.ledger.balancesOf(query.userId, query.demo);
    const inAccount = (wanted: string) =>
      balances.find(({ kind, currencyId }) => kind === wanted && currencyId === product.currencyId)?.balance ?? '0';
    const [balance, trustBalance] = [inAccount('spot'), inAccount('trust')];
    const fromTrust = Decimal.min(trustBalance, amount);
    const after = new Decimal(balance).plus(fromTrust).minus(amount);
    if (after.isNegative()) throw new Refusal('ledger.insufficient-balance');
    const startDay = utcDay(this.clock.now());
    const terms = { principal: amount, dailyRatio: product.dailyRatio, scale: product.scale };
    return {
      product,
      amount,
      dailyInterest: dailyInterest(terms),
      totalInterest: interestOf(terms, product.termDays),
      startDay,
      firstInterestDay: firstInterestDay(startDay),
      endDay: endDay(startDay, product.termDays),
      balance,
      balanceAfter: after.toFixed(),
      trustBalance,
      trustBalanceAfter: new Decimal(trustBalance).minus(fromTrust).toFixed(),
    };
  }
}

function assertWithin({ minimum, maximum, quotaLeft }: TrustProduct, amount: DecimalText): void {
  const wanted = new Decimal(amount);
  if (wanted.lt(minimum)) throw new Refusal('trust.below-minimum', { minimum });
  if (maximum !== null && wanted.gt(maximum)) throw new Refusal('trust.above-maximum', { maximum });
  if (quotaLeft !== null && wanted.gt(quotaLeft)) throw new Refusal('trust.sold-out');
}
