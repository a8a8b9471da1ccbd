import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ProposalsPage } from './proposals';

const ok = (message: unknown) => ({ type: 'ok', message });

beforeAll(speakDesk);

function open(role: 'treasurer' | 'reviewer', insurance: unknown = ok({ id: '12' })) {
  const calls = answerDesk({
    proposals: ok({ list: [], total: 0, page: 1, limit: 20 }),
    coins: ok({ coins: [{ id: 3, code: 'USDT', scale: 8, networks: [] }], keys: [] }),
    insurance,
  });
  sitDown(role);
  showDesk(
    <Routes>
      <Route path="/ops/proposals/:id?" element={<ProposalsPage />} />
    </Routes>,
    '/ops/proposals/insurance',
  );
  return calls;
}

it('proposes to top up the insurance fund, once all is said', async () => {
  const calls = open('treasurer');
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Propose' }));
  await press();
  expect(calls.filter(({ path }) => path === 'insurance')).toEqual([]);
  // The cursor is in the first field that is wrong.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Coin')));
  await userEvent.selectOptions(screen.getByLabelText('Coin'), '3');
  await userEvent.type(screen.getByLabelText(/^Amount/), '2500.5');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'After the crash');
  await press();
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'insurance')?.body).toEqual({
      currencyId: 3,
      amount: '2500.5',
      reason: 'After the crash',
    }),
  );
});

it('sends it again under the same key as long as nobody knows what became of it', async () => {
  const answers = [
    () => {
      throw new TypeError('the line broke');
    },
    () => ok({ id: '12' }),
    () => ok({ id: '13' }),
  ];
  const calls = open('treasurer', () => answers.shift()?.());
  const sent = () => calls.filter(({ path }) => path === 'insurance').map(({ key }) => key);
  const propose = async () => userEvent.click(await screen.findByRole('button', { name: 'Propose' }));
  const fill = async () => {
    await screen.findByRole('option', { name: 'USDT' });
    await userEvent.selectOptions(screen.getByLabelText('Coin'), '3');
    await userEvent.type(screen.getByLabelText(/^Amount/), '2500');
    await userEvent.type(screen.getByLabelText(/^Reason/), 'After the crash');
  };
  await fill();
  await propose();
  await screen.findByRole('alert');
  await propose();
  await waitFor(() => expect(sent()).toHaveLength(2));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe(''));
  await fill();
  await propose();
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [first, again, next] = sent();
  expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

it('is not there for whoever is no treasurer', async () => {
  open('reviewer');
  expect(await screen.findAllByText('Nothing here.')).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Propose' })).toBeNull();
});
