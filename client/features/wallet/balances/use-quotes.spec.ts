import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import type { Holding } from './holdings';
import { quotesOf } from './use-quotes';

jest.mock('../../../platform/use-channel', () => ({}));

const READ = 500_000;
const LIVE = 700_000;
const holding = (code: string, price: string | null) => ({ code, price, pricedAt: price && READ }) as Holding;
const ticker = (symbol: string, last: string | null) => ({ symbol, last, pricedAt: LIVE }) as TickerView;

describe('the quotes', () => {
  it('are the live prices where there are any, and those of the reply until then', () => {
    const quotes = quotesOf(
      [holding('BTC', '60000'), holding('ETH', '2000'), holding('DOGE', null), holding('SOL', null)],
      [ticker('BTC/USDT', '61000.5'), ticker('ETH/USDT', null), ticker('SOL/USDT', '70')],
    );
    expect([...quotes].map(([code, { price, age }]) => [code, price, age?.pricedAt])).toEqual([
      ['USDT', '1', undefined],
      ['BTC', '61000.5', LIVE],
      // Its market has no price: the reply's is as old as the reply said.
      ['ETH', '2000', READ],
      ['SOL', '70', LIVE],
    ]);
  });

  it('never have a market between USDT and itself', () => {
    expect(quotesOf([holding('USDT', '0.5')], []).get('USDT')).toEqual({ price: '1', age: null });
  });
});
