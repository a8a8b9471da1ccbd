import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { Toasts } from '../../ui/toast';
import { OperatorsPage } from './operators';

const ok = (message: unknown) => ({ type: 'ok', message });
const operator = {
  id: '5',
  login: 'otto',
  roles: ['auditor'],
  status: 'active',
  hasPassword: true,
  createdAt: 0,
  lastLoginAt: null,
};

beforeAll(speakDesk);

function open(answers: Record<string, unknown> = {}) {
  const proposed = ok({ id: '12' });
  const calls = answerDesk({
    operators: ok([operator]),
    'operators/5/roles': proposed,
    'operators/5/reset': proposed,
    'operators/5/disable': proposed,
    ...answers,
  });
  sitDown('administrator');
  showDesk(
    <>
      <OperatorsPage />
      <Toasts />
    </>,
  );
  return calls;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const propose = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Propose' }))[0] as Element);

async function change(act: string): Promise<void> {
  await press('Change : otto');
  await userEvent.click(screen.getByRole('radio', { name: act }));
}

it('proposes a new operator with its roles and a reason', async () => {
  let posted = false;
  const calls = open({
    operators: () => {
      const answer = posted ? ok({ id: '12' }) : ok([operator]);
      posted = true;
      return answer;
    },
  });
  await screen.findByText('otto');
  const sent = () => calls.filter(({ method }) => method === 'POST');
  await propose();
  expect(await screen.findByText('Please give the reason in words')).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Login/), 'greta.holm');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Treasurer/ }));
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Works in the treasury');
  await propose();
  await waitFor(() =>
    expect(sent()).toMatchObject([
      {
        path: 'operators',
        key: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
        body: { login: 'greta.holm', roles: ['treasurer'], reason: 'Works in the treasury' },
      },
    ]),
  );
  expect(await screen.findByText('Proposed. It waits for another administrator.')).toBeTruthy();
});

it.each([
  ['Change the roles', 'roles', { roles: ['auditor'] }],
  ['Reset access', 'reset', {}],
  ['Disable', 'disable', {}],
])('proposes to %s', async (words, act, fields) => {
  const calls = open();
  await change(words);
  const reason = screen.getAllByLabelText(/^Reason/)[0] as Element;
  await userEvent.type(reason, 'As agreed');
  await propose();
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { path: `operators/5/${act}`, body: { ...fields, reason: 'As agreed' } },
    ]),
  );
  expect(await screen.findByText('Proposed. It waits for another administrator.')).toBeTruthy();
});
