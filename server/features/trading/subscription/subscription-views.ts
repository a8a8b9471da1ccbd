import { Decimal } from '../../../contract/decimal.js';
import type { Language } from '../../../contract/errors.js';
import { wireTime } from '../../../contract/pages.dto.js';
import {
  accumulatedReturn,
  hasEnded,
  launchDeadline,
  offerPhase,
  releaseAt,
  soldPercent,
} from '../../../contract/rules/subscription.rules.js';
import type {
  SubscriptionOfferView,
  SubscriptionOrderView,
  SubscriptionPreviewView,
  SubscriptionReleaseView,
  SubscriptionTotalView,
} from '../../../contract/trading/subscription.dto.js';
import { RATE_DECIMALS, wireFigure } from '../../../contract/wire-decimals.js';
import type { WalletCatalog } from '../../wallet/balances/index.js';
import { timesOf } from './list-offers.js';
import { wordsIn } from './offer-terms.js';
import type { SubscriptionOffer } from './offers.store.js';
import type { SubscriptionPreview } from './preview-subscription.js';
import type { CoinTotal, Release, SubscriptionOrder } from './subscription.store.js';

/** What a view is made for. */
export interface Reader {
  language: Language;
  /** Unix milliseconds. */
  now: number;
  coins: Pick<WalletCatalog, 'currencies'>;
}

const percent = (ratio: string): string => new Decimal(ratio).times(100).toFixed();

export function offerView(offer: SubscriptionOffer, { language, now, coins }: Reader): SubscriptionOfferView {
  const { introduction, rules } = wordsIn(offer.texts, language);
  const times = timesOf(offer);
  const rate = percent(offer.yieldRatio);
  const hasReturn = offer.yieldSource !== null;
  const changedAt = offer.cancelledAt ?? offer.launchedAt ?? offer.publishedAt;
  return {
    id: offer.id,
    new_currency_name: offer.coinCode,
    coin_name: offer.coinName,
    coin_scale: offer.coinScale,
    currency_id: offer.paymentCurrencyId,
    currency_name: offer.paymentCode,
    currency_logo: coins.currencies().find(({ id }) => id === offer.paymentCurrencyId)?.logo ?? '',
    currency_scale: offer.paymentScale,
    change_rate: wireFigure(offer.price, RATE_DECIMALS),
    interest_rate: wireFigure(rate, RATE_DECIMALS),
    predict_rate: hasReturn ? `${rate}%` : '',
    yield_ratio: hasReturn ? offer.yieldRatio : '',
    yield_source: offer.yieldSource ?? '',
    num: wireFigure(offer.total),
    last_num: wireFigure(offer.left),
    buy_num: wireFigure(offer.minimum),
    buy_max: wireFigure(offer.maximum),
    sold_percent: soldPercent(offer.total, offer.left),
    day: offer.lockDays,
    send_start: wireTime(offer.startsAt),
    send_end: wireTime(offer.endsAt),
    online_time: wireTime(offer.launchedAt ?? offer.launchesAt),
    starts_at: times.startsAt,
    ends_at: times.endsAt,
    launches_at: offer.launchesAt.getTime(),
    deadline_at: launchDeadline(offer.launchesAt.getTime()),
    launched_at: times.launchedAt,
    release_at: times.launchedAt === null ? null : releaseAt(times.launchedAt, offer.lockDays),
    state: offerPhase(times, now),
    issuer: offer.issuer,
    introduction,
    rules,
    market: offer.market ?? '',
    is_recommend: offer.recommended ? 1 : 0,
    recommend_title: `${offer.coinName} (${offer.coinCode})`,
    recommend_content: introduction,
    created_at: wireTime(offer.publishedAt),
    updated_at: wireTime(changedAt),
  };
}

const day = (at: Date | null): string => (at === null ? '' : wireTime(at).slice(0, 10));

export function orderView(order: SubscriptionOrder, now: number): SubscriptionOrderView {
  const { state } = order;
  const changedAt = order.endedAt ?? order.lockedAt ?? order.passedAt ?? order.createdAt;
  return {
    id: order.id,
    user_id: order.userId,
    config_id: order.offerId,
    currency_id: order.paymentCurrencyId,
    currency_name: order.paymentCode,
    new_currency_name: order.coinCode,
    coin_name: order.coinName,
    amount: wireFigure(order.cost),
    change_rate: wireFigure(order.price, RATE_DECIMALS),
    new_currency_num: wireFigure(order.coins),
    interest_rate: wireFigure(percent(order.yieldRatio), RATE_DECIMALS),
    interest: wireFigure(accumulatedReturn({ ...order, lockedAt: order.lockedAt?.getTime() ?? null }, now)),
    original_interest: wireFigure(order.expectedReturn),
    day: order.lockDays,
    online_time: wireTime(order.onlineAt),
    start_at: day(order.lockedAt),
    end_at: day(order.releaseAt),
    locked_at: order.lockedAt?.getTime() ?? null,
    release_at: order.releaseAt?.getTime() ?? null,
    completed_at: order.endedAt?.getTime() ?? null,
    created_at: wireTime(order.createdAt),
    updated_at: wireTime(changedAt),
    status: hasEnded(state) ? 2 : 1,
    exam_status: state === 'review' ? 3 : state === 'returned' ? 2 : 1,
    state,
    version: order.version,
  };
}

export function totalView({ coinCode, coins, paid }: CoinTotal): SubscriptionTotalView {
  return { new_currency_name: coinCode, coins, interest: paid };
}

export function paidInAll(totals: readonly CoinTotal[]): string {
  return wireFigure(totals.reduce((sum, { paid }) => sum.plus(paid), new Decimal(0)).toFixed());
}

export function previewView(preview: SubscriptionPreview, reader: Reader): SubscriptionPreviewView {
  return {
    offer: offerView(preview.offer, reader),
    coins: preview.coins,
    amount: preview.cost,
    expected_interest: preview.expectedReturn,
    estimated_release_at: preview.estimatedReleaseAt,
    verified: preview.verified,
    left_for_user: preview.leftForUser,
    balance: preview.balance,
    balance_after: preview.balanceAfter,
  };
}

export function releaseView(release: Release): SubscriptionReleaseView {
  return {
    config_id: release.offerId,
    new_currency_name: release.coinCode,
    coins: release.coins,
    interest: release.expectedReturn,
    orders: release.orders,
    release_at: release.releaseAt.getTime(),
    estimated: release.estimated,
    released: release.released,
  };
}
