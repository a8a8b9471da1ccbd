import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { speak, speakMore } from '../../../languages';
import { depthChartWords } from '../../../languages/depth-chart';
import { futuresWords } from '../../../languages/futures';
import { FUTURES_MARKET, FUTURES_PRODUCT, FUTURES_TICKER } from '../../../test/samples/futures';
import { FuturesViews } from './futures-views';

const BOOK = {
  bids: [
    ['59999.87', '1'],
    ['59999.81', '2'],
  ],
  asks: [['60000.02', '3']],
};
jest.mock('../../../platform/use-channel', () => ({
  ...jest.requireActual('../../../platform/use-channel'),
  useChannel: (channel: string) => ({
    state: channel === 'markets.depth' ? BOOK : null,
    status: 'live',
    at: 0,
    refusal: null,
  }),
}));
jest.mock('../../markets/candles', () => ({ MarketChart: () => null }));

const taken = jest.fn();

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
  await speakMore(depthChartWords);
});
beforeEach(() => taken.mockReset());

function show(onPrice: typeof taken | null = taken) {
  render(
    <MantineProvider env="test">
      <FuturesViews
        market={FUTURES_MARKET}
        hasBook
        product={FUTURES_PRODUCT}
        ticker={FUTURES_TICKER as TickerView}
        onPrice={onPrice ?? undefined}
        own={null}
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('tab', { name: 'Order book' }));
}

const bids = () => within(screen.getByRole('table', { name: 'Bids' }));

describe('the book of a futures market on a phone', () => {
  it('gives the price that is tapped to the ticket', () => {
    show();
    fireEvent.click(bids().getByRole('button', { name: '59,999.81' }));
    expect(taken.mock.calls).toEqual([['59999.81']]);
  });

  it('puts its levels together in the step that is chosen', () => {
    show();
    fireEvent.change(screen.getByLabelText('Step of the order book'), { target: { value: '1' } });
    expect(bids().getByRole('button').textContent).toBe('59,999.8');
    expect(screen.getByRole('table', { name: 'Asks' }).textContent).toContain('60,000.1');
  });

  it('takes no price where there is no ticket', () => {
    show(null);
    expect(screen.queryByRole('button', { name: /59,999/ })).toBeNull();
  });

  it('as a chart gives the price that is tapped, too', async () => {
    show();
    fireEvent.click(screen.getByRole('tab', { name: 'Depth chart' }));
    fireEvent.keyDown(await screen.findByRole('slider'), { key: 'Enter' });
    expect(taken.mock.calls).toEqual([['60000.02']]);
  });
});
