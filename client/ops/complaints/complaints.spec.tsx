import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import type { ComplaintCaseView } from '../../../server/contract/operations';
import { showDesk, sitDown, speakDesk } from '../../test/desk';
import { ComplaintsPage } from './complaints-page';

beforeAll(speakDesk);

const AT = Date.UTC(2026, 4, 6, 7, 8, 9);
const WAITING: ComplaintCaseView = {
  id: '17',
  userId: '100001',
  subject: 'spot',
  orderNumber: '',
  state: 'received',
  receivedAt: AT,
  dueAt: AT + 86_400_000,
  answeredAt: null,
  reopenUntil: null,
  isOverdue: false,
  language: 'en',
  entries: [{ author: 'user', operator: null, text: 'The price', at: AT }],
};
const ANSWERED: ComplaintCaseView = {
  ...WAITING,
  state: 'answered',
  dueAt: null,
  answeredAt: AT,
  entries: [...WAITING.entries, { author: 'desk', operator: 'ann', text: 'We looked again.', at: AT }],
};

/** Answers calls of one complaint. An answer to it ends as given; from then on it is answered. */
function answerCalls(outcome: object): void {
  let shown = WAITING;
  const answering = async (address: string) => {
    const isAnswer = address.endsWith('/answer');
    if (isAnswer) shown = ANSWERED;
    return { headers: new Headers(), json: async () => (isAnswer ? outcome : { type: 'ok', message: shown }) };
  };
  globalThis.fetch = answering as unknown as typeof fetch;
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the answer' }));

async function writeAnswer(): Promise<void> {
  sitDown('support');
  showDesk(
    <Routes>
      <Route path="/ops/complaints/:id?" element={<ComplaintsPage />} />
    </Routes>,
    '/ops/complaints/17',
  );
  await userEvent.type(await screen.findByLabelText('Answer'), 'My words');
  await send();
  expect(await screen.findByText('We looked again.')).toBeTruthy();
}

it('is answered once, and then there is nothing to answer', async () => {
  answerCalls({ type: 'ok', message: 'ok' });
  await writeAnswer();
  expect(screen.queryByLabelText('Answer')).toBeNull();
});

it('that somebody else answered meanwhile says so, and keeps what was written', async () => {
  answerCalls({ type: 'error', code: 'complaints.answered', message: 'It has been answered' });
  await writeAnswer();
  expect(await screen.findByText('It has been answered')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('My words');
  expect(screen.getByRole('button', { name: 'Send the answer' })).toHaveProperty('disabled', true);
});

it('says how many entries were on the screen, and says the same again while nobody knows what became of it', async () => {
  const sent: { key: string | undefined; body: unknown }[] = [];
  let shown = WAITING;
  const answering = async (address: string, { body, headers }: { body?: string; headers?: Record<string, string> }) => {
    if (!address.endsWith('/answer'))
      return { headers: new Headers(), json: async () => ({ type: 'ok', message: shown }) };
    sent.push({ key: headers?.['idempotency-key'], body: JSON.parse(body ?? '') });
    // It was reopened while the answer was on its way.
    shown = { ...WAITING, state: 'reopened', entries: [...ANSWERED.entries, ...WAITING.entries] };
    throw new TypeError('the line was cut');
  };
  globalThis.fetch = answering as unknown as typeof fetch;
  await writeAnswer();
  await send();
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ text: 'My words', seen: 1 })));
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});
