import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { SpotOrderDetailView, SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import * as api from '../../../platform/api';
import { changePreferences } from '../../../platform/preferences';
import type { OwnMarks } from '../../markets/candles';
import type { Market } from '../../markets/market-list';
import { openOrdersOf, stopsOf } from '../spot-orders';
import SpotMarks from './spot-marks.late';

jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

const MARKET = { symbol: 'BTC/USDT', base: 'BTC', quote: 'USDT', baseId: 1, quoteId: 3 } as Market;
const STOP = {
  id: '7',
  symbol: 'BTC/USDT',
  type: 2,
  direction: 'fall',
  trigger_price: '55000',
  trail_percent: null,
  trail_distance: null,
  watermark: null,
  target_price: null,
  quantity: '0.5',
  cost: null,
  frozen: '0.5',
  status: 'waiting',
  reason: null,
  triggered_price: null,
  paired_order_id: '3',
  paired_price: '66000',
  account_type: 'real_account',
  amendments: 0,
} as SpotStopView;
const ORDER = {
  id: '3',
  symbol: 'BTC/USDT',
  type: 2,
  target_price: '66000',
  trade_amount: '0.5',
  filled_amount: '0',
  paired_stop_id: '7',
  exit: null,
  status: 1,
  account_type: 'real_account',
} as SpotOrderView;

let marks: OwnMarks;
const onMarks = (now: OwnMarks) => {
  marks = now;
};
const lineOf = (key: string) => marks.lines.find((line) => line.key === key);

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(spotWords);
  jest.mocked(api.get).mockResolvedValue([]);
  jest.mocked(api.post).mockReturnValue(new Promise(() => undefined));
});

function show(stop: SpotStopView, order = ORDER) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const read = (which: 'waiting' | 'ended', rows: SpotStopView[]) =>
    queries.setQueryData(stopsOf('real_account', which).queryKey, rows);
  read('waiting', [stop]);
  read('ended', []);
  queries.setQueryData(openOrdersOf('real_account').queryKey, [order]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <SpotMarks market={MARKET} onMarks={onMarks} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { queries, read: (which: 'waiting' | 'ended', rows: SpotStopView[]) => act(() => void read(which, rows)) };
}

const detailOf = (order: SpotOrderView) => ({ order, fills: [], amendments: [] }) as unknown as SpotOrderDetailView;

describe('the line of a stop, or of the order that is paired with it', () => {
  it.each([
    ['stop-7', 'Trigger price'],
    ['order-3', 'Limit price'],
  ])('%s opens the form where it is dropped, which stays when the stop is over', async (key, label) => {
    const { read } = show(STOP);
    act(() => lineOf(key)?.onDrop?.('54321.5'));
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    expect(field.value.replaceAll(',', '')).toBe('54321.5');
    read('waiting', []);
    read('ended', [{ ...STOP, status: 'triggered', triggered_price: '55000' }]);
    const words = 'It can no longer be changed · Triggered';
    expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeTruthy();
    expect(screen.getByLabelText(label)).toBe(field);
  });

  it.each([
    ['was reached', { ...STOP, triggered_price: '55000' }],
    ['is of a server of the version before', { ...STOP, amendments: undefined } as unknown as SpotStopView],
  ])('is not dragged where the stop %s', (_, stop) => {
    show(stop);
    expect([lineOf('stop-7'), lineOf('order-3')].map((line) => [line?.price, line?.onDrop])).toEqual([
      ['55000', undefined],
      ['66000', undefined],
    ]);
  });

  it('of an order that is alone opens a form which stays, and says so, when the order is over', async () => {
    const alone = { ...ORDER, paired_stop_id: null };
    let now = alone;
    const answers = (path: string) => Promise.resolve(path === 'spot/order' ? detailOf(now) : []);
    jest.mocked(api.get).mockImplementation(answers);
    const { queries } = show(STOP, alone);
    act(() => lineOf('order-3')?.onDrop?.('66666'));
    expect((await screen.findByLabelText<HTMLInputElement>('Limit price')).value.replaceAll(',', '')).toBe('66666');
    now = { ...alone, status: 2, filled_amount: '0.5' };
    await act(() => queries.invalidateQueries());
    const words = 'It can no longer be changed · Executed';
    expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeTruthy();
  });
});

describe('the line of what a purchase is to leave behind', () => {
  const EXIT = {
    take_profit_price: '70000',
    stop_loss_price: '50000',
    expires_at: null,
    status: 'waiting',
    amendments: 2,
  } as const;
  const PURCHASE = { ...ORDER, type: 1, target_price: '60000', paired_stop_id: null, exit: EXIT } as SpotOrderView;
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  const save = () => screen.getByRole('button', { name: 'Save the change' });

  /** The purchase as the server has it; answers how it becomes another one. */
  function served(): (order: SpotOrderView) => void {
    let now = PURCHASE;
    jest
      .mocked(api.get)
      .mockImplementation(((path: string) =>
        Promise.resolve(path === 'spot/order' ? detailOf(now) : [])) as typeof api.get);
    return (order) => {
      now = order;
    };
  }

  it.each([
    ['takeProfit-3', 'Take-profit', { take_profit_price: '71234.5' }],
    ['stopLoss-3', 'Stop-loss', { stop_loss_price: '71234.5' }],
  ] as const)(
    '%s opens the form where it is dropped, and only what is moved is asked for',
    async (key, label, moved) => {
      served();
      const post = jest.mocked(api.post).mockClear();
      show(STOP, PURCHASE);
      act(() => lineOf(key)?.onDrop?.('71234.5'));
      expect((await field(label)).value.replaceAll(',', '')).toBe('71234.5');
      // Nothing is changed by the drop.
      expect(post).not.toHaveBeenCalled();
      act(() => save().click());
      expect(post).toHaveBeenCalledTimes(1);
      const wish = { id: '3', account_type: 'real_account', amendments: '2', ...moved };
      expect(post).toHaveBeenCalledWith('spot/exit/amend', wish, expect.anything());
    },
  );

  it.each([
    ['the purchase is executed', { status: 2, filled_amount: '0.5' }, 'It can no longer be changed · Executed'],
    ['they are taken back', { exit: { ...EXIT, status: 'cancelled' } }, 'It can no longer be changed · Taken back'],
  ] as const)('stays, and says so, when %s', async (_, changed, words) => {
    const serve = served();
    const { queries } = show(STOP, PURCHASE);
    act(() => lineOf('stopLoss-3')?.onDrop?.('51000'));
    const stopLoss = await field('Stop-loss');
    serve({ ...PURCHASE, ...changed } as SpotOrderView);
    await act(() => queries.invalidateQueries());
    expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeTruthy();
    expect(stopLoss.value.replaceAll(',', '')).toBe('51000');
    expect(save()).toHaveProperty('disabled', true);
  });

  it('asks to look again where they were changed elsewhere, and keeps what was typed', async () => {
    const serve = served();
    const { queries } = show(STOP, PURCHASE);
    act(() => lineOf('stopLoss-3')?.onDrop?.('51000'));
    await field('Stop-loss');
    serve({ ...PURCHASE, exit: { ...EXIT, take_profit_price: '75000', amendments: 3 } });
    await act(() => queries.invalidateQueries());
    await screen.findByRole('alert');
    expect(save()).toHaveProperty('disabled', true);
    act(() => screen.getByRole('button', { name: 'Show what it is now' }).click());
    expect((await field('Take-profit')).value.replaceAll(',', '')).toBe('75000');
    expect((await field('Stop-loss')).value.replaceAll(',', '')).toBe('51000');
    expect(save()).toHaveProperty('disabled', false);
  });
});
