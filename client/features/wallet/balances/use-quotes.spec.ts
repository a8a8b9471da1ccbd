import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import type { Holding } from './holdings';
import { quotesOf } from './use-quotes';

jest.mock('../../../platform/use-channel', () => ({}));

const holding = (code: string, price: string | null) => ({ code, price }) as Holding;
const ticker = (symbol: string, last: string | null) => ({ symbol, last }) as TickerView;

describe('the quotes', () => {
  it('are the live prices where there are any, and those of the reply until then', () => {
    const quotes = quotesOf(
      [holding('BTC', '60000'), holding('ETH', '2000'), holding('DOGE', null), holding('SOL', null)],
      [ticker('BTC/USDT', '61000.5'), ticker('ETH/USDT', null), ticker('SOL/USDT', '70')],
    );
    expect(Object.fromEntries(quotes)).toEqual({
      USDT: { price: '1' },
      BTC: { price: '61000.5' },
      ETH: { price: '2000' },
      SOL: { price: '70' },
    });
  });

  it('never have a market between USDT and itself', () => {
    expect(quotesOf([holding('USDT', '0.5')], []).get('USDT')).toEqual({ price: '1' });
  });
});
