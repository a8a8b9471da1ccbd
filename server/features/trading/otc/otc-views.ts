import { Decimal } from '../../../contract/decimal.js';
import { type DecimalText, fromUnits, toUnits, truncate } from '../../../contract/money.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { otcOrderNumber, otcQuantityDecimals } from '../../../contract/rules/otc-market.rules.js';
import type { OtcAdvertView, OtcRecordView } from '../../../contract/trading/otc-market.dto.js';
import type { OtcOrderView, OtcStepView, RoomLineView } from '../../../contract/trading/otc-orders.dto.js';
import type { LineRow } from '../../account/rooms/index.js';
import type { WalletCatalog } from '../../wallet/balances/index.js';
import type { AdvertRow, MerchantRecord } from './adverts.store.js';
import { otcStateOf } from './otc-progress.rules.js';
import type { OtcOrderRow, OtcStepRow } from './otc-orders.store.js';

type Coins = Pick<WalletCatalog, 'currencies' | 'codeOf'>;

function coinOf(coins: Coins, id: number): { currency_id: number; currency_name: string; currency_logo: string } {
  const logo = coins.currencies().find((currency) => currency.id === id)?.logo ?? '';
  return { currency_id: id, currency_name: coins.codeOf(id), currency_logo: logo };
}

export function recordView(record: MerchantRecord | undefined): OtcRecordView {
  const { orders = 0, counted = 0, completed = 0 } = record ?? {};
  const rate = counted > 0 ? new Decimal(completed).times(100).dividedBy(counted) : null;
  return {
    orders,
    completion_rate: rate === null ? '' : truncate(rate.toFixed(), 2),
    release_seconds: record?.releaseSeconds ?? null,
  };
}

export function advertView(
  advert: AdvertRow,
  { price, record, coins }: { price: DecimalText | null; record: MerchantRecord | undefined; coins: Coins },
): OtcAdvertView {
  return {
    id: advert.id,
    seller_id: advert.merchantId,
    seller_name: advert.merchantName,
    type: advert.side,
    ...coinOf(coins, advert.currencyId),
    coin_code: advert.fiat,
    pricing: advert.ratio === null ? 'fixed' : 'floating',
    price: price ?? '',
    ratio: advert.ratio ?? '',
    total_number: advert.total,
    surplus_number: fromUnits(toUnits(advert.offered), otcQuantityDecimals(advert.scale)),
    min_number: advert.least,
    max_number: advert.most,
    way: advert.ways.join(','),
    window: advert.windowMinutes,
    terms: advert.terms,
    state: advert.status,
    is_done: advert.status === 'closed' ? 1 : 0,
    scale: otcQuantityDecimals(advert.scale),
    create_time: wireTime(advert.createdAt),
    version: advert.version,
    merchant: {
      id: advert.merchantId,
      seller_name: advert.merchantName,
      since: wireTime(advert.merchantSince),
      ...recordView(record),
    },
  };
}

export function otcOrderView(order: OtcOrderRow, userId: string, coins: Coins): OtcOrderView {
  return {
    id: order.id,
    order_no: otcOrderNumber(order.id, order.createdAt),
    product_id: order.advertId,
    status: order.status,
    state: otcStateOf(order.status),
    type: order.buyerId === userId ? 'buy' : 'sell',
    ...coinOf(coins, order.currencyId),
    coin_code: order.fiat,
    price: order.price,
    number: order.quantity,
    deal_money: order.amount,
    way: order.way,
    merchant_name: order.merchantName,
    is_merchant: order.merchantId === userId ? 1 : 0,
    create_time: wireTime(order.createdAt),
    update_time: wireTime(order.updatedAt),
    created_at: order.createdAt.getTime(),
    pay_until: order.payUntil.getTime(),
    extended: order.extended,
    paid_at: order.paidAt?.getTime() ?? null,
    appealed_at: order.appealedAt?.getTime() ?? null,
    released_at: order.releasedAt?.getTime() ?? null,
    ended_at: order.endedAt?.getTime() ?? null,
    ended_by: order.endedBy,
    reminded: order.reminded,
    reopened: order.reopened,
    version: order.version,
  };
}

export function otcStepView({ from, to, actor, event, at }: OtcStepRow): OtcStepView {
  return { from, to, actor, event, at: at.getTime() };
}

/** `userId`: whose line is `mine`; null: nobody's. */
export function roomLineView(line: LineRow, userId: string | null): RoomLineView {
  const { number, voice, kind, body, uploadId, digest, chain } = line;
  const mine = userId !== null && line.userId === userId;
  return { number, voice, mine, kind, body, picture: uploadId, digest, at: line.at.getTime(), chain };
}
