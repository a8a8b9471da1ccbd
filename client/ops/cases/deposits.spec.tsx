import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { DepositCaseView, DepositDetailView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { DepositsPage } from './deposits';

const claim = { operatorId: '7', login: 'greta', until: Date.now() + 3_600_000, mine: true };
const deposit: DepositCaseView = {
  id: '9',
  userId: '3',
  account: 'ann@example.com',
  currencyId: 3,
  coin: 'USDT',
  kind: 'chain',
  network: 'TRC20',
  claimedAmount: '120.50000000',
  creditedAmount: null,
  hash: 'a'.repeat(64),
  sender: '',
  recipient: null,
  hasProof: false,
  status: 'review',
  remark: '',
  chainVerdict: null,
  confirmations: 0,
  confirmationsNeeded: 19,
  needsSecondPerson: false,
  firstApprovedBy: null,
  creditedFrom: null,
  claim: null,
  createdAt: Date.now() - 90_000,
  updatedAt: 0,
};
const detail: DepositDetailView = {
  deposit,
  user: { id: '3', account: 'ann@example.com', createdAt: 0, verifiedLevel: 1, disabled: false },
  steps: [{ from: null, to: 'review', operator: null, reason: null, at: 0 }],
  others: [],
  sameHash: [],
  proposal: null,
  hasSecondPerson: true,
};
const ok = (message: unknown) => ({ type: 'ok', message });
const page = (listed: DepositCaseView) => ok({ list: [listed], total: 1, page: 1, limit: 20 });

beforeAll(speakDesk);

function open(answers: Record<string, unknown>, listed: DepositCaseView = deposit) {
  const calls = answerDesk({
    deposits: page(listed),
    'deposits/9': ok({ ...detail, deposit: listed }),
    coins: ok({ coins: [], keys: [] }),
    ...answers,
  });
  sitDown('treasurer');
  showDesk(
    <Routes>
      <Route path="/ops/deposits/:id?" element={<DepositsPage />} />
    </Routes>,
    '/ops/deposits/9',
  );
  return calls;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const posts = (calls: { method: string }[]) => calls.filter(({ method }) => method === 'POST');

it('opens a case once, claims it by key, and decides nothing before', async () => {
  let held: typeof claim | null = null;
  const calls = open({
    deposits: () => page({ ...deposit, claim: held }),
    'deposits/9/claim': () => {
      held = claim;
      return ok(claim);
    },
  });
  const approve = await button('Approve and credit 120.50000000 USDT');
  expect(approve.closest('[inert]')).not.toBeNull();
  await userEvent.keyboard('c');
  await screen.findByText(/^Yours for another/);
  expect(approve.closest('[inert]')).toBeNull();
  // To look at a case is written down: neither the claim nor the polling of the list looks again.
  expect(calls.filter(({ path }) => path === 'deposits/9')).toHaveLength(1);
});

it('credits what no chain confirms with a reason and a second press, once however often it is pressed', async () => {
  let settle: (envelope: unknown) => void = () => undefined;
  const calls = open(
    { 'deposits/9/approve': () => new Promise((resolve) => (settle = resolve)) },
    { ...deposit, claim },
  );
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount that arrived');
  await userEvent.type(amount, '1,200.5');
  await userEvent.click(await button('Approve and credit 1,200.5 USDT'));
  await screen.findByText('Please give the reason in words');
  await userEvent.type(screen.getByLabelText('Why credit it all the same'), 'Seen in the explorer.');
  await userEvent.click(await button('Approve and credit 1,200.5 USDT'));
  await screen.findByText(/Nothing on a chain confirms 1,200\.5 USDT/);
  expect(posts(calls)).toEqual([]);
  // The first press was for what stood there.
  await userEvent.type(amount, '1');
  expect(screen.queryByRole('button', { name: /all the same/ })).toBeNull();
  await userEvent.type(amount, '{Backspace}');
  await userEvent.dblClick(await button('Credit 1,200.5 USDT all the same'));
  expect(posts(calls)).toMatchObject([
    { path: 'deposits/9/approve', body: { amount: '1200.5', reason: 'Seen in the explorer.' } },
  ]);
  await act(async () => settle({ type: 'error', code: 'operations.claim-needed', message: 'Claim it first' }));
  await screen.findByText('Claim it first');
  expect(amount.value).toBe('1,200.5');
});

it('says of a coin that no chain confirms that it takes two', async () => {
  open({}, { ...deposit, claim });
  await screen.findByText(/^No chain was asked about this deposit, or it has not answered yet: two operators/);
});

it('asks of one that came by a bank what was looked at instead', async () => {
  open({}, { ...deposit, claim, kind: 'bank', hash: null });
  await screen.findByText(/^No chain confirms this deposit\. Say what you looked at instead/);
});

const proposal = {
  login: 'ann',
  mine: false,
  proposedAt: Date.now() - 60_000,
  amount: '120',
  transaction: 'b'.repeat(64),
  reason: 'Seen in an explorer.',
};

it('shows the second one what was proposed, by whom and why', async () => {
  const waits = { ...deposit, claim, needsSecondPerson: true, firstApprovedBy: 'ann' };
  open({ 'deposits/9': ok({ ...detail, deposit: waits, proposal }) }, waits);
  await screen.findByText('ann approved first; a second person is needed.');
  const proposed = within(screen.getByRole('region', { name: 'Proposed so far' }));
  for (const words of ['Proposed by ann', 'Amount that arrived', 'b'.repeat(64), 'Seen in an explorer.']) {
    expect(proposed.getByText(words)).toBeTruthy();
  }
  expect(screen.getByRole('region', { name: 'Proposed so far' }).textContent).toMatch(/120\sUSDT/);
  expect(screen.queryByText(/you are the only one at the desk/)).toBeNull();
});

it('tells the first one that another has to confirm, and who is the only one that nobody can', async () => {
  const waits = { ...deposit, needsSecondPerson: true, firstApprovedBy: 'greta' };
  const mine = { ...proposal, login: 'greta', mine: true, transaction: null };
  const whole = { ...detail, deposit: waits, proposal: mine, hasSecondPerson: false };
  open({ 'deposits/9': ok(whole) }, waits);
  await screen.findByText('You approved first; another operator has to confirm.');
  await screen.findByText(/^This takes two treasurers, and you are the only one at the desk\./);
});

it('says nothing of a second one where none is needed', async () => {
  const confirmed = { ...deposit, chainVerdict: 'confirmed' };
  open({ 'deposits/9': ok({ ...detail, deposit: confirmed, hasSecondPerson: false }) }, confirmed);
  await button('Approve and credit 120.50000000 USDT');
  expect(screen.queryByText(/you are the only one at the desk/)).toBeNull();
  expect(screen.queryByText('Needs two people')).toBeNull();
});

it('shows what was checked, and what was not', async () => {
  open({}, { ...deposit, chainVerdict: 'not-found' });
  const checks = within(await screen.findByRole('region', { name: 'Checks' }));
  for (const words of ['The chain says: no such transaction', '0 of 19 confirmations', 'There is no picture.']) {
    expect(checks.getByText(words).dataset.passes).toBe('false');
  }
  expect(checks.getByText('The hash was not handed in before').dataset.passes).toBe('true');
});

it('by a bank has a reference, and no chain that could say anything', async () => {
  open({}, { ...deposit, kind: 'bank', network: 'BANK', hash: 'SEPA 2026-11-18 0004', hasProof: true });
  const checks = within(await screen.findByRole('region', { name: 'Checks' }));
  expect(checks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'passes: There is a picture of the payment',
  ]);
  expect(screen.getByText('Reference of the bank').nextElementSibling?.textContent).toContain('SEPA 2026-11-18 0004');
  for (const words of ['The chain says', 'Confirmations', 'Transaction hash']) {
    expect(screen.queryByText(words)).toBeNull();
  }
});

it('against its chain is approved with a reason and a second press', async () => {
  const calls = open(
    { 'deposits/9/approve': ok({ outcome: 'second-person' }) },
    { ...deposit, claim, chainVerdict: 'confirming' },
  );
  await userEvent.type(await screen.findByLabelText('Why credit it all the same'), ' The node is behind. ');
  await userEvent.click(await button('Approve and credit 120.50000000 USDT'));
  await userEvent.click(await button('Credit 120.50000000 USDT all the same'));
  expect(posts(calls)).toMatchObject([{ path: 'deposits/9/approve', body: { reason: 'The node is behind.' } }]);
});

it('asks by which transaction it came where the user gave no hash', async () => {
  const calls = open(
    { 'deposits/9/approve': { type: 'error', code: 'deposits.hash-used', message: 'It was credited before' } },
    { ...deposit, claim, hash: null, kind: 'bank' },
  );
  await userEvent.type(await screen.findByLabelText('Why credit it all the same'), 'On our statement.');
  await userEvent.click(await button('Approve and credit 120.50000000 USDT'));
  const reference = await screen.findByLabelText('Reference of the bank');
  expect(reference.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(reference, ' REF 17 ');
  await userEvent.click(await button('Approve and credit 120.50000000 USDT'));
  await userEvent.click(await button('Credit 120.50000000 USDT all the same'));
  await screen.findByText('It was credited before');
  expect(posts(calls)).toMatchObject([
    { path: 'deposits/9/approve', body: { reason: 'On our statement.', transaction: 'REF 17' } },
  ]);
});

it('asks for no transaction where the user gave the hash', async () => {
  open({}, { ...deposit, claim });
  await button('Approve and credit 120.50000000 USDT');
  expect(screen.queryByLabelText('Transaction hash')).toBeNull();
});

it('asks for no reason where the chain has confirmed it', async () => {
  open({}, { ...deposit, claim, chainVerdict: 'confirmed' });
  await button('Approve and credit 120.50000000 USDT');
  expect(screen.queryByLabelText('Why credit it all the same')).toBeNull();
});

it('asks for a reason where what the chain has confirmed is too old by now', async () => {
  const calls = open(
    { 'deposits/9/approve': { type: 'error', code: 'deposits.chain-objects', message: 'It does not confirm it' } },
    { ...deposit, claim, chainVerdict: 'confirmed' },
  );
  await userEvent.click(await button('Approve and credit 120.50000000 USDT'));
  await screen.findByText('It does not confirm it');
  await userEvent.type(screen.getByLabelText('Why credit it all the same'), 'The node is away.');
  await userEvent.click(await button('Approve and credit 120.50000000 USDT'));
  await userEvent.click(await button('Credit 120.50000000 USDT all the same'));
  expect(posts(calls).at(-1)).toMatchObject({ path: 'deposits/9/approve', body: { reason: 'The node is away.' } });
});

it('asks for a reason where the chain has confirmed it and another amount is typed', async () => {
  const calls = open(
    { 'deposits/9/approve': ok({ outcome: 'second-person' }) },
    { ...deposit, claim, chainVerdict: 'confirmed' },
  );
  const amount = await screen.findByLabelText('Amount that arrived');
  await userEvent.type(amount, '120.5');
  expect(screen.queryByLabelText('Why credit it all the same')).toBeNull();
  await userEvent.clear(amount);
  await userEvent.type(amount, '120');
  await userEvent.type(screen.getByLabelText('Why credit it all the same'), 'The hash says so.');
  await userEvent.click(await button('Approve and credit 120 USDT'));
  await userEvent.click(await button('Credit 120 USDT all the same'));
  expect(posts(calls)).toMatchObject([
    { path: 'deposits/9/approve', body: { amount: '120', reason: 'The hash says so.' } },
  ]);
});

it('rejects with a reason, which is kept when the server refuses', async () => {
  const calls = open({ 'deposits/9/reject': { type: 'error', message: 'Not now' } }, { ...deposit, claim });
  await userEvent.click(await button('Reject with a reason'));
  await userEvent.click(await button('Reject'));
  await screen.findByText('Please give the reason in words');
  expect(posts(calls)).toEqual([]);
  await userEvent.type(screen.getByLabelText('Reason'), 'It never came');
  await userEvent.click(await button('Reject'));
  await screen.findByText('Not now');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('It never came');
});

it('says who has a case of somebody else’s, and for how long', async () => {
  open({}, { ...deposit, claim: { ...claim, mine: false, login: 'bob' } });
  await screen.findByText(/^bob has it for another \d+:\d\d$/);
  expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
  const row = screen.getByRole('link', { name: /120\.5 USDT/ });
  expect(within(row).getByText(/bob/)).toBeTruthy();
  await waitFor(() => expect(within(row).getByText(/min$/)).toBeTruthy());
});

it('warns of a hash that was handed in before', async () => {
  open({ 'deposits/9': ok({ ...detail, sameHash: [{ ...deposit, id: '4' }] }) });
  // Above all else, and among what was checked.
  expect(await screen.findAllByText('The same hash was handed in before. It can be credited once.')).toHaveLength(2);
});

it('says that a credit which two have approved waits, and until when', async () => {
  open({}, { ...deposit, creditedFrom: 3_601_000 });
  const note = await screen.findByText(/It takes effect later, unless an administrator stops it/);
  expect(note.querySelector('time')?.dateTime).toBe('1970-01-01T01:00:01.000Z');
});
