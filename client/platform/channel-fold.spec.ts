import type { CandleView, TickerView, TradeView } from '../../server/contract/markets/markets.dto.js';
import { fold } from './channel-fold.js';

const row = (symbol: string, last: string, high = '9') => ({ symbol, last, high }) as TickerView;
const bar = (openAt: number, close: string) => ({ openAt, close }) as CandleView;
const trade = (id: number) => ({ id: String(id) }) as TradeView;

describe('folding a change into the state', () => {
  test('tickers merge by symbol, keep their order, and take rows with only the changed fields', () => {
    const before = [row('BTC/USDT', '1'), row('ETH/USDT', '2')];
    const change = [{ symbol: 'ETH/USDT', last: '3' } as TickerView, row('DOGE/USDT', '4')];
    expect(fold('markets.ticker', before, change)).toEqual([
      row('BTC/USDT', '1'),
      row('ETH/USDT', '3'),
      row('DOGE/USDT', '4'),
    ]);
    expect(before[1]).toEqual(row('ETH/USDT', '2'));
  });

  test('candles merge by open time; the last two stay', () => {
    const closed = fold('markets.candle', [bar(60, 'a'), bar(120, 'b')], [bar(120, 'c'), bar(180, 'd')]);
    expect(closed).toEqual([bar(120, 'c'), bar(180, 'd')]);
    expect(fold('markets.candle', closed, [bar(180, 'e')])).toEqual([bar(120, 'c'), bar(180, 'e')]);
  });

  test('trades are appended and the oldest dropped beyond 50', () => {
    const before = Array.from({ length: 49 }, (_, index) => trade(index));
    const after = fold('markets.trades', before, [trade(49), trade(50)]);
    expect(after).toHaveLength(50);
    expect([after[0], after[49]]).toEqual([trade(1), trade(50)]);
  });

  test('depth is whole in every frame', () => {
    const depth = { symbol: 'BTC/USDT', bids: [], asks: [], at: 2, confirmedAt: 0 };
    expect(fold('markets.depth', { ...depth, at: 1 }, depth)).toBe(depth);
  });
});
