import { CHANNEL_EXAMPLES } from '../channel-examples.js';
import { Decimal } from '../decimal.js';
import { ok } from '../envelope.dto.js';
import { merklePath, merkleRoot, TAPE_HOUR_MS, TAPE_START, TAPE_STEP_MS, tapeHash } from '../rules/tape.rules.js';
import { EXAMPLE_AT } from '../trading/event-examples.js';
import type {
  CandleRowsReply,
  CandleRowView,
  QuotationGroupView,
  QuotationPairView,
  StockPriceView,
  TradeRowView,
} from './quotations.dto.js';
import type { TapeProofView, TapeRootView, TapeSample, TapeSliceView } from './tape.dto.js';

const BTC_MARKET = 1;
const RATE_SET_AT = EXAMPLE_AT - 6 * TAPE_HOUR_MS;
const { snapshot: tickers } = CHANNEL_EXAMPLES['markets.ticker'];
const { snapshot: candles } = CHANNEL_EXAMPLES['markets.candle'];
const { change: trades } = CHANNEL_EXAMPLES['markets.trades'];

const PAIR: QuotationPairView = {
  id: BTC_MARKET,
  currency_id: 1,
  currency_name: 'BTC',
  legal_id: 3,
  legal_name: 'USDT',
  symbol: 'BTC/USDT',
  is_display: 1,
  market_from: 2,
  market_from_name: 'live',
  open_transaction: 1,
  open_lever: 1,
  open_microtrade: 1,
  open_coin_trade: 1,
  is_open: 1,
  sort: 1,
  create_time: '',
  lever_share_num: '0.01000000',
  spread: '5.00000000',
  overnight: '0.02000000',
  lever_trade_fee: '0.05000000',
  lever_min_share: 1,
  lever_max_share: 100_000,
  micro_trade_fee: '1.00000000',
  fluctuate_min: '0.00000000',
  fluctuate_max: '0.00000000',
  rmb_relation: '7.1',
  fiat_convert_cny: '7.1',
  rmb_set_at: RATE_SET_AT,
  logo: '/api/currency/logo/BTC.svg',
  now_price: '60000.50000000',
  close: '60000.50000000',
  open: '58800.00000000',
  high: '60420.10000000',
  low: '58610.40000000',
  volume: '18204.51000000',
  change: '+2.04',
  name: 'Bitcoin',
  category: 'crypto',
  price_decimals: 2,
  quantity_decimals: 6,
  recommended: 1,
  calendar: 'always',
  origin: 'live',
  status: 'live',
  reason: null,
  price_age_ms: 40,
  spark: ['58800', '59120.4', '59990'],
  ticker: tickers[0] ?? null,
};

const GROUP: QuotationGroupView = {
  id: 3,
  name: 'USDT',
  logo: '/api/currency/logo/USDT.svg',
  is_display: 1,
  is_legal: 1,
  fiat_convert_cny: '7.1',
  rmb_set_at: RATE_SET_AT,
  quotation: [PAIR],
};

/** A share after its exchange has closed: the last price stays, and nothing is traded. */
const STOCK: StockPriceView = {
  ...PAIR,
  id: 101,
  currency_id: 101,
  currency_name: 'AAPL',
  legal_id: 301,
  legal_name: 'USD',
  symbol: 'AAPL/USD',
  open_transaction: 0,
  open_lever: 0,
  open_microtrade: 0,
  open_coin_trade: 0,
  is_open: 0,
  sort: 101,
  lever_share_num: '1.00000000',
  spread: '0.02000000',
  overnight: '0.00000000',
  lever_trade_fee: '0.00000000',
  micro_trade_fee: '0.00000000',
  logo: '/api/currency/logo/AAPL.svg',
  now_price: '271.49000000',
  close: '271.49000000',
  open: '',
  high: '',
  low: '',
  volume: '',
  change: '',
  name: 'Apple',
  category: 'stock',
  quantity_decimals: 0,
  recommended: 0,
  calendar: 'nyse',
  status: 'closed',
  reason: 'session-closed',
  price_age_ms: 131_200_000,
  spark: [],
  ticker: null,
  price: '271.49000000',
};

const ROWS = candles.map(
  ({ openAt, volume, quoteVolume, trades: count, period: _period, ...bar }): CandleRowView => ({
    ...bar,
    id: openAt / 1000,
    time: openAt,
    volume,
    amount: volume,
    vol: quoteVolume,
    count,
  }),
);
const CANDLES: CandleRowsReply = {
  code: 1,
  msg: 'success',
  data: ROWS,
  symbol: 'BTC/USDT',
  period: '1min',
  origin: 'live',
  status: 'live',
  reason: null,
  next_to: null,
};
const STOCK_CANDLES: CandleRowsReply = {
  ...CANDLES,
  data: ROWS.slice(0, 1).map((row) => ({
    ...row,
    symbol: 'AAPL/USD',
    open: '271.3',
    high: '271.52',
    low: '271.28',
    close: '271.49',
    volume: '5120',
    amount: '5120',
    vol: '1389927.2',
    count: 64,
  })),
  symbol: 'AAPL/USD',
  status: 'closed',
  reason: 'session-closed',
};

const TRADES = trades.map(
  ({ id, price, quantity, side, at }): TradeRowView => ({
    id,
    ts: at,
    time: new Date(at).toISOString().slice(11, 19),
    price,
    amount: quantity,
    direction: side,
  }),
);

/** So many seconds of a market's tape from its first one on; each index is a tenth above the one before. */
export function tapeOf(from: number, count: number): TapeSample[] {
  const samples: TapeSample[] = [];
  for (let place = 0; place < count; place += 1) {
    const index = new Decimal(place).dividedBy(10).plus('60000.9').toFixed();
    const content = {
      s: from + place * TAPE_STEP_MS,
      sequence: place + 1,
      index,
      indexState: 'ok',
      mark: new Decimal(index).plus('0.3').toFixed(),
      last: '60000.5',
      live: 3,
      constituents: [
        ['binance', index, 120, true],
        ['bybit', index, 210, true],
        ['okx', index, 340, true],
      ],
      origin: 'live',
    } satisfies Omit<TapeSample, 'hash' | 'prevHash'>;
    const prevHash = samples.at(-1)?.hash ?? TAPE_START;
    samples.push({ ...content, prevHash, hash: tapeHash(BTC_MARKET, content, prevHash) });
  }
  return samples;
}

/** The hour in whose last two seconds the tape began. */
const HOUR = EXAMPLE_AT - (EXAMPLE_AT % TAPE_HOUR_MS) - TAPE_HOUR_MS;
const TAPE = tapeOf(HOUR + TAPE_HOUR_MS - 2 * TAPE_STEP_MS, 2);
const [SAMPLE, LAST] = TAPE as [TapeSample, TapeSample];
const HASHES = TAPE.map(({ hash }) => hash);

const ROOT: TapeRootView = {
  symbol: 'BTC/USDT',
  marketId: BTC_MARKET,
  hour: HOUR,
  root: merkleRoot(HASHES),
  samples: TAPE.length,
  firstSequence: SAMPLE.sequence,
  lastSequence: LAST.sequence,
  lastHash: LAST.hash,
  sealedAt: HOUR + TAPE_HOUR_MS + 61_000,
  auditSeal: '812',
  auditHash: '4f0c1d7a92be35c86d01fa2739e4b5508c6e1f93a7d24b60815cf3e92a7b4d16',
};
const SLICE: TapeSliceView = { symbol: 'BTC/USDT', marketId: BTC_MARKET, samples: TAPE, completeUntil: LAST.s };
const PROOF: TapeProofView = { sample: SAMPLE, root: ROOT, place: 0, path: merklePath(HASHES, 0) };

/** What everybody may look at of the markets. */
export const MARKET_REPLIES = {
  'GET currency/quotation_new': ok([GROUP]),
  'GET currency/quotation_recomm': ok([GROUP]),
  'GET currency/deal': ok(PAIR),
  'GET currency/new_tradehistory': ok(TRADES),
  'GET currency/new_timeshar': CANDLES,
  'GET tape/slice': ok(SLICE),
  'GET tape/roots': ok([ROOT]),
  'GET tape/proof': ok(PROOF),
  'GET usstock/quotation': ok([STOCK]),
  'GET usstock/kline': STOCK_CANDLES,
} as const;

/** The queries of those calls. */
export const MARKET_QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET currency/deal': { currency_id: '1', legal_id: '3' },
  'GET currency/new_tradehistory': { currency_id: '1', legal_id: '3' },
  'GET currency/logo/:name': { name: 'BTC.svg' },
  'GET currency/new_timeshar': { symbol: 'BTC/USDT', period: '1min', limit: '2' },
  'GET usstock/kline': { symbol: 'AAPL/USD', period: '1min', limit: '1' },
  'GET tape/slice': { symbol: 'BTC/USDT', from: String(SAMPLE.s), to: String(LAST.s) },
  'GET tape/roots': { symbol: 'BTC/USDT', from: String(HOUR) },
  'GET tape/proof': { symbol: 'BTC/USDT', second: String(SAMPLE.s) },
  'GET microtrade/seconds': { match_id: '1' },
  'GET futures/funding': { symbol: 'BTC/USDT' },
};
