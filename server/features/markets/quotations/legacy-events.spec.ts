import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CandleView } from '../../../contract/markets/markets.dto.js';
import { aCatalog, aMarket } from '../../../test/factories/markets.js';
import { MarketBoard } from '../market-board/market-board.js';
import { emptyRow } from '../market-board/market-status.rules.js';
import type { MarketUpdate } from '../market-board/market-update.js';
import { LegacyEvents } from './legacy-events.js';

const NOW = Date.UTC(2026, 0, 5, 12);
const PAIR = { currency_id: 1, currency_name: 'BTC', legal_id: 3, legal_name: 'USDT', symbol: 'BTC/USDT' };

let board: MarketBoard;
let events: LegacyEvents;
let s: number;

function put(values: Partial<MarketUpdate>, kind: MarketUpdate['kind'] = 'delta'): void {
  s += 1;
  const empty = { tickers: [], candles: [], depths: [], trades: {}, marks: [] };
  board.apply({ ep: '7', s, at: NOW, kind, ...empty, ...values }, NOW);
}

beforeEach(async () => {
  board = new MarketBoard();
  s = 0;
  const market = aMarket({ id: 11 });
  market.base = { ...market.base, id: 1 };
  events = new LegacyEvents(board, await aCatalog([market]), {
    serveLegacy: () => undefined,
    serveLegacyUsers: () => undefined,
  });
  put({}, 'snap');
  events.begin();
});

const level = (price: number, quantity: string): [string, string] => [`${price}`, quantity];

describe('the broadcasts of the older protocol', () => {
  it('are none while nothing changes', () => {
    expect(events.collect()).toEqual([]);
    put({ tickers: [{ ...emptyRow('BTC/USDT'), last: '100' }] });
    expect(events.collect()).toHaveLength(1);
    expect(events.collect()).toEqual([]);
  });

  it('kline: the bar with the ids of the pair, time in milliseconds', () => {
    const bar: CandleView = {
      symbol: 'BTC/USDT',
      period: '1min',
      openAt: NOW,
      open: '1',
      high: '4',
      low: '0.5',
      close: '2',
      volume: '9.5',
      quoteVolume: '19',
      trades: 3,
      revision: 3,
      closed: false,
      filled: false,
      outage: false,
      origin: 'live',
    };
    put({ candles: [bar] });
    const ohlc = { open: '1', close: '2', high: '4', low: '0.5', volume: '9.5' };
    expect(events.collect()).toEqual([
      { name: 'kline', payload: { type: 'kline', period: '1min', match_id: 11, ...PAIR, ...ohlc, time: NOW } },
    ]);
  });

  it('kline: the last state of a bar that closed between two beats, and then the next one', () => {
    const bar = { symbol: 'BTC/USDT', period: '1min', openAt: NOW, open: '1', high: '4', low: '0.5', close: '2' };
    const running = { ...bar, volume: '9', closed: false, filled: false, outage: false } as CandleView;
    put({ candles: [running] });
    events.collect();
    put({ candles: [{ ...running, close: '3.5', volume: '12' }] });
    const next = { ...running, openAt: NOW + 60_000, open: '3.5', close: '3.6', volume: '1' };
    put({ candles: [{ ...running, close: '3.7', volume: '13', closed: true }, next] });
    expect(events.collect()).toMatchObject([
      { name: 'kline', payload: { time: NOW, close: '3.7', volume: '13' } },
      { name: 'kline', payload: { time: NOW + 60_000, close: '3.6', volume: '1' } },
    ]);
    put({ candles: [{ ...next, close: '3.8' }] });
    expect(events.collect()).toMatchObject([{ payload: { time: NOW + 60_000, close: '3.8' } }]);
  });

  it('kline: never goes back to a bar that closes after the next one has begun', () => {
    const bar = { symbol: 'BTC/USDT', period: '1min', openAt: NOW, open: '1', high: '4', low: '0.5', close: '2' };
    const running = { ...bar, volume: '9', closed: false, filled: false, outage: false } as CandleView;
    const next = { ...running, openAt: NOW + 60_000, open: '2', close: '2.5', volume: '1' };
    put({ candles: [running, next] });
    expect(events.collect()).toMatchObject([{ payload: { time: NOW } }, { payload: { time: NOW + 60_000 } }]);
    put({ candles: [{ ...running, close: '1.9', closed: true }] });
    expect(events.collect()).toEqual([]);
    put({
      candles: [
        { ...running, close: '1.8', closed: true },
        { ...next, close: '2.6' },
      ],
    });
    expect(events.collect()).toMatchObject([{ payload: { time: NOW + 60_000, close: '2.6' } }]);
    // Other periods are at other bars: the hour is older than the minute, and is told.
    put({ candles: [{ ...running, period: '60min', openAt: NOW }] });
    expect(events.collect()).toMatchObject([{ payload: { period: '60min', time: NOW } }]);
  });

  it('kline: does not go back either for whoever comes after the next bar has begun', () => {
    const bar = { symbol: 'BTC/USDT', period: '1min', openAt: NOW, open: '1', high: '4', low: '0.5', close: '2' };
    const running = { ...bar, volume: '9', closed: false, filled: false, outage: false } as CandleView;
    put({ candles: [running, { ...running, openAt: NOW + 60_000 }] });
    events.begin();
    put({ candles: [{ ...running, close: '1.9', closed: true }] });
    expect(events.collect()).toEqual([]);
  });

  it('kline: carries the change of 24 h once it is known', () => {
    put({ tickers: [{ ...emptyRow('BTC/USDT'), last: '2', change: '-1.25', pricedAt: NOW }] });
    events.collect();
    const bar = { symbol: 'BTC/USDT', period: '1min', openAt: NOW, open: '1', high: '4', low: '0.5', close: '2' };
    put({ candles: [{ ...bar, volume: '9', closed: false, filled: false, outage: false } as CandleView] });
    expect(events.collect()).toMatchObject([{ name: 'kline', payload: { period: '1min', change: '-1.25' } }]);
  });

  it('daymarket: the day with its change and the price now; unknown figures are left out, not zero', () => {
    const figures = { last: '100', open: '90', high: '110', low: '80', volume: '7', change: '+11.11', pricedAt: NOW };
    put({ tickers: [{ ...emptyRow('BTC/USDT'), ...figures }] });
    const day = { open: '90', high: '110', low: '80', volume: '7', change: '+11.11', close: '100', now_price: '100' };
    const head = { type: 'daymarket', period: '1day', match_id: 11, ...PAIR };
    expect(events.collect()).toEqual([{ name: 'daymarket', payload: { ...head, ...day, time: NOW } }]);
    put({ tickers: [{ ...emptyRow('BTC/USDT'), last: '101', pricedAt: NOW }] });
    expect(events.collect()).toEqual([
      { name: 'daymarket', payload: { ...head, close: '101', now_price: '101', time: NOW } },
    ]);
  });

  it('daymarket: not at all without a price', () => {
    put({ tickers: [emptyRow('BTC/USDT')] });
    expect(events.collect()).toEqual([]);
  });

  it('market_depth: ten rows a side, both descending, the best ask last, quantities as numbers', () => {
    const bids = Array.from({ length: 12 }, (_, place) => level(100 - place, '1.5'));
    const asks = Array.from({ length: 12 }, (_, place) => level(101 + place, '0.25'));
    put({ depths: [{ symbol: 'BTC/USDT', bids, asks, at: NOW, confirmedAt: NOW }] });
    const names = { 'base-currency': 'BTC', 'quote-currency': 'USDT' };
    expect(events.collect()).toEqual([
      {
        name: 'market_depth',
        payload: {
          type: 'market_depth',
          ...PAIR,
          ...names,
          bids: [100, 99, 98, 97, 96, 95, 94, 93, 92, 91].map((price) => [`${price}`, 1.5]),
          asks: [110, 109, 108, 107, 106, 105, 104, 103, 102, 101].map((price) => [`${price}`, 0.25]),
        },
      },
    ]);
  });

  it('match_trade: the new trades, each once', () => {
    put({ trades: { 'BTC/USDT': [{ id: 'a', price: '100.5', quantity: '0.3', side: 'sell', at: NOW }] } });
    const [event] = events.collect();
    expect(event).toEqual({
      name: 'match_trade',
      payload: {
        type: 'match_trade',
        ...PAIR,
        'base-currency': 'BTC',
        'quote-currency': 'USDT',
        data: [{ id: 'a', tradeId: 'a', ts: NOW, price: '100.5', amount: 0.3, direction: 'sell' }],
      },
    });
    put({ trades: { 'BTC/USDT': [{ id: 'b', price: '100.5', quantity: '0.3', side: 'buy', at: NOW }] } });
    expect(events.collect()).toMatchObject([{ payload: { data: [{ id: 'b' }] } }]);
  });

  it('come in full after the feeding process has changed', () => {
    board.apply({ ...board.whole(NOW), ep: '8', s: 1, tickers: [{ ...emptyRow('BTC/USDT'), last: '5' }] }, NOW);
    expect(events.collect()).toMatchObject([{ name: 'daymarket', payload: { now_price: '5' } }]);
  });
});
