import type { TickerView } from '../../../contract/markets/markets.dto.js';
import { wireAmount, wirePrice } from '../../../contract/wire-decimals.js';
import type { QuotationPairView } from '../../../contract/markets/quotations.dto.js';
import type { YuanRate } from '../exchange-rates/index.js';
import type { MarketEntity } from '../market-board/index.js';

/** What a pair is made from. */
export interface PairSource {
  market: MarketEntity;
  ticker: TickerView | null;
  /** Hourly closes of the last day, oldest first. */
  spark: string[];
  /** Yuan for one of the quote currency. */
  rate: YuanRate;
  now: number;
}

const PRICES_COME_FROM_OUTSIDE = 2;

/** The wire's picture of one market. What is not known yet is the empty text in the old fields, null in ours. */
export function pairView({ market, ticker, spark, rate, now }: PairSource): QuotationPairView {
  return {
    ...identity(market),
    ...leverTerms(market),
    ...figures(market, ticker),
    rmb_relation: rate.yuan,
    fiat_convert_cny: rate.yuan,
    rmb_set_at: rate.setAt,
    market_from_name: ticker?.origin ?? '',
    is_open: ticker && ticker.status !== 'closed' && ticker.status !== 'halted' ? 1 : 0,
    name: market.name,
    category: market.category,
    price_decimals: market.priceScale,
    quantity_decimals: market.quantityScale,
    recommended: flag(market.recommended),
    calendar: market.calendar,
    origin: ticker?.origin ?? 'live',
    status: ticker?.status ?? 'stale',
    reason: ticker ? ticker.reason : 'no-data',
    price_age_ms: ticker?.pricedAt == null ? null : Math.max(0, now - ticker.pricedAt),
    spark,
    ticker,
  };
}

function identity(market: MarketEntity) {
  return {
    id: market.id,
    currency_id: market.base.id,
    currency_name: market.base.code,
    legal_id: market.quote.id,
    legal_name: market.quote.code,
    symbol: market.symbol,
    is_display: flag(market.displayed),
    market_from: PRICES_COME_FROM_OUTSIDE,
    open_transaction: flag(market.spot),
    open_lever: flag(market.perpetual),
    open_microtrade: flag(market.option),
    open_coin_trade: flag(market.spot),
    sort: market.sort,
    create_time: '',
    logo: market.base.logo,
  };
}

function leverTerms(market: MarketEntity) {
  return {
    lever_share_num: wireAmount(market.lotSize),
    spread: priceText(market.spread, market),
    overnight: wireAmount(market.overnightPercent),
    lever_trade_fee: wireAmount(market.perpetualFeePercent),
    lever_min_share: market.lotsMin,
    lever_max_share: market.lotsMax,
    micro_trade_fee: wireAmount(market.optionFeePercent),
    fluctuate_min: wireAmount('0'),
    fluctuate_max: wireAmount('0'),
  };
}

function figures(market: MarketEntity, ticker: TickerView | null) {
  const last = priceText(ticker?.last ?? null, market);
  return {
    now_price: last,
    close: last,
    open: priceText(ticker?.open ?? null, market),
    high: priceText(ticker?.high ?? null, market),
    low: priceText(ticker?.low ?? null, market),
    volume: ticker?.volume == null ? '' : wireAmount(ticker.volume),
    change: signed(ticker?.change ?? null),
  };
}

function priceText(price: string | null, market: MarketEntity): string {
  return price === null ? '' : wirePrice(price, market);
}

function signed(change: string | null): string {
  if (change === null) return '';
  return /^[+-]/.test(change) ? change : `+${change}`;
}

function flag(value: boolean): number {
  return value ? 1 : 0;
}
