import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { EndNotices } from './end-notices';

const listeners = new Map<string, (event: { payload: object }) => void>();
jest.mock('../../../platform/use-account-events', () => ({
  useAccountEvents: (kind: string, listener: (event: { payload: object }) => void) => listeners.set(kind, listener),
}));

const MARKET = { id: 1, symbol: 'BTC/USDT', priceDecimals: 2 };
jest.mock('../../markets/market-list', () => ({
  useMarket: () => ({ market: MARKET }),
  useMarkets: () => ({ markets: [MARKET] }),
}));

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
});

const show = () =>
  render(
    <MantineProvider env="test">
      <EndNotices onShow={() => undefined} />
    </MantineProvider>,
  );
const emit = (kind: string, payload: object) => act(() => listeners.get(kind)?.({ payload }));

const STOPPED = {
  positionId: '4',
  market: 'BTC/USDT',
  demo: false,
  state: 'closed',
  closedAs: 'stop-loss',
  lotsOrdered: 2,
  // The mean and the sum with a lot that was closed before.
  closePrice: '67537.52',
  realisedProfit: '-38.2998',
  fill: { lots: 1, price: '65624.590000000000000001', profit: '-38.27920000', fee: '0.1' },
};

describe('what ended by itself while the page was open', () => {
  it('is told of a stop with its price and its result, until it is put away', () => {
    show();
    emit('position', STOPPED);
    const { textContent } = screen.getByRole('status');
    expect(textContent).toMatch(/BTC\/USDT.*1 lot .*65,624\.59\. .*-38\.27\u00a0USDT/);
    expect(textContent).not.toContain('67,537.52');
    act(() => screen.getAllByRole('button').at(-1)?.click());
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is not told of what the user closed, nor of the other money', () => {
    show();
    emit('position', { ...STOPPED, closedAs: 'closed' });
    emit('position', { ...STOPPED, closedAs: null });
    emit('position', { ...STOPPED, demo: true });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is told of the newest step of a liquidation only', () => {
    show();
    const step = {
      reportId: '1',
      positionId: '4',
      marketId: 1,
      kind: 'partial',
      demo: false,
      lots: 305,
      lotsLeft: 76,
      price: '65197.93',
    };
    emit('liquidation', step);
    emit('liquidation', { ...step, reportId: '2', kind: 'full', lots: 76, lotsLeft: 0, price: '64550.96' });
    const { textContent } = screen.getByRole('status');
    expect(textContent).toContain('64,550.96');
    expect(textContent).not.toContain('65,197.93');
  });
});
