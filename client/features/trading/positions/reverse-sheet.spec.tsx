import { MantineProvider } from '@mantine/core';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FuturesPreviewView, FuturesReversePreviewView } from '../../../../server/contract/trading/futures.dto';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { CallFailed } from '../../../platform/api';
import * as api from '../../../platform/api';
import { PageRouter } from '../../../platform/page-router';
import { changePreferences } from '../../../platform/preferences';
import { FUTURES_POSITION, FUTURES_PREVIEW, FUTURES_PRODUCT } from '../../../test/samples/futures';
import { ReverseSheet } from './reverse-sheet';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
const post = jest.mocked(api.post);

/** A long of ten lots with a gain of 99, against a short of ten. */
const PREVIEW: FuturesReversePreviewView = {
  closing: {
    ...FUTURES_PREVIEW,
    side: 'long',
    lots: 10,
    price: '60995',
    realisedProfit: '99',
    fee: '3.05',
  },
  opening: {
    ...FUTURES_PREVIEW,
    side: 'short',
    lots: 10,
    price: '60990',
    margin: '609.9',
    fee: '3.0495',
    liquidationPriceAfter: '66800',
    balanceAfter: '480.5',
  } as FuturesPreviewView,
};
const WISH = { id: '7', worst_price: '60929.01', worst_fee_ratio: '0.0005' };
const onClose = jest.fn();
let preview: () => Promise<unknown>;
let answer: () => Promise<unknown>;

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
  await speakMore(futuresWords);
});
beforeEach(() => {
  preview = async () => PREVIEW;
  answer = async () => 'Done';
  onClose.mockReset();
  post.mockReset().mockImplementation((path) => (path === 'lever/reverse' ? answer() : preview()));
});

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PageRouter>
          <ReverseSheet position={FUTURES_POSITION} product={FUTURES_PRODUCT} isOld={false} opened onClose={onClose} />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const sent = () => post.mock.calls.filter(([path]) => path === 'lever/reverse');
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const rowOf = async (label: string, place = 0) =>
  (await screen.findAllByText(label))[place]?.closest('div')?.textContent;

describe('the sheet that reverses a position', () => {
  it('says in numbers what is closed and what is opened before anything is sent', async () => {
    show();
    await screen.findByText('Long · 10 lots');
    expect(await rowOf('Closes')).toBe('ClosesLong · 10 lots');
    expect(await rowOf('Realised profit')).toBe('Realised profit+99.00 USDT');
    expect(await rowOf('Opens')).toBe('OpensShort · 10 lots');
    expect(await rowOf('Estimated price', 1)).toBe('Estimated price60,990.00');
    expect(await rowOf('Not filled worse than')).toBe('Not filled worse than60,929.01');
    expect(await rowOf('Margin')).toBe('Margin609.90 USDT');
    expect(await rowOf('Liquidation')).toBe('Liquidation66,800.00');
    expect(await rowOf('Available afterwards')).toBe('Available afterwards480.50 USDT');
    expect(post.mock.calls[0]?.slice(0, 2)).toEqual(['futures/preview/reverse', { id: '7' }]);
    expect(sent()).toEqual([]);
  });

  it('sends it with the worst price that was shown, by the same key until somebody knows what became of it', async () => {
    let answers = 0;
    answer = () => {
      answers += 1;
      return answers > 1 ? Promise.resolve('Done') : Promise.reject(new CallFailed('unreachable', 'Nobody answered'));
    };
    show();
    await screen.findByText('Long · 10 lots');
    await userEvent.click(button('Close and open short'));
    await screen.findByRole('alert');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button('Close and open short'));
    expect(sent().map(([, body]) => body)).toEqual([WISH, WISH]);
    expect(new Set(sent().map(([, , options]) => options?.idempotencyKey)).size).toBe(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows the worst price that goes with it where one is sent again, whatever the price is by then', async () => {
    answer = () => Promise.reject(new CallFailed('unreachable', 'Nobody answered'));
    show();
    await screen.findByText('Long · 10 lots');
    preview = async () => ({ ...PREVIEW, opening: { ...PREVIEW.opening, price: '50000' } });
    await userEvent.click(button('Close and open short'));
    await waitFor(async () => expect(await rowOf('Estimated price', 1)).toBe('Estimated price50,000.00'));
    expect(await rowOf('Not filled worse than')).toBe('Not filled worse than60,929.01');
    await userEvent.click(button('Close and open short'));
    expect(sent().map(([, body]) => body)).toEqual([WISH, WISH]);
  });

  it('shows why it was refused, and stays', async () => {
    const why = 'Not reversed, nothing was closed; closing alone is still possible. You are taking a break';
    answer = () => Promise.reject(new CallFailed('refused', why, 'limits.break'));
    show();
    await screen.findByText('Long · 10 lots');
    await userEvent.click(button('Close and open short'));
    expect((await screen.findByRole('alert')).textContent).toBe(why);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('cannot be sent where the preview is refused', async () => {
    preview = () => Promise.reject(new CallFailed('refused', 'The market is closed', 'market.closed'));
    show();
    await screen.findByText('The market is closed');
    expect(button('Close and open short').disabled).toBe(true);
  });

  it('cannot be sent where the money does not suffice, and says that closing can', async () => {
    preview = async () => ({ ...PREVIEW, opening: { ...PREVIEW.opening, balanceAfter: '-1.5' } });
    show();
    await screen.findByText(
      /There is not enough in the contract account\. The position can still be closed by itself\./,
    );
    expect(button('Close and open short').disabled).toBe(true);
  });
});

describe('a preview that cannot be renewed', () => {
  const reverse = () => button('Close and open short');
  afterEach(() => {
    jest.useRealTimers();
    onlineManager.setOnline(true);
  });

  it('is gone on with no more where the device is offline, and again when it is back', async () => {
    show();
    await screen.findByText('Long · 10 lots');
    expect(reverse().disabled).toBe(false);
    onlineManager.setOnline(false);
    await screen.findByText(/^You are offline/, {}, { timeout: 20_000 });
    expect(reverse().disabled).toBe(true);
    act(() => onlineManager.setOnline(true));
    await waitFor(() => expect(reverse().disabled).toBe(false));
    expect(screen.queryByText(/^You are offline/)).toBeNull();
  });

  it('is gone on with no more once nothing has answered for ten seconds', async () => {
    jest.useFakeTimers();
    show();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Long · 10 lots')).toBeTruthy();
    preview = () => new Promise(() => undefined);
    await act(() => jest.advanceTimersByTimeAsync(8000));
    expect(reverse().disabled).toBe(false);
    await act(() => jest.advanceTimersByTimeAsync(4000));
    expect([reverse().disabled, screen.getByRole('alert').textContent]).toEqual([
      true,
      expect.stringMatching(/^The price is not up to date/),
    ]);
  });
});
