import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FuturesClosingView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { CallFailed } from '../../../platform/api';
import * as api from '../../../platform/api';
import { PageRouter } from '../../../platform/page-router';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION, FUTURES_PREVIEW, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { CloseSheet } from './close-sheet';
import { Closings } from './closings';
import type { PositionProps } from './position-card';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

const position = { ...FUTURES_POSITION, entryPrice: '60000' };
const four: FuturesClosingView = { closingId: '31', lots: 4, limitPrice: '61000', createdAt: 0 };
const WISH = { id: '7', price: '61000', share: 10 };
const onClose = jest.fn();

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  // What closing at the market brings is asked for, too, until the limit is chosen.
  post.mockReset().mockImplementation(() => new Promise(() => undefined));
  onClose.mockReset();
});

type Given = Pick<PositionProps, 'product' | 'figures'>;
const NOTHING: Given = { product: null, figures: null };

function show(closings: FuturesClosingView[] = [], given: Given = NOTHING) {
  const props = { ...given, position: { ...position, closings }, available: '0', isOld: false };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PageRouter>
          <Closings {...props} onAmend={() => undefined} />
          <CloseSheet {...props} opened onClose={onClose} />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const sentTo = (path: string) => post.mock.calls.filter(([to]) => to === path);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the sheet that closes a position', () => {
  it('puts in an order at a price, by the same key until somebody knows what became of it', async () => {
    let answers = 0;
    post.mockImplementation((path) => {
      if (path !== 'lever/close_limit') return new Promise(() => undefined);
      answers += 1;
      return answers > 1
        ? Promise.resolve('Submitted')
        : Promise.reject(new CallFailed('unreachable', 'Nobody answered'));
    });
    show();
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    expect(button('Place the order').disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Limit price'), '61000');
    expect(screen.getByText(/At that price: 100\.00 USDT/)).toBeTruthy();
    await userEvent.click(button('Place the order'));
    await screen.findByRole('alert');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Limit price').value.replaceAll(',', '')).toBe('61000');
    await userEvent.click(button('Place the order'));
    const sent = sentTo('lever/close_limit');
    expect(sent.map(([, body]) => body)).toEqual([WISH, WISH]);
    expect(new Set(sent.map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('begins with the mark, in as many decimals as a price may have', async () => {
    show([], {
      product: { priceDecimals: 2 } as Given['product'],
      figures: { mark: '60999.12789' } as Given['figures'],
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    const { value } = screen.getByLabelText<HTMLInputElement>('Limit price');
    expect(value.replaceAll(',', '')).toBe('60999.12');
    expect(button('Place the order').disabled).toBe(false);
  });

  it('offers those lots that no other order waits for', async () => {
    show([four]);
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    expect(screen.getByText('Not in other orders: 6 lots')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Limit price'), '62000');
    await userEvent.type(screen.getByLabelText('Lots to close'), '0');
    expect(screen.getByText('Whole lots, 1 to 6')).toBeTruthy();
    expect(button('Place the order').disabled).toBe(true);
  });

  it('says so where orders wait for all lots', async () => {
    show([four, { ...four, closingId: '32', lots: 6 }]);
    await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
    expect(screen.getByText(/already wait to close all lots/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Place the order' })).toBeNull();
  });
});

it('is not left while its command is on its way, and shut by the answer', async () => {
  let finish: (words: string) => void = () => undefined;
  post.mockImplementation(
    (path) => new Promise((resolve) => (path === 'lever/close_limit' ? (finish = resolve) : undefined)),
  );
  show();
  await userEvent.click(screen.getByRole('radio', { name: 'Limit' }));
  await userEvent.type(screen.getByLabelText('Limit price'), '61000');
  await userEvent.click(button('Place the order'));
  await userEvent.click(screen.getByRole('radio', { name: 'Market' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>('Limit price').value.replaceAll(',', '')).toBe('61000');
  await act(async () => finish('Submitted'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('closes nothing at the market by a preview that cannot be renewed', async () => {
  post.mockImplementation((path) =>
    path === 'futures/preview/close' ? Promise.resolve(FUTURES_PREVIEW) : new Promise(() => undefined),
  );
  show([], { product: FUTURES_PRODUCT, figures: null });
  await waitFor(() => expect(button('Close the whole position').disabled).toBe(false));
  onlineManager.setOnline(false);
  try {
    await screen.findByText(/^You are offline/, {}, { timeout: 20_000 });
    expect(button('Close the whole position').disabled).toBe(true);
  } finally {
    act(() => onlineManager.setOnline(true));
  }
});

it('shows the orders that wait, and takes one back', async () => {
  post.mockImplementation((path) =>
    path === 'lever/close_cancel' ? Promise.resolve('Done') : new Promise(() => undefined),
  );
  show([four]);
  expect(screen.getByText('Closes 4 lots at 61,000')).toBeTruthy();
  await userEvent.click(button(/^Cancel order: Closes 4 lots/));
  expect(sentTo('lever/close_cancel').map(([, body]) => body)).toEqual([{ id: '7', closing_id: '31' }]);
});
