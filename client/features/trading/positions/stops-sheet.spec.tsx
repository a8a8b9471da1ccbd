import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesPositionView, FuturesStopsPreviewView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { CallFailed } from '../../../platform/api';
import * as api from '../../../platform/api';
import { FUTURES_POSITION, FUTURES_PRODUCT } from '../../../test/samples/futures';
import type { PositionProps } from './position-card';
import { StopsSheet } from './stops-sheet';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

const stops = {
  takeProfit: {
    price: '61000',
    source: 'last',
    now: '60000',
    expectedPrice: '60995',
    realisedProfit: '99',
    fee: '3.0499731',
  },
  stopLoss: null,
} as FuturesStopsPreviewView;

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
});
const queries = new QueryClient();
const sheetOf = (position: FuturesPositionView, suggested?: { takeProfit: string }) => (
  <MantineProvider env="test">
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <StopsSheet
          opened
          onClose={jest.fn()}
          position={position}
          product={FUTURES_PRODUCT}
          figures={{ mark: '60061.9434', liquidationPrice: '54000' } as PositionProps['figures']}
          available="1000"
          {...(suggested && { suggested })}
        />
      </MemoryRouter>
    </QueryClientProvider>
  </MantineProvider>
);
let show: (shown: ReturnType<typeof sheetOf>) => void;
beforeEach(() => {
  post.mockReset();
  queries.clear();
  ({ rerender: show } = render(sheetOf(FUTURES_POSITION)));
});

describe('the stops of a position', () => {
  it('are set by prices with as many decimals as the market has', async () => {
    expect(await screen.findByText('60,061.94')).toBeTruthy();
  });

  it('show what the server expects of them, once a stop is typed', async () => {
    post.mockResolvedValue(stops);
    expect(post).not.toHaveBeenCalled();
    await userEvent.type(await screen.findByLabelText('Take-profit'), '61000');
    await screen.findByText('60,995.00', undefined, { timeout: 5000 });
    expect(screen.getByText('3.04 USDT')).toBeTruthy();
    expect(post.mock.calls.at(-1)?.slice(0, 2)).toEqual([
      'futures/preview/setstop',
      { id: '7', target_profit_price: '61000', profit_source: 'last' },
    ]);
  });

  it('say what the server would not take before anything is sent', async () => {
    post.mockRejectedValue(new CallFailed('refused', 'Above 60005, please', 'futures.take-profit-above'));
    await userEvent.type(screen.getByLabelText('Take-profit'), '59000');
    await screen.findByText(/60005/, undefined, { timeout: 5000 });
    expect(post.mock.calls.every(([path]) => path === 'futures/preview/setstop')).toBe(true);
  });

  it('leave a stop alone that was not touched here, whatever it has become meanwhile', async () => {
    post.mockImplementation(async (path) => (path === 'lever/setstop' ? 'Saved' : stops));
    await userEvent.type(await screen.findByLabelText('Take-profit'), '61000');
    show(sheetOf({ ...FUTURES_POSITION, stopLoss: '58000' }));
    expect(screen.getByLabelText<HTMLInputElement>('Stop-loss').value).toBe('58,000');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(post.mock.calls.filter(([path]) => path === 'lever/setstop').map(([, body]) => body)).toEqual([
        { id: '7', target_profit_price: '61000', profit_source: 'last' },
      ]),
    );
  });
});

describe('a stop that was dragged to a price', () => {
  it('is sent alone, and taken away where its field is emptied', async () => {
    post.mockImplementation(async (path) => (path === 'lever/setstop' ? 'Saved' : stops));
    cleanup();
    render(sheetOf({ ...FUTURES_POSITION, takeProfit: '62000', stopLoss: '57000' }, { takeProfit: '61500.50' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Take-profit')).value).toBe('61,500.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.clear(screen.getByLabelText('Take-profit'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(post.mock.calls.filter(([path]) => path === 'lever/setstop').map(([, body]) => body)).toEqual([
        { id: '7', target_profit_price: '61500.5', profit_source: 'last' },
        { id: '7', target_profit_price: '0', profit_source: 'last' },
      ]),
    );
  });
});

it('are set once more where another value was set after one whose answer was lost', async () => {
  const answers = [new CallFailed('timeout', ''), 'Saved', 'Saved'];
  post.mockImplementation(async (path) => {
    if (path !== 'lever/setstop') return stops;
    const answer = answers.shift();
    if (answer instanceof CallFailed) throw answer;
    return answer;
  });
  for (const price of ['60000', '61000', '60000']) {
    const field = await screen.findByLabelText('Take-profit');
    await userEvent.clear(field);
    await userEvent.type(field, price);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  }
  const sent = post.mock.calls.filter(([path]) => path === 'lever/setstop');
  expect(sent.map(([, body]) => body?.['target_profit_price'])).toEqual(['60000', '61000', '60000']);
  expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(3);
});
