import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { FuturesStopsPreviewView } from '../../../../server/contract/trading/futures.dto';
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
beforeEach(() => {
  post.mockReset();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <StopsSheet
            opened
            onClose={jest.fn()}
            position={FUTURES_POSITION}
            product={FUTURES_PRODUCT}
            figures={{ mark: '60061.9434', liquidationPrice: '54000' } as PositionProps['figures']}
            available="1000"
          />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
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
      { id: '7', target_profit_price: '61000', stop_loss_price: '0', profit_source: 'last', stop_source: 'mark' },
    ]);
  });

  it('say what the server would not take before anything is sent', async () => {
    post.mockRejectedValue(new CallFailed('refused', 'Above 60005, please', 'futures.take-profit-above'));
    await userEvent.type(screen.getByLabelText('Take-profit'), '59000');
    await screen.findByText(/60005/, undefined, { timeout: 5000 });
    expect(post.mock.calls.every(([path]) => path === 'futures/preview/setstop')).toBe(true);
  });
});
