import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { VerificationCaseView, VerificationDetailView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { VerificationsPage } from './verifications';

const claim = { operatorId: '7', login: 'greta', until: Date.now() + 3_600_000, mine: true };
const seen: VerificationCaseView = {
  id: '9',
  userId: '3',
  account: 'ann@example.com',
  level: 'basic',
  status: 'under-review',
  country: 'ZZ',
  name: 'Seen Person',
  idNumberMasked: 'TK******01',
  version: 1,
  submittedAt: Date.now() - 90_000,
  claim,
};
const detailOf = (shown: VerificationCaseView): VerificationDetailView => ({
  case: shown,
  idKind: 'passport',
  idNumber: 'TK000001',
  address: null,
  reason: null,
  photos: [{ kind: 'front', status: 'under-review', reason: null, removedAt: null }],
  user: { id: '3', account: 'ann@example.com', createdAt: 0, verifiedLevel: 0, disabled: false },
  steps: [{ from: null, to: 'under-review', operator: null, reason: null, photoReasons: {}, at: 0 }],
  sameNumber: [],
  excludedNumber: false,
  otherLevel: null,
});
const ok = (message: unknown) => ({ type: 'ok', message });
const changed = { type: 'error', code: 'verification.case-changed', message: 'Look at it again' };

beforeAll(speakDesk);

/** A case that another person was handed in for since it was opened; acts on what was there before are refused. */
function openChanged(first: VerificationCaseView = seen) {
  let looks = 0;
  const now: VerificationCaseView = { ...seen, version: 3, name: 'Other Person' };
  const calls = answerDesk({
    verification: () => ok({ list: [looks > 1 ? now : first], total: 1, page: 1, limit: 20 }),
    'verification/9': () => ok(detailOf(looks++ === 0 ? first : now)),
    'verification/9/photos/front': () => new Blob([`picture ${looks}`], { type: 'image/jpeg' }),
    'verification/9/claim': changed,
    'verification/9/approve': changed,
    'verification/9/reject': changed,
  });
  showCase();
  return calls;
}

function showCase(): void {
  sitDown('reviewer');
  showDesk(
    <Routes>
      <Route path="/ops/verification/:id?" element={<VerificationsPage />} />
    </Routes>,
    '/ops/verification/9',
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const article = async () => within(await screen.findByRole('article'));
const posts = (calls: { method: string }[]) => calls.filter(({ method }) => method === 'POST');

it('says under which country others have the number, and that an excluded person had it', async () => {
  const others = [{ userId: '5', status: 'verified', country: 'JP' }];
  answerDesk({
    verification: ok({ list: [seen], total: 1, page: 1, limit: 20 }),
    'verification/9': ok({ ...detailOf(seen), sameNumber: others, excludedNumber: true }),
  });
  showCase();
  const same = within(await screen.findByRole('table', { name: 'Other users with the same number' }));
  expect(same.getByText('Japan')).toBeTruthy();
  expect(await screen.findByText(/^Somebody who excluded themselves/)).toBeTruthy();
});

it('approves what is on the screen; where it is another by now, shows that with its pictures, and keeps what was typed', async () => {
  const calls = openChanged();
  await (await article()).findByText('Seen Person');
  const picture = async () => (await screen.findByRole<HTMLImageElement>('img', { name: 'Front of the ID' })).src;
  const before = await picture();
  const country = await screen.findByLabelText<HTMLInputElement>('Country of the document');
  await userEvent.type(country, 'Japan');
  await userEvent.click(await button('Approve the person'));
  await screen.findByText('Look at it again');
  expect(posts(calls)).toMatchObject([{ path: 'verification/9/approve', body: { version: 1, country: 'Japan' } }]);
  await (await article()).findByText('Other Person');
  expect(country.isConnected && country.value).toBe('Japan');
  expect(screen.getByText('Look at it again')).toBeTruthy();
  await waitFor(async () => expect(await picture()).not.toBe(before));
  await userEvent.click(await button('Approve the person'));
  await waitFor(() => expect(posts(calls)).toHaveLength(2));
  expect(posts(calls)[1]).toMatchObject({ body: { version: 3, country: 'Japan' } });
});

it('sends back what is on the screen, and keeps the reasons where it is another by now', async () => {
  const calls = openChanged();
  await userEvent.click(await button('Reject with a reason'));
  await userEvent.type(await screen.findByLabelText('Why take it again: Front of the ID'), 'Glare');
  await userEvent.type(screen.getByLabelText('Reason'), 'The name differs');
  await userEvent.click(await button('Reject'));
  await (await article()).findByText('Other Person');
  const photoReasons = { front: 'Glare' };
  expect(posts(calls)).toMatchObject([
    { path: 'verification/9/reject', body: { version: 1, reason: 'The name differs', photoReasons } },
  ]);
  expect(screen.getByDisplayValue('The name differs')).toBeTruthy();
  expect(screen.getByDisplayValue('Glare')).toBeTruthy();
});

it('claims what is on the screen, and nothing that it has become since', async () => {
  const calls = openChanged({ ...seen, claim: null });
  await userEvent.click(await button('Claim'));
  await (await article()).findByText('Other Person');
  expect(posts(calls)).toMatchObject([{ path: 'verification/9/claim', body: { version: 1 } }]);
});
