import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { Language } from '../../../contract/errors.js';
import { trustProductText } from '../../../contract/languages/trust.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { cyclePercent, endDay, interestOf } from '../../../contract/rules/trust.rules.js';
import type {
  RedemptionQuoteView,
  TrustOrderView,
  TrustPreviewView,
  TrustProductView,
  TrustReportView,
} from '../../../contract/trading/trust.dto.js';
import { DAY_RATE_DECIMALS, RATE_DECIMALS, wireAmount, wireFigure } from '../../../contract/wire-decimals.js';
import { type WalletCatalog } from '../../wallet/balances/index.js';
import type { TrustPreview } from './preview-trust-order.js';
import type { RedemptionQuote } from './quote-redemption.js';
import type { TrustReport } from './get-trust-report.js';
import type { TrustOrder, TrustProduct } from './trust.store.js';

type Coins = Pick<WalletCatalog, 'currencies' | 'codeOf'>;

function coin(coins: Coins, id: number): { code: string; logo: string } {
  const known = coins.currencies().find((currency) => currency.id === id);
  return { code: coins.codeOf(id), logo: known?.logo ?? '' };
}

export function productView(product: TrustProduct, coins: Coins, language: Language): TrustProductView {
  const { code, logo } = coin(coins, product.currencyId);
  const words = trustProductText(language, { code, days: product.termDays, source: product.yieldSource });
  return {
    id: product.id,
    name: words.name,
    currency_id: product.currencyId,
    currency_name: code,
    currency_logo: logo,
    interest_rate: wireFigure(cyclePercent(product.dailyRatio, product.termDays), RATE_DECIMALS),
    daily_ratio: product.dailyRatio,
    day: product.termDays,
    save_min: wireFigure(product.minimum),
    save_max: product.maximum ?? '',
    quota_left: product.quotaLeft ?? '',
    scale: product.scale,
    redemption_rule: product.redemptionRule,
    redemption_ratio: product.redemptionRatio,
    penalty_capped: product.penaltyCapped,
    yield_source: product.yieldSource,
    intro: words.introduction,
    type: 1,
    created_at: wireTime(product.createdAt),
  };
}

function wireDay(at: Date): string {
  return wireTime(at).slice(0, 10);
}

export function orderView(order: TrustOrder, coins: Coins): TrustOrderView {
  const { code, logo } = coin(coins, order.currencyId);
  const end = endDay(order.startDay, order.termDays);
  return {
    id: order.id,
    config_id: order.productId,
    currency_id: order.currencyId,
    currency_name: code,
    logo,
    amount: wireFigure(order.principal),
    from_trust: order.fromTrust,
    day_rate: wireFigure(order.dailyRatio, DAY_RATE_DECIMALS),
    day: order.termDays,
    day_interest: order.dailyInterest,
    total_interest: wireFigure(order.income),
    expected_interest: interestOf(order, order.termDays),
    remain_day: order.state === 'custody' ? order.termDays - order.accruedDays : 0,
    return_days: order.accruedDays,
    start_at: wireDay(order.createdAt),
    end_at: order.endedAt ? wireDay(order.endedAt) : end,
    ended_at: order.endedAt ? wireTime(order.endedAt) : null,
    created_at: wireTime(order.createdAt),
    updated_at: wireTime(order.endedAt ?? order.createdAt),
    status: order.state === 'custody' ? 1 : 2,
    state: order.state,
    is_cancel: order.state === 'redeemed' ? 1 : 0,
    cancel_fee: wireFigure(order.penalty),
    redemption_rule: order.redemptionRule,
    account_type: accountTypeOf(order.demo),
    version: order.version,
  };
}

export function previewView(preview: TrustPreview, coins: Coins, language: Language): TrustPreviewView {
  return {
    product: productView(preview.product, coins, language),
    amount: preview.amount,
    daily_interest: preview.dailyInterest,
    total_interest: preview.totalInterest,
    start_day: preview.startDay,
    first_interest_day: preview.firstInterestDay,
    end_day: preview.endDay,
    balance: preview.balance,
    balance_after: preview.balanceAfter,
    trust_balance: preview.trustBalance,
    trust_balance_after: preview.trustBalanceAfter,
  };
}

export function quoteView(quote: RedemptionQuote): RedemptionQuoteView {
  return {
    quote_id: quote.quoteId,
    penalty: quote.penalty,
    returned: quote.returned,
    income: quote.income,
    net: quote.net,
    to_trust: quote.toTrust,
    to_spot: quote.toSpot,
    remain_day: quote.remainingDays,
    expires_at: quote.expiresAt,
    arrival: 'immediate',
  };
}

export function reportView(report: TrustReport): TrustReportView {
  return {
    allprofit: wireAmount(report.incomeEver),
    count: report.orders,
    profit: wireAmount(report.incomeToday),
    sum: wireAmount(report.inCustody),
    unpriced: report.unpriced,
  };
}
