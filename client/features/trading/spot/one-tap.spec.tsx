import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { SpotPreviewView } from '../../../../server/contract/trading/spot.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { CallFailed, get, post } from '../../../platform/api';
import { SPOT_DESK, SPOT_MARKET, spotPreview } from '../../../test/samples/spot';
import { TradePanel } from './trade-panel';

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
jest.mock('../../../platform/api', () => ({
  ...jest.requireActual('../../../platform/api'),
  get: jest.fn(),
  post: jest.fn(),
}));
jest.mock('../../../platform/one-tap', () => ({ useOneTap: () => isOn }));
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: () => ({ status: 'live', state: BOOK, at: 0, refusal: null }),
  useConnection: () => ({ state: 'live', heardAt: null }),
}));
jest.mock('../../markets/market-list', () => ({
  useTicker: () => TICKER,
  usePriceAge: () => LIVE,
  useClosedWords: () => null,
}));

const BOOK = { asks: [['100', '5']], bids: [['99', '5']] };
const TICKER = { symbol: 'BTC/USDT', last: '100' };
const LIVE = { kind: 'live' };
const sent = jest.mocked(post);
const orders = () => sent.mock.calls.filter(([path]) => path === 'coin/trade');
let isOn: boolean;
let previewed: () => Promise<SpotPreviewView>;
let traded: () => Promise<string>;

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
});
beforeEach(() => {
  isOn = true;
  previewed = async () => spotPreview();
  traded = async () => 'Submit success';
  jest.mocked(get).mockResolvedValue([]);
  sent.mockReset().mockImplementation(async (path) => (path === 'spot/preview' ? previewed() : traded()));
});
afterEach(() => jest.restoreAllMocks());

const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity (BTC)');

async function buy() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TradePanel market={SPOT_MARKET} desk={SPOT_DESK} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByLabelText('Market'));
  await userEvent.type(quantity(), '0.5');
}
const tap = () => userEvent.click(screen.getByRole('button', { name: 'Buy BTC' }));

/** The confirmation waits for a press, and nothing was sent. */
async function isAsked() {
  const confirm = within(await screen.findByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  await waitFor(() => expect(confirm.disabled).toBe(false));
  expect(orders()).toEqual([]);
  return confirm;
}

describe('one tap', () => {
  it('sends the order once, with the worst price of that second, and says beforehand that it will', async () => {
    await buy();
    expect(screen.getByText('One tap is on: sent at once, without a confirmation.')).toBeTruthy();
    await tap();
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders()).toHaveLength(1);
    const [[, body, options]] = orders() as [[string, object, { idempotencyKey: string }]];
    expect(body).toMatchObject({ amount: '0.5', type: '1', worst_price: '100.1', worst_fee_ratio: '0.001' });
    expect(options.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  });

  it('asks whoever has not switched it on', async () => {
    isOn = false;
    await buy();
    expect(screen.queryByText(/One tap is on/)).toBeNull();
    await tap();
    await isAsked();
  });

  it('is of fingers and mice: Enter in a field asks', async () => {
    await buy();
    await userEvent.type(quantity(), '{Enter}');
    await isAsked();
  });

  it('sends nothing by itself after something stood in the way, even when that is over', async () => {
    let refused = true;
    previewed = async () => {
      if (refused) throw new CallFailed('refused', 'The market is halted', 'market.halted');
      return spotPreview();
    };
    await buy();
    await tap();
    await within(await screen.findByRole('dialog')).findByText('The market is halted');
    refused = false;
    const confirm = await isAsked();
    await userEvent.click(confirm);
    await waitFor(() => expect(orders()).toHaveLength(1));
  }, 60_000);

  it('asks when the figures come late', async () => {
    let answer = (_preview: SpotPreviewView) => {};
    previewed = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    await buy();
    await tap();
    await screen.findByRole('dialog');
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 2500);
    await act(async () => answer(spotPreview()));
    await isAsked();
  });

  it('sends no higher fee than the form has shown; the new one is pressed by hand', async () => {
    const FORM = SPOT_DESK.fee_ratio;
    previewed = async () => spotPreview({ fee: '0.075', fee_ratio: '0.0015' });
    traded = async () => {
      throw new CallFailed('refused', 'The fee is 0.15% now', 'spot.fee-raised');
    };
    await buy();
    await tap();
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText('The fee is 0.15% now');
    expect(quantity().value).toBe('0.5');
    traded = async () => 'Submit success';
    await userEvent.click(sheet.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(quantity().value).toBe(''));
    expect(orders().map(([, body]) => body?.worst_fee_ratio)).toEqual([FORM, '0.0015']);
  });

  it('does not send again what has failed: that is pressed by hand', async () => {
    traded = async () => {
      throw new CallFailed('refused', 'Not enough money', 'ledger.insufficient-balance');
    };
    await buy();
    await tap();
    const sheet = within(await screen.findByRole('dialog'));
    await sheet.findByText('Not enough money');
    expect(orders()).toHaveLength(1);
    expect(quantity().value).toBe('0.5');
  });
});
