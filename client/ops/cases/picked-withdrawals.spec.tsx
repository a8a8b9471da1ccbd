import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type {
  ManyWithdrawalsRowView,
  ManyWithdrawalsView,
  WithdrawalCaseView,
} from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { WithdrawalsPage } from './withdrawals';

const ok = (message: unknown) => ({ type: 'ok', message });
const withdrawal = (id: string, changes: Partial<WithdrawalCaseView> = {}): WithdrawalCaseView => ({
  id,
  userId: '5',
  account: `user-${id}`,
  currencyId: 3,
  coin: 'USDT',
  network: 'TRC20',
  address: `T${id}`,
  holder: null,
  bank: null,
  verifiedName: null,
  amount: '100',
  fee: '1',
  payout: '99',
  remark: '',
  status: 'review',
  reason: '',
  hash: null,
  needsSecondPerson: false,
  firstApprovedBy: null,
  takeBackBy: null,
  takeBackReason: null,
  sending: null,
  sendingProposal: null,
  releasedFrom: null,
  plainlyProven: false,
  claim: null,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
});
const line = (id: string, changes: Partial<ManyWithdrawalsRowView> = {}): ManyWithdrawalsRowView => ({
  line: 1,
  id,
  transaction: null,
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
const view = (carriedOut: boolean, rows: ManyWithdrawalsRowView[], count: number): ManyWithdrawalsView => ({
  carriedOut,
  rows: rows.map((row, place) => ({ ...row, line: place + 1 })),
  sums: count === 0 ? [] : [{ coin: 'USDT', count, amount: String(100 * count), payout: String(99 * count) }],
});

beforeAll(speakDesk);
beforeEach(() => sitDown('treasurer'));

function show(list: WithdrawalCaseView[], answers: Record<string, unknown> = {}) {
  const calls = answerDesk({
    withdrawals: () => ok({ list, total: list.length, page: 1, limit: 20 }),
    coins: ok({ coins: [], keys: [] }),
    ...answers,
  });
  showDesk(
    <Routes>
      <Route path="/ops/withdrawals/:id?" element={<WithdrawalsPage />} />
    </Routes>,
    '/ops/withdrawals',
  );
  return { posts: () => calls.filter(({ method }) => method === 'POST') };
}

const tick = (id: string) => screen.getAllByRole<HTMLInputElement>('checkbox', { name: `Tick withdrawal ${id}` });
/** The box in the list, which stands before that of the table beside it. */
const first = async (id: string) => {
  await screen.findAllByRole('checkbox', { name: `Tick withdrawal ${id}` });
  return tick(id)[0] as HTMLInputElement;
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const open = (rows: number) => userEvent.click(screen.getByRole('link', { name: `Decide the ${rows} ticked` }));

it('decides those that are ticked as they were looked at, shows their sums first, and keeps ticked what was refused', async () => {
  const rows = [line('17'), line('18')];
  const { posts } = show([withdrawal('17'), withdrawal('18'), withdrawal('19')], {
    'withdrawals/picked/check': ok(view(false, rows, 2)),
    'withdrawals/picked': ok(
      view(
        true,
        [line('17', { outcome: 'done' }), line('18', { outcome: 'refused', problem: 'The books are stopped' })],
        1,
      ),
    ),
  });
  await userEvent.click(await first('17'));
  await userEvent.click(await first('18'));
  await open(2);
  expect(button('Release these').disabled).toBe(true);
  await userEvent.click(button('Check'));
  expect(await screen.findByText('All 2 can be done.')).toBeTruthy();
  const sums = within(screen.getByRole('table', { name: 'Together' }));
  expect(sums.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['USDT', '2', '200', '198']);
  await userEvent.click(button('Release these'));
  expect(await screen.findByText('Carried out. 1 of 2 lines were refused.')).toBeTruthy();
  expect(screen.getByText('The books are stopped')).toBeTruthy();
  const sent = { act: 'release', picked: [{ id: '17' }, { id: '18' }] };
  expect(posts()).toEqual([
    { path: 'withdrawals/picked/check', method: 'POST', body: sent },
    { path: 'withdrawals/picked', method: 'POST', body: sent, key: expect.stringMatching(/.{8}/) },
  ]);
  expect([(await first('17')).checked, (await first('18')).checked]).toEqual([false, true]);
  // What was carried out is not pressed once more.
  expect(button('Release these').disabled).toBe(true);
});

it('marks those that go where an old client bound, in the list, among those that are ticked and where they are checked', async () => {
  show([withdrawal('17', { plainlyProven: true }), withdrawal('18')], {
    'withdrawals/picked/check': ok(view(false, [line('17', { plainlyProven: true }), line('18')], 2)),
  });
  await first('17');
  expect(screen.getAllByText('Bound by an old client')).toHaveLength(1);
  await userEvent.click(await first('17'));
  await userEvent.click(await first('18'));
  await open(2);
  const ticked = within(screen.getByRole('table', { name: 'Ticked withdrawals' }));
  const marked = ticked.getAllByRole('row').filter((row) => within(row).queryByText('Bound by an old client'));
  expect(
    marked.map((row) =>
      within(row)
        .queryAllByText(/T17|T18/)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([['T17']]);
  expect(screen.queryByText(/bound by an old client:/)).toBeNull();
  await userEvent.click(button('Check'));
  expect(await screen.findByText('Address or card bound by an old client: 1 of 2.')).toBeTruthy();
  const lines = within(screen.getByRole('table', { name: 'Lines of the table' }));
  expect(lines.getAllByText('Bound by an old client')).toHaveLength(1);
});

it('does not decide what was not looked at as it stands', async () => {
  show([withdrawal('17'), withdrawal('18')], { 'withdrawals/picked/check': () => ok(view(false, [line('17')], 1)) });
  await userEvent.click(await first('17'));
  await open(1);
  await userEvent.click(button('Check'));
  await waitFor(() => expect(button('Release these').disabled).toBe(false));
  await userEvent.click(await first('18'));
  expect(button('Release these').disabled).toBe(true);
  expect(screen.queryByRole('table', { name: 'Together' })).toBeNull();
});

it('has nothing to carry out where each would be refused', async () => {
  const refused = line('17', { outcome: 'refused', problem: 'This has been decided already' });
  show([withdrawal('17')], { 'withdrawals/picked/check': ok(view(false, [refused], 0)) });
  await userEvent.click(await first('17'));
  await open(1);
  await userEvent.click(button('Check'));
  expect(await screen.findByText('1 of 1 would be refused; the others can be done.')).toBeTruthy();
  expect(button('Release these').disabled).toBe(true);
});

it('rejects with one reason for all, and pays each by its own transaction', async () => {
  const { posts } = show([withdrawal('17', { status: 'approved' }), withdrawal('18', { status: 'approved' })], {
    'withdrawals/picked/check': () => ok(view(false, [line('17'), line('18')], 2)),
  });
  await userEvent.click(await first('17'));
  await userEvent.click(await first('18'));
  await open(2);
  await userEvent.type(screen.getByLabelText('Transaction hash 17'), ' abc ');
  await userEvent.click(button('Check'));
  await waitFor(() => expect(button('Mark these as paid').disabled).toBe(false));
  await userEvent.selectOptions(screen.getByLabelText('What is done'), 'Reject');
  expect([button('Check').disabled, button('Reject these').disabled]).toEqual([true, true]);
  await userEvent.type(screen.getByLabelText('Reason'), 'Closed');
  await userEvent.click(button('Check'));
  await waitFor(() => expect(button('Reject these').disabled).toBe(false));
  expect(posts().map(({ body }) => body)).toEqual([
    {
      act: 'pay',
      picked: [
        { id: '17', transaction: 'abc' },
        { id: '18', transaction: '' },
      ],
    },
    { act: 'reject', picked: [{ id: '17' }, { id: '18' }], reason: 'Closed' },
  ]);
});

it('ticks and unticks a page at once, without what is decided', async () => {
  show([withdrawal('17'), withdrawal('18', { status: 'paid' }), withdrawal('19', { status: 'approved' })]);
  await first('17');
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tick all on this page' });
  await userEvent.click(all);
  const boxes = ['17', '18', '19'].map((id) => tick(id)[0] as HTMLInputElement);
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);
  await open(2);
  await userEvent.click(button('Untick all'));
  expect(screen.getByText('Nothing is ticked. Tick withdrawals in the list.')).toBeTruthy();
  expect(button('Check').disabled).toBe(true);
});

it('has no boxes for whoever may not decide', async () => {
  sitDown('support');
  show([withdrawal('17')]);
  await screen.findByText(/user-17/);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
