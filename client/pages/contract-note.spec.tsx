import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { TickerView } from '../../server/contract/markets/markets.dto';
import { fundings, products } from '../features/trading/futures-account';
import type { Market } from '../features/markets/market-list';
import { speak } from '../languages';
import { changePreferences } from '../platform/preferences';
import { FUTURES_MARKET, FUTURES_PRODUCT, FUTURES_TICKER } from '../test/samples/futures';
import { ContractNote, ContractQuote } from './contract-note';

let quoted: string | null = '60123';
const asked: unknown[] = [];
jest.mock('../platform/use-channel', () => ({
  ...jest.requireActual('../platform/use-channel'),
  useChannel: (name: string, key: unknown) => {
    if (name === 'markets.perpetual') asked.push(key);
    const isAsked = name === 'markets.perpetual' && key !== null && quoted !== null;
    return { status: 'live', state: isAsked ? { ...FUTURES_TICKER, last: quoted } : null, at: 0, refusal: null };
  },
}));

const MARKET = { ...FUTURES_MARKET, ticker: FUTURES_TICKER as unknown as TickerView } as Market;
const priceOf = (ticker: TickerView) => <p>{`Price: ${ticker.last ?? 'none'}`}</p>;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});
beforeEach(() => {
  quoted = '60123';
  asked.length = 0;
});

function show(children: ReactNode, quotation: 'pair' | 'perpetual' = 'perpetual') {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(products.queryKey, [{ ...FUTURES_PRODUCT, quotation }]);
  queries.setQueryData(fundings.queryKey, [
    { symbol: 'BTC/USDT', rate: '0.0001', premium: '0', samples: 1, nextAt: 0, countdownMs: 0, past: [] },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}

describe('a contract in the list of markets', () => {
  it('has the price that it is traded by, as its own page', () => {
    show(
      <ContractQuote market={MARKET} isSeen>
        {priceOf}
      </ContractQuote>,
    );
    expect(screen.getByText('Price: 60123')).toBeTruthy();
  });

  it('that is not on the screen is not followed, and its pair does not stand in for it', () => {
    show(
      <ContractQuote market={MARKET} isSeen={false}>
        {priceOf}
      </ContractQuote>,
    );
    expect([screen.queryByText('Price: none') !== null, asked.every((key) => key === null)]).toEqual([true, true]);
  });

  it('that is traded by its pair has the price of that', () => {
    show(
      <ContractQuote market={MARKET} isSeen>
        {priceOf}
      </ContractQuote>,
      'pair',
    );
    expect(screen.getByText('Price: 60000')).toBeTruthy();
  });

  it('says its leverage and its funding', () => {
    show(<ContractNote symbol="BTC/USDT" />);
    expect(screen.getByText('10x')).toBeTruthy();
    expect(screen.getByTitle('Funding rate').textContent).toContain('+0.0100%');
  });
});
