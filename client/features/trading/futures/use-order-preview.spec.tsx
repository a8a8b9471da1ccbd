import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as api from '../../../platform/api';
import { FUTURES_PREVIEW } from '../../../test/samples/futures';
import type { OrderWish } from '../futures-account';
import { type OrderPreview, useOrderPreview } from './use-order-preview';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

const WISH: OrderWish = {
  baseId: 1,
  quoteId: 3,
  side: 'long',
  lots: 1,
  leverage: 5,
  marginMode: 'isolated',
  limitPrice: null,
  takeProfit: null,
  takeProfitSource: 'last',
  stopLoss: null,
  stopLossSource: 'mark',
  reduceOnly: false,
};

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const asked = () => post.mock.calls.map(([, body]) => body?.share);

beforeEach(() => {
  jest.useFakeTimers();
  post
    .mockReset()
    .mockImplementation(async (_path, body) => ({ ...FUTURES_PREVIEW, lots: body?.share, balanceAfter: '1' }));
});
afterEach(() => {
  onlineManager.setOnline(true);
  jest.useRealTimers();
});

/** An amount by which the lots follow the price. */
const AMOUNT = '6000';

function open(wish: OrderWish, typed: string | null = AMOUNT) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const view = renderHook(
    (props: { wish: OrderWish; amount: string | null }) => useOrderPreview(props.wish, props.amount, true),
    {
      initialProps: { wish, amount: typed },
      wrapper,
    },
  );
  return { ...view, rerender: (next: OrderWish, amount = typed) => view.rerender({ wish: next, amount }) };
}

it('asks once the lots stand still for a moment', async () => {
  const { rerender, result } = open(WISH);
  await pass(0);
  for (const lots of [2, 3, 4]) {
    rerender({ ...WISH, lots });
    await pass(100);
  }
  expect(asked()).toEqual([1]);
  await pass(300);
  await pass(100);
  expect(asked()).toEqual([1, 4]);
  expect([result.current.preview?.lots, result.current.shown.isFormer]).toEqual([4, false]);
});

it('asks every now and then where the lots never stand still, for the eye alone', async () => {
  const { rerender, result } = open(WISH);
  await pass(0);
  for (let lots = 2; lots < 22; lots += 1) {
    rerender({ ...WISH, lots });
    await pass(100);
  }
  expect(asked()).toHaveLength(2);
  expect(result.current.preview).toBeNull();
  expect(result.current.shown).toMatchObject({ isFormer: true, preview: { lots: asked().at(-1) } });
});

const shown = ({ shown: { preview, isFormer } }: OrderPreview) => [preview?.lots ?? null, isFormer];

it.each([
  ['lots that were typed', { lots: 2 }, null],
  ['another amount', { lots: 2 }, '12000'],
  ['a limit', { limitPrice: '50000' }, AMOUNT],
  ['another leverage', { lots: 2, leverage: 50 }, AMOUNT],
  ['another margin mode', { marginMode: 'cross' }, AMOUNT],
  ['a stop', { lots: 2, stopLoss: '40000' }, AMOUNT],
  ['another side', { side: 'short' }, AMOUNT],
] as const)('shows nothing from before of %s', async (_what, change, amount) => {
  const { rerender, result } = open(WISH, amount === null ? null : AMOUNT);
  await pass(0);
  expect(shown(result.current)).toEqual([1, false]);
  rerender({ ...WISH, ...change }, amount);
  expect(shown(result.current)).toEqual([null, false]);
  // What was said of the one before does not come back either.
  rerender({ ...WISH, ...change, lots: 3 }, amount);
  expect(shown(result.current)).toEqual([null, false]);
  await pass(400);
  await pass(0);
  expect(shown(result.current)).toEqual([3, false]);
});

it('says no refusal of an order from before, and shows no figures from before it', async () => {
  const { rerender, result } = open(WISH);
  await pass(0);
  post.mockRejectedValueOnce(new api.CallFailed('refused', 'Fewer lots', 'futures.lots'));
  rerender({ ...WISH, lots: 2 });
  expect(shown(result.current)).toEqual([1, true]);
  await pass(400);
  await pass(0);
  expect([result.current.field, shown(result.current)]).toEqual(['lots', [null, false]]);
  rerender({ ...WISH, lots: 3 });
  expect([result.current.failure, result.current.field, shown(result.current)]).toEqual([null, null, [null, false]]);
});

it('shows no figures from before while nothing can be asked', async () => {
  const { rerender, result } = open(WISH);
  await pass(0);
  onlineManager.setOnline(false);
  rerender({ ...WISH, lots: 2 });
  await pass(400);
  await pass(0);
  expect(shown(result.current)).toEqual([null, false]);
  await act(async () => onlineManager.setOnline(true));
  await pass(0);
  expect(shown(result.current)).toEqual([2, false]);
});
