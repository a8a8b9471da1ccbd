import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { speak, speakMore } from '../../../languages';
import { spotWords } from '../../../languages/spot';
import { CancelExit } from './cancel-exit';
import * as calls from './spot-orders.api';

jest.mock('./spot-orders.api', () => ({ ...jest.requireActual('./spot-orders.api'), cancelExit: jest.fn() }));
const cancelExit = jest.mocked(calls.cancelExit);

// A bound against hanging; a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });

beforeAll(async () => {
  await speak('en');
  await speakMore(spotWords);
});

it('what a purchase leaves behind is taken back after a question, once, and the orders are read again', async () => {
  const queries = new QueryClient();
  const readAgain = jest.spyOn(queries, 'invalidateQueries');
  let answer: (words: string) => void = () => undefined;
  cancelExit.mockImplementation(() => new Promise((done) => (answer = done)));
  const order = { id: '7', account_type: 'real_account' } as SpotOrderView;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <CancelExit order={order} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const opener = screen.getByRole('button');
  fireEvent.click(opener);
  const sheet = await screen.findByRole('dialog');
  expect(cancelExit).not.toHaveBeenCalled();
  const last = within(sheet).getByRole('button', { name: opener.textContent ?? '' });
  fireEvent.click(last);
  fireEvent.click(last);
  await waitFor(() => expect(cancelExit).toHaveBeenCalledTimes(1));
  expect(cancelExit).toHaveBeenCalledWith(order, expect.stringMatching(/\S{8,}/));
  await act(async () => answer('Taken back'));
  await waitFor(() => expect(readAgain).toHaveBeenCalledTimes(2));
  expect(cancelExit).toHaveBeenCalledTimes(1);
});
