import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnnouncedActView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { Toasts } from '../../ui/toast';
import { DeskShell } from '../frame/desk-shell';
import { AnnouncedPage } from './announced';

const ok = (message: unknown) => ({ type: 'ok', message });
const act = {
  id: '4',
  kind: 'network-change',
  subjectId: '1',
  userId: null,
  detail: { coin: 'BTC', network: 'Bitcoin', withdrawalFee: '0.5', withdrawalsOn: true },
  reason: 'Congestion',
  proposalId: null,
  proposedBy: 'ann',
  approvedBy: null,
  beganAt: 1_000,
  dueAt: 3_601_000,
  status: 'waiting',
  endedAt: null,
  stoppedBy: null,
  endReason: null,
} satisfies AnnouncedActView;
const pageOf = (...list: object[]) => ok({ list, total: list.length, page: 1, limit: 20 });

beforeAll(speakDesk);

function open(role: 'administrator' | 'treasurer', ...list: object[]) {
  const calls = answerDesk({ announced: pageOf(...list), 'announced/4/stop': ok('ok') });
  sitDown(role);
  showDesk(
    <>
      <AnnouncedPage />
      <Toasts />
    </>,
  );
  return calls;
}

it('is read in full, with the instant at which it takes effect and who decided it', async () => {
  open('treasurer', act);
  expect(await screen.findByRole('heading', { name: 'Settings of a network' })).toBeTruthy();
  const valueOf = (label: string) => screen.getByText(label).nextElementSibling;
  expect(valueOf('Takes effect at')?.querySelector('time')?.dateTime).toBe('1970-01-01T01:00:01.000Z');
  expect(valueOf('Fixed fee')?.textContent).toBe('0.5');
  expect(valueOf('Withdrawals')?.textContent).toBe('Yes');
  expect(valueOf('Set by')?.textContent).toBe('ann');
  expect(screen.queryByText('Approved by')).toBeNull();
});

it('is stopped by an administrator with a reason, and by nobody else', async () => {
  open('treasurer', act);
  await screen.findByText('Congestion');
  expect(screen.queryByRole('button', { name: /Stop it/ })).toBeNull();
  cleanup();
  const calls = open('administrator', act);
  await userEvent.click(await screen.findByRole('button', { name: 'Stop it: Settings of a network' }));
  const stop = () => userEvent.click(screen.getByRole('button', { name: 'Stop it' }));
  await stop();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(screen.getByLabelText('Reason'), 'Nobody told me');
  await stop();
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { path: 'announced/4/stop', body: { reason: 'Nobody told me' } },
    ]),
  );
  expect(await screen.findByText('Stopped', { selector: '[role="status"] *' })).toBeTruthy();
});

it('cannot be stopped once it is over, and says how it ended', async () => {
  open('administrator', { ...act, status: 'stopped', endedAt: 5_000, stoppedBy: 'otto', endReason: 'Not agreed' });
  expect((await screen.findByText('Stopped by')).nextElementSibling?.textContent).toBe('otto');
  expect(screen.getByText('Not agreed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Stop it/ })).toBeNull();
});

it.each([
  ['administrator', 2, true],
  ['administrator', 0, false],
  ['support', 2, false],
] as const)('tells a %s on every page that %i wait: %s', async (role, count, isShown) => {
  answerDesk({
    queues: ok({ queues: [{ kind: 'announced', waiting: count, oldestAt: null }] }),
    books: ok({ trading: { real: { mode: 'open' }, demo: { mode: 'open' } } }),
  });
  sitDown(role);
  showDesk(<DeskShell />, '/ops/own');
  if (isShown) {
    expect(await screen.findByText(/Decided changes take effect soon: 2/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Look at them' }).getAttribute('href')).toBe('/ops/announced');
  } else {
    await waitFor(() => expect(screen.queryByText(/Times in/)).toBeTruthy());
    expect(screen.queryByText(/Decided changes/)).toBeNull();
  }
});
