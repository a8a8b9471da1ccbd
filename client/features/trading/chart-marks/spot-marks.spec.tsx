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
