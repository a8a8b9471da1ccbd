import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../languages';
import { switchOrderKeys } from '../../platform/order-keys';
import { MarketPage } from './market-page';

jest.mock('../../features/markets/market-list', () => ({
  ChooseMarket: ({ opened }: { opened: boolean }) => (opened ? <p>The search for a market</p> : null),
  useMarket: () => ({ market: { symbol: 'BTC/USDT' }, result: {} }),
  useMarketStatusLines: () => [],
  useTicker: () => null,
  useTickerView: () => undefined,
}));
jest.mock('../../features/wallet/demo', () => ({ DemoSwitch: () => null }));

beforeAll(() => speak('en'));
afterEach(() => act(() => switchOrderKeys(false)));

const show = (page: 'trade' | 'option') =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <MarketPage page={page}>{() => <p>The market</p>}</MarketPage>
      </MemoryRouter>
    </MantineProvider>,
  );
const press = (key: string) => fireEvent.keyDown(document.body, { key });
/** Keys are listened to once their files are there: the line that says what they do is. */
const keysLine = () => document.querySelector('p[role="status"]');

it('keys are listened to where they were asked for, on pages with a ticket, and no more once they are not', async () => {
  switchOrderKeys(true);
  const { unmount } = show('trade');
  await screen.findByText('The market');
  await waitFor(() => expect(keysLine()).not.toBeNull(), { timeout: 20_000 });
  press('/');
  expect(screen.getByText('The search for a market')).toBeTruthy();
  act(() => switchOrderKeys(false));
  expect([keysLine(), press('?')]).toEqual([null, true]);
  unmount();
  // Their files are there by now: what is not shown was not asked for.
  switchOrderKeys(true);
  show('option');
  expect([keysLine(), press('/')]).toEqual([null, true]);
});

it('nobody has keys who has not asked for them', () => {
  show('trade');
  expect(screen.getByText('The market')).toBeTruthy();
  expect([keysLine(), press('/'), press('?')]).toEqual([null, true, true]);
});
