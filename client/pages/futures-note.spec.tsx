import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { PerpetualQuoteView, TickerView } from '../../server/contract/markets/markets.dto';
import { fundings, products } from '../features/trading/futures-account';
import type { FuturesTickers, Market } from '../features/markets/market-list';
import { speak } from '../languages';
import type { ChannelListener } from '../platform/channel-subscription';
import { changePreferences } from '../platform/preferences';
import { FUTURES_MARKET, FUTURES_PRODUCT, FUTURES_TICKER } from '../test/samples/futures';
import { FuturesFollow, FuturesNote, FuturesQuote } from './futures-note';

const mockStreams: { name: string; key: unknown; listener: ChannelListener<'markets.perpetual-quotes'> }[] = [];
jest.mock('../platform/socket', () => ({
  ...jest.requireActual('../platform/socket'),
  subscribeChannel: (name: string, key: unknown, listener: ChannelListener<'markets.perpetual-quotes'>) => {
    const stream = { name, key, listener };
    mockStreams.push(stream);
    return () => mockStreams.splice(mockStreams.indexOf(stream), 1);
  },
}));

const quote = (symbol: string, last: string) => ({ ...FUTURES_TICKER, symbol, last }) as unknown as PerpetualQuoteView;
const hear = (state: PerpetualQuoteView[]) =>
  act(() => mockStreams[0]?.listener({ status: 'live', state, at: 0, refusal: null }));
const asked = () => mockStreams.map(({ name, key }) => [name, key]);

const known = jest.fn();

const MARKET = { ...FUTURES_MARKET, ticker: FUTURES_TICKER as unknown as TickerView } as Market;
const priceOf = (ticker: TickerView) => <p>{`Price: ${ticker.last ?? 'none'}`}</p>;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => {
  mockStreams.length = 0;
  known.mockReset();
});

function show(children: ReactNode, quotation: 'pair' | 'perpetual' = 'perpetual', symbols = ['BTC/USDT', 'ETH/USDT']) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(
    products.queryKey,
    symbols.map((market) => ({ ...FUTURES_PRODUCT, market, quotation })),
  );
  queries.setQueryData(fundings.queryKey, [
    { symbol: 'BTC/USDT', rate: '0.0001', premium: '0', samples: 1, nextAt: 0, countdownMs: 0, past: [] },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}

describe('a futures market in the list of markets', () => {
  const row = (
    <>
      <FuturesFollow symbols={['BTC/USDT']} onKnown={known} />
      <FuturesQuote market={MARKET}>{priceOf}</FuturesQuote>
    </>
  );

  it('has the price that it is traded by, as its own page', () => {
    show(row);
    hear([quote('BTC/USDT', '60123')]);
    expect(screen.getByText('Price: 60123')).toBeTruthy();
  });

  it('that is not followed has none, and its pair does not stand in for it', () => {
    show(<FuturesQuote market={{ ...MARKET, symbol: 'ETH/USDT' }}>{priceOf}</FuturesQuote>);
    expect([screen.queryByText('Price: none') !== null, asked()]).toEqual([true, []]);
  });

  it('that is traded by its pair has the price of that, and is not followed', () => {
    show(row, 'pair');
    expect([screen.queryByText('Price: 60000') !== null, asked()]).toEqual([true, []]);
  });

  it('is followed with all others of the list by one stream, however many they are', () => {
    const symbols = Array.from({ length: 40 }, (_, place) => `A${place}/USDT`);
    show(<FuturesFollow symbols={symbols} onKnown={known} />, 'perpetual', symbols);
    expect(asked()).toEqual([['markets.perpetual-quotes', { symbols: symbols.toSorted() }]]);
  });

  it('is told of once its price is known, with the price that stands for it in an order', () => {
    show(row);
    expect(known).not.toHaveBeenCalled();
    hear([quote('BTC/USDT', '60200')]);
    hear([quote('BTC/USDT', '60300')]);
    expect(known).toHaveBeenCalledTimes(1);
    const tickers = known.mock.calls[0]?.[0] as FuturesTickers;
    const other = { ...FUTURES_TICKER, symbol: 'SOL/USDT', last: '3000' } as unknown as TickerView;
    expect([tickers.of(MARKET.ticker).last?.startsWith('60'), tickers.of(other).last]).toEqual([true, '3000']);
    expect(tickers.of(MARKET.ticker).last).not.toBe('60000');
  });

  it('says its leverage and its funding', () => {
    show(<FuturesNote symbol="BTC/USDT" />);
    expect(screen.getByText('10x')).toBeTruthy();
    expect(screen.getByTitle('Funding rate').textContent).toContain('+0.0100%');
  });

  it.each([
    ['zh', '资金费率'],
    ['zh-Hant', '資金費率'],
    ['ja', '資金調達率'],
    ['ko', '펀딩'],
  ] as const)('says in %s what the figure is', async (language, word) => {
    await speak(language);
    show(<FuturesNote symbol="BTC/USDT" />);
    expect(screen.getByText(word, { selector: '[aria-hidden]' })).toBeTruthy();
    await speak('en');
  });
});
