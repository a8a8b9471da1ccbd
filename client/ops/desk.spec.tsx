import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { answerDesk, showDesk, speakDesk } from '../test/desk';
import { leaveDesk } from './frame/desk-session';
import Desk from './index';

// The sheet is text only after the build.
jest.mock('./styles', () => ({ adoptDeskSheet: () => undefined }));

const ok = (message: unknown) => ({ type: 'ok', message });
const operator = {
  id: '7',
  login: 'greta',
  roles: ['treasurer'],
  status: 'active',
  hasPassword: true,
  createdAt: 0,
  lastLoginAt: null,
};
const open = { mode: 'open', cause: '', broken: [], since: 0, verifiedAt: null, checkedAt: null };

beforeAll(speakDesk);
beforeEach(leaveDesk);

it('says that a proposal which was sent again after no answer was made once', async () => {
  const answers = [
    () => {
      throw new TypeError('the line broke');
    },
    () => ok({ id: '12' }),
  ];
  const calls = answerDesk({
    login: ok({ operator, expiresAt: 4e12, idleMinutes: 30 }),
    me: ok({ operator, expiresAt: 4e12, idleMinutes: 30 }),
    queues: ok({ queues: [] }),
    books: ok({ trading: { real: open, demo: open }, ledgerSeal: null, auditSeal: null }),
    proposals: ok({ list: [], total: 0, page: 1, limit: 20 }),
    coins: ok({ coins: [{ id: 3, code: 'USDT', scale: 8, networks: [] }], keys: [] }),
    insurance: () => answers.shift()?.(),
  });
  showDesk(
    <Routes>
      <Route path="/ops/*" element={<Desk />} />
    </Routes>,
    '/ops/proposals/insurance',
  );
  await userEvent.type(await screen.findByLabelText('Login'), 'greta');
  await userEvent.type(screen.getByLabelText('Password'), 'a long enough one');
  await userEvent.type(screen.getByLabelText('Digit 1 of 6'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('option', { name: 'USDT' });
  await userEvent.selectOptions(screen.getByLabelText('Coin'), '3');
  await userEvent.type(screen.getByLabelText(/^Amount/), '2500');
  await userEvent.type(screen.getByLabelText(/^Reason/), 'After the crash');
  const propose = () => userEvent.click(screen.getByRole('button', { name: 'Propose' }));
  await propose();
  await screen.findByRole('alert');
  await propose();
  await screen.findByText(/It was carried out once, not twice/);
  const keys = calls.filter(({ path }) => path === 'insurance').map(({ key }) => key);
  await waitFor(() => expect([keys.length, new Set(keys).size]).toEqual([2, 1]));
});
