import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { OperatorRole } from '../../../server/contract/operations/words';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { BooksPage } from './books';

const ok = (message: unknown) => ({ type: 'ok', message });
const FINGERPRINTS = ['a', 'b'].map((letter) => letter.repeat(64));
const mode = (state: string) => ({ mode: state, cause: '', broken: [], since: 0, verifiedAt: 0, checkedAt: 0 });
const row = (place: number) => ({ book: 'demo', fingerprint: FINGERPRINTS[place], details: { id: String(place + 7) } });
const standing = {
  ...row(0),
  id: '5',
  invariant: 'O07',
  since: 0,
  reason: 'Forged quote',
  proposedBy: 'ann',
  approvedBy: 'bob',
};

beforeAll(speakDesk);

function open(role: OperatorRole) {
  const invariant = { says: 'An entry is on the tape.', holds: false, rows: [row(0), row(1)], quarantined: [] };
  const calls = answerDesk({
    books: ok({
      trading: { real: mode('open'), demo: mode('cancel-only') },
      ledgerSeal: null,
      auditSeal: null,
    }),
    'books/verify': ok({
      inOrder: false,
      invariants: [
        { ...invariant, name: 'O07', mayQuarantine: true },
        { ...invariant, name: 'L19', mayQuarantine: false },
      ],
    }),
    'books/quarantine': ok({ list: [standing], total: 1, id: '9' }),
    'books/quarantine/5/lift': ok('ok'),
    'books/reopen': ok({ id: '8' }),
  });
  sitDown(role);
  showDesk(
    <Routes>
      <Route path="/ops/books" element={<BooksPage />} />
    </Routes>,
    '/ops/books',
  );
  return calls;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('shows each book by itself, and proposes to reopen the one that is stopped', async () => {
  const calls = open('administrator');
  expect(await screen.findByRole('heading', { name: 'Real money' })).toBeTruthy();
  expect(screen.getByText('Open')).toBeTruthy();
  expect(screen.getByText('Cancel and close only')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Put right by hand');
  await press('Propose to reopen');
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'books/reopen')?.body).toEqual({
      book: 'demo',
      reason: 'Put right by hand',
    }),
  );
});

it('proposes exactly the chosen rows for quarantine, and only of what cannot be put right', async () => {
  const calls = open('administrator');
  await press('Verify the books now');
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes).toHaveLength(2);
  await userEvent.click(boxes[1] as HTMLElement);
  const reasons = screen.getAllByLabelText(/^Reason/);
  await userEvent.type(reasons.at(-1) as HTMLElement, 'Forged quote');
  await press('Propose quarantine');
  await waitFor(() =>
    expect(calls.find(({ path, body }) => path === 'books/quarantine' && body !== null)?.body).toEqual({
      invariant: 'O07',
      fingerprints: [FINGERPRINTS[1]],
      reason: 'Forged quote',
    }),
  );
});

it('lists what stands, with who said so, and lifts it', async () => {
  const calls = open('treasurer');
  expect(await screen.findByText('ann, bob')).toBeTruthy();
  await press('Lift the quarantine');
  const reasons = screen.getAllByLabelText(/^Reason/);
  await userEvent.type(reasons.at(-1) as HTMLElement, 'No longer wanted');
  await press('Lift the quarantine');
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'books/quarantine/5/lift')?.body).toEqual({ reason: 'No longer wanted' }),
  );
});

it('offers an auditor nothing to propose', async () => {
  open('auditor');
  await press('Verify the books now');
  expect(await screen.findAllByText(/"id":"8"/)).not.toHaveLength(0);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Propose|^Lift/ })).toBeNull();
});
