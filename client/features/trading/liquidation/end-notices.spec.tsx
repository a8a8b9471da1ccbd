import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { EndNotices } from './end-notices';

const listeners = new Map<string, (event: { payload: object }) => void>();
jest.mock('../../../platform/use-account-events', () => ({
  useAccountEvents: (kind: string, listener: (event: { payload: object }) => void) => listeners.set(kind, listener),
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
const tell = (kind: string, payload: object) => act(() => listeners.get(kind)?.({ payload }));

const STOPPED = {
  positionId: '4',
  market: 'BTC/USDT',
  demo: false,
  state: 'closed',
  closedAs: 'stop-loss',
  closePrice: '67501.240000000000000001',
  realisedProfit: '-528.59500000',
};

describe('what ended by itself while the page was open', () => {
  it('is told of a stop with its price and its result, until it is put away', () => {
    show();
    tell('position', STOPPED);
    expect(screen.getByRole('status').textContent).toMatch(/BTC\/USDT.*67,501.24.*-528.595\u00a0USDT/);
    act(() => screen.getAllByRole('button').at(-1)?.click());
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is not told of what the user closed, nor of the other money', () => {
    show();
    tell('position', { ...STOPPED, closedAs: 'closed' });
    tell('position', { ...STOPPED, closedAs: null });
    tell('position', { ...STOPPED, demo: true });
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is told of the newest step of a liquidation only', () => {
    show();
    const step = {
      reportId: '1',
      positionId: '4',
      kind: 'partial',
      demo: false,
      lots: 305,
      lotsLeft: 76,
      price: '65197.93',
    };
    tell('liquidation', step);
    tell('liquidation', { ...step, reportId: '2', kind: 'full', lots: 76, lotsLeft: 0, price: '64550.96' });
    const { textContent } = screen.getByRole('status');
    expect(textContent).toContain('64,550.96');
    expect(textContent).not.toContain('65,197.93');
  });
});
