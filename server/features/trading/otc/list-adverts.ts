import { Injectable } from '@nestjs/common';
import { wireTime } from '../../../contract/pages.dto.js';
import { Decimal } from '../../../contract/decimal.js';
import {
  OTC_FIAT_CODES,
  OTC_FIATS,
  OTC_WAYS,
  otcPriceDecimals,
  otcQuantityDecimals,
} from '../../../contract/rules/otc-market.rules.js';
import { OTC_PAUSE_DAYS, OTC_WINDOWS, otcPausedUntil } from '../../../contract/rules/otc-order.rules.js';
import type {
  AdvertState,
  OtcAdvertView,
  OtcOfferView,
  OtcOwnMerchantView,
} from '../../../contract/trading/otc-market.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { VerificationLevels } from '../../account/verification/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { type AdvertRow, type AdvertsQuery, AdvertsStore } from './adverts.store.js';
import { advertView, recordView } from './otc-views.js';
import { OtcOrdersStore } from './otc-orders.store.js';
import { PriceAdvert } from './price-advert.js';

const DAY_MS = 86_400_000;

export interface AdvertPage {
  data: OtcAdvertView[];
  total: number;
}

/** What is on offer, by whom, and what a caller has of it. */
@Injectable()
export class ListAdverts {
  constructor(
    private readonly store: AdvertsStore,
    private readonly orders: OtcOrdersStore,
    private readonly priceAdvert: PriceAdvert,
    private readonly levels: VerificationLevels,
    private readonly coins: WalletCatalog,
    private readonly clock: Clock,
  ) {}

  async offer(): Promise<OtcOfferView> {
    const known = this.coins.currencies();
    const coins = (await this.store.coins()).map((coin) => ({
      currency_id: coin.currencyId,
      currency_name: this.coins.codeOf(coin.currencyId),
      currency_logo: known.find(({ id }) => id === coin.currencyId)?.logo ?? '',
      min_number: coin.leastQuantity,
      scale: otcQuantityDecimals(coin.scale),
      sell_count: coin.sells,
      buy_count: coin.buys,
    }));
    const fiats = OTC_FIAT_CODES.map((code) => ({
      code,
      decimals: OTC_FIATS[code],
      price_decimals: otcPriceDecimals(code),
    }));
    return { coins, fiats, ways: [...OTC_WAYS], windows: [...OTC_WINDOWS] };
  }

  /**
   * A page of what can be taken. Of a merchant who did not pay and takes no new orders, and of one whose price follows an index, that is
   * known only here: such a page has fewer adverts, and the total counts them.
   */
  async shown(query: AdvertsQuery, page: { page: number; limit: number }): Promise<AdvertPage> {
    const [rows, total] = await Promise.all([
      this.store.shown(query, page.limit, (page.page - 1) * page.limit),
      this.store.countShown(query),
    ]);
    const [paused, views] = await Promise.all([this.paused(rows), this.views(rows)]);
    return { data: views.filter((view) => !paused.has(view.seller_id) && isWorthItsMinimum(view)), total };
  }

  /** @throws Refusal `otc.not-offered` for one that cannot be taken, but for its own merchant. */
  async advert(id: string, userId: string): Promise<OtcAdvertView> {
    const advert = await this.store.find(id);
    if (!advert || (!advert.open && advert.merchantId !== userId)) throw new Refusal('otc.not-offered');
    const [view] = await this.views([advert]);
    return view as OtcAdvertView;
  }

  async own(
    userId: string,
    asked: { state: AdvertState | null; code: string | null },
    page: { page: number; limit: number },
  ): Promise<AdvertPage> {
    const rows = await this.store.own(userId, asked, page.limit, (page.page - 1) * page.limit);
    return { data: await this.views(rows), total: rows[0]?.count ?? 0 };
  }

  async merchant(userId: string): Promise<OtcOwnMerchantView> {
    const now = this.clock.now();
    const [merchant, records, name, unpaid] = await Promise.all([
      this.store.merchant(userId),
      this.store.records([userId], new Date(now)),
      this.levels.nameOf(userId),
      this.orders.unpaidOf(userId, new Date(now - OTC_PAUSE_DAYS * DAY_MS)),
    ]);
    const until = otcPausedUntil(unpaid);
    return {
      state: merchant?.status ?? 'none',
      nickname: merchant?.nickname ?? '',
      reason: merchant?.reason ?? '',
      name: name ?? '',
      paused_until: until > now ? wireTime(new Date(until)) : null,
      ...recordView(records[0]),
    };
  }

  /** Merchants who would buy, and take no new orders for now. */
  private async paused(rows: AdvertRow[]): Promise<Set<string>> {
    const buyers = [...new Set(rows.filter(({ side }) => side === 'buy').map(({ merchantId }) => merchantId))];
    if (buyers.length === 0) return new Set();
    const now = this.clock.now();
    const unpaid = await this.orders.unpaidOfEach(buyers, new Date(now - OTC_PAUSE_DAYS * DAY_MS));
    return new Set(buyers.filter((id) => otcPausedUntil(unpaid.get(id) ?? []) > now));
  }

  private async views(rows: AdvertRow[]): Promise<OtcAdvertView[]> {
    const merchants = [...new Set(rows.map(({ merchantId }) => merchantId))];
    const records = await this.store.records(merchants, new Date(this.clock.now()));
    return rows.map((row) => {
      const record = records.find(({ userId }) => userId === row.merchantId);
      return advertView(row, { price: this.priceAdvert.of(row), record, coins: this.coins });
    });
  }
}

/** Whether what is left can be ordered at all. Where no price is known now, it may be. */
function isWorthItsMinimum({ price, surplus_number: left, min_number: least }: OtcAdvertView): boolean {
  return price === '' || new Decimal(left).times(price).greaterThanOrEqualTo(least);
}

/** What somebody asks for is nothing as long as it is zero. */
export function amountAsked(amount: string | undefined): string | null {
  return amount === undefined || new Decimal(amount).isZero() ? null : amount;
}
