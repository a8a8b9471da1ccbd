import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as api from '../../../platform/api';
import { FUTURES_PREVIEW } from '../../../test/samples/futures';
import type { OrderWish } from '../futures-account';
import { useOrderPreview } from './use-order-preview';

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
afterEach(() => jest.useRealTimers());

function open(wish: OrderWish) {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook((props: OrderWish) => useOrderPreview(props, true), { initialProps: wish, wrapper });
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
