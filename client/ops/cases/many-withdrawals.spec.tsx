import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { ManyWithdrawalsRowView, ManyWithdrawalsView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ManyWithdrawals } from './many-withdrawals';
import { WithdrawalsPage } from './withdrawals';

const ok = (message: unknown) => ({ type: 'ok', message });
const HASH = 'ab'.repeat(32);
const row = (changes: Partial<ManyWithdrawalsRowView> = {}): ManyWithdrawalsRowView => ({
  line: 1,
  id: '17',
  transaction: HASH,
  coin: 'USDT',
  network: 'TRC20',
  amount: '100',
  payout: '99',
  needsSecondPerson: false,
  plainlyProven: false,
  outcome: 'ready',
  problem: null,
  ...changes,
});
const view = (carriedOut: boolean, ...rows: ManyWithdrawalsRowView[]): ManyWithdrawalsView => ({
  carriedOut,
  rows,
  sums: [],
});

beforeAll(speakDesk);
beforeEach(() => sitDown('treasurer'));

const paste = (text: string) => fireEvent.change(screen.getByLabelText('Table'), { target: { value: text } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const check = () => userEvent.click(button('Check'));

it('carries a table out as it was looked at, and says of each line what came of it', async () => {
  const calls = answerDesk({
    'withdrawals/many/check': ok(view(false, row(), row({ line: 2, id: '18', outcome: 'before' }))),
    'withdrawals/many': ok(
      view(
        true,
        row({ outcome: 'refused', problem: 'The books are stopped' }),
        row({ line: 2, id: '18', outcome: 'before' }),
      ),
    ),
  });
  showDesk(<ManyWithdrawals />);
  expect(button('Check').disabled).toBe(true);
  paste(`\uFEFFid\thash\r\n17\t${HASH}\r\n18\t${HASH}\r\n`);
  expect(button('Mark these as paid').disabled).toBe(true);
  await check();
  expect(await screen.findByText('All 2 lines are in order.')).toBeTruthy();
  await userEvent.click(button('Mark these as paid'));
  const table = within(await screen.findByRole('table', { name: 'Lines of the table' }));
  expect(await table.findByText('The books are stopped')).toBeTruthy();
  expect(table.getByText('Was done before')).toBeTruthy();
  expect(screen.getByText('Carried out. 1 of 2 lines were refused.')).toBeTruthy();
  const sent = { act: 'pay', table: `id,hash\n17,${HASH}\n18,${HASH}` };
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([
    { path: 'withdrawals/many/check', method: 'POST', body: sent },
    { path: 'withdrawals/many', method: 'POST', body: sent, key: expect.stringMatching(/.{8}/) },
  ]);
  // What was carried out is not pressed once more.
  expect(button('Mark these as paid').disabled).toBe(true);
});

it('says which lines go where an old client bound, and how many', async () => {
  const rows = [
    row({ plainlyProven: true }),
    row({ line: 2, id: '18' }),
    row({ line: 3, id: '19', plainlyProven: true }),
  ];
  answerDesk({ 'withdrawals/many/check': ok(view(false, ...rows)) });
  showDesk(<ManyWithdrawals />);
  paste(`17,${HASH}\n18,${HASH}\n19,${HASH}`);
  await check();
  expect(await screen.findByText('Address or card bound by an old client: 2 of 3.')).toBeTruthy();
  expect(screen.getAllByText('Bound by an old client')).toHaveLength(2);
});

it('carries out nothing that is wrong, nor what was changed since it was looked at', async () => {
  const answers = [
    view(false, row({ outcome: 'refused', problem: 'This record was not found' })),
    view(false, row({ needsSecondPerson: true, transaction: null })),
  ];
  answerDesk({ 'withdrawals/many/check': () => ok(answers.shift()) });
  showDesk(<ManyWithdrawals />);
  await userEvent.selectOptions(screen.getByLabelText('What is done'), 'Release');
  paste('17');
  await check();
  expect(await screen.findByText('1 of 1 lines are wrong. Nothing is done until they are right.')).toBeTruthy();
  expect(button('Release these').disabled).toBe(true);
  paste('18');
  expect(screen.queryByRole('table')).toBeNull();
  await check();
  expect(await screen.findByText('All 1 lines are in order.')).toBeTruthy();
  expect(button('Release these').disabled).toBe(false);
  await userEvent.selectOptions(screen.getByLabelText('What is done'), 'Mark as paid');
  expect(button('Mark these as paid').disabled).toBe(true);
});

it('takes a file', async () => {
  answerDesk({});
  showDesk(<ManyWithdrawals />);
  const file = new File([`17,${HASH}`], 'paid.csv', { type: 'text/csv' });
  Object.assign(file, { text: async () => `17,${HASH}` });
  await userEvent.upload(screen.getByLabelText('Or a CSV file'), file);
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Table').value).toBe(`17,${HASH}`));
});

it.each([
  ['treasurer', 1],
  ['support', 0],
] as const)('is offered to whoever may decide: %s', async (role, offered) => {
  sitDown(role);
  answerDesk({ withdrawals: ok({ list: [], total: 0, page: 1, limit: 20 }), coins: ok({ coins: [], keys: [] }) });
  showDesk(
    <Routes>
      <Route path="/ops/withdrawals/:id?" element={<WithdrawalsPage />} />
    </Routes>,
    '/ops/withdrawals',
  );
  await screen.findByText('Nothing here.');
  expect(screen.queryAllByRole('link', { name: 'By a table' })).toHaveLength(offered);
});
