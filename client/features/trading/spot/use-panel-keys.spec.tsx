import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { orderKeysWords } from '../../../languages/order-keys';
import { spotWords } from '../../../languages/spot';
import { get, post } from '../../../platform/api';
import { SPOT_DESK, SPOT_MARKET, spotPreview } from '../../../test/samples/spot';
import { OrderKeys } from '../../../test/late-parts';
import { TradePanel } from './trade-panel';
import type { Taken } from './use-taken';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ status: 'live', state: BOOK, at: 0, refusal: null }),
  useConnection: () => ({ state: 'live', heardAt: null }),
}));
jest.mock('../../markets/market-list', () => ({
  useTicker: () => TICKER,
  usePriceAge: () => age,
  useClosedWords: () => null,
}));

const BOOK = { asks: [['100', '5']], bids: [['99', '5']] };
const TICKER = { symbol: 'BTC/USDT', last: '100' } as TickerView;
let age: { kind: string; seconds?: number } = { kind: 'live' };
const sent = jest.mocked(post);
const orders = () => sent.mock.calls.filter(([path]) => path === 'coin/trade');

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
  await speakMore(orderKeysWords);
});
beforeEach(() => {
  age = { kind: 'live' };
  jest.mocked(get).mockResolvedValue([]);
  sent.mockReset().mockImplementation(async (path) => (path === 'spot/preview' ? spotPreview() : 'Submit success'));
});

interface Shown {
  hasKeys?: boolean;
  taken?: Taken | null;
  desk?: typeof SPOT_DESK;
}

const tree = ({ hasKeys = true, taken = null, desk = SPOT_DESK }: Shown = {}) => (
  <MantineProvider env="test">
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        {hasKeys && <OrderKeys onSearch={() => undefined} />}
        <TradePanel market={SPOT_MARKET} desk={desk} taken={taken} />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);

const press = (key: string, at: Element = document.body, more: object = {}) => fireEvent.keyDown(at, { key, ...more });
const price = () => screen.getByLabelText<HTMLInputElement>('Price (USDT)');
const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity (BTC)');
const isChosen = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked;
const isSaid = (words: string) => screen.queryAllByText(words).some((one) => one.getAttribute('role') === 'status');

describe('the keys of the ticket', () => {
  it('choose the side and the kind, and say so', () => {
    render(tree());
    press('s');
    expect([isChosen('Sell'), isSaid('Sell')]).toEqual([true, true]);
    press('b');
    expect([isChosen('Buy'), isSaid('Buy')]).toEqual([true, true]);
    press('m');
    expect([isChosen('Market'), isSaid('Market')]).toEqual([true, true]);
    press('l');
    expect([isChosen('Limit'), isSaid('Limit')]).toEqual([true, true]);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Order ticket' }));
  });

  it('move the price by ticks, from the field, too, and say the price', () => {
    render(tree());
    press('ArrowUp');
    expect([price().value, isSaid('Price 100.01 USDT')]).toEqual(['100.01', true]);
    press('ArrowUp', price(), { shiftKey: true });
    expect(price().value).toBe('100.11');
    press('ArrowDown');
    press('ArrowDown', document.body, { shiftKey: true });
    expect(price().value).toBe('100');
  });

  it('have no price to move of a market order', () => {
    render(tree());
    press('m');
    expect(press('ArrowUp')).toBe(true);
  });

  it('take a part of what is available, and begin an amount', () => {
    render(tree());
    press('2');
    expect([quantity().value, isSaid('50%')]).toEqual(['4.995', true]);
    press('7');
    expect([quantity().value, document.activeElement]).toEqual(['7', quantity()]);
    // What is typed from here on is the amount's.
    expect(press('2', quantity())).toBe(true);
  });

  it('leave the amount empty where there is nothing to take a part of', () => {
    render(tree({ desk: { ...SPOT_DESK, balance: '0' } }));
    press('7');
    press('2');
    expect(quantity().value).toBe('');
  });

  it('open the confirmation and never go beyond it', async () => {
    render(tree());
    press('7');
    press('Enter');
    const sheet = await screen.findByRole('dialog');
    expect(within(sheet).getByRole('button', { name: 'Confirm' })).toBeTruthy();
    for (const key of ['Enter', 's', '1', 'Enter']) press(key);
    for (const key of ['Enter', 's']) press(key, sheet);
    expect([orders(), isChosen('Buy'), quantity().value]).toEqual([[], true, '7']);
  });

  it('say by Enter what is missing, as the button does', () => {
    render(tree());
    press('Enter');
    expect(screen.getByText('Please fill this in')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [{ kind: 'halted' }],
    [{ kind: 'closed', opensAt: null }],
    [{ kind: 'delayed', seconds: 7 }],
    [{ kind: 'frozen' }],
  ])('do nothing while the market is %o', (state) => {
    age = state;
    render(tree());
    for (const key of ['s', 'm', 'ArrowUp', '2', '7', 'Enter']) expect([key, press(key)]).toEqual([key, true]);
    expect([isChosen('Buy'), isChosen('Limit'), price().value, quantity().value]).toEqual([true, true, '100', '']);
  });

  it('do nothing in a field that is none of theirs', () => {
    render(tree());
    press('s', screen.getByLabelText('Step of the order book'));
    press('2', screen.getByLabelText('Time in force'));
    expect([isChosen('Buy'), quantity().value]).toEqual([true, '']);
  });

  it('leave the amounts of an order that waits for a price to its own fields', () => {
    render(tree());
    fireEvent.click(screen.getByLabelText('Stop'));
    for (const key of ['2', '7', 'ArrowUp', 'Enter']) expect([key, press(key)]).toEqual([key, true]);
    press('s');
    expect(isChosen('Sell')).toBe(true);
  });

  it('are none of those who have not asked for them', () => {
    render(tree({ hasKeys: false }));
    for (const key of ['s', '2', 'Enter']) press(key);
    expect([isChosen('Buy'), quantity().value, screen.queryByText('Please fill this in')]).toEqual([true, '', null]);
  });
});

describe('a price that is tapped elsewhere on the page', () => {
  it('is taken once, and what is typed after it stays', () => {
    const { rerender } = render(tree());
    const taken = { price: '98.5' };
    rerender(tree({ taken }));
    expect(price().value).toBe('98.5');
    fireEvent.change(price(), { target: { value: '97' } });
    rerender(tree({ taken }));
    expect(price().value).toBe('97');
    rerender(tree({ taken: { price: '98.5' } }));
    expect(price().value).toBe('98.5');
  });

  it('before the ticket was made is not taken', () => {
    render(tree({ taken: { price: '98.5' } }));
    expect(price().value).toBe('100');
  });
});
