import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerDesk, showDesk, speakDesk } from '../../test/desk';
import { DeskLogin } from './desk-login';
import { deskState, leaveDesk } from './desk-session';

const OPERATOR = { id: '1', login: 'ann', roles: ['auditor'], status: 'active', createdAt: 0, lastLoginAt: null };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeAll(speakDesk);
beforeEach(leaveDesk);

async function fillIn(): Promise<void> {
  await userEvent.type(field('Login'), 'Ann ');
  await userEvent.type(field('Password'), 'the one-time one');
  await userEvent.type(field('Authenticator code'), '12a3456');
}

const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));

it('asks for a password of one’s own with everything else kept, and sends all of it again', async () => {
  let tries = 0;
  const calls = answerDesk({
    login: () => {
      tries += 1;
      const refusal = { type: 'error', code: 'operations.new-password-required', message: 'Choose one of your own' };
      return tries === 1 ? refusal : { type: 'ok', message: { operator: OPERATOR, expiresAt: 1, idleMinutes: 30 } };
    },
  });
  showDesk(<DeskLogin />);
  await fillIn();
  await logIn();
  await screen.findByText('Choose one of your own');
  expect(field('Authenticator code').value).toBe('123456');
  await userEvent.type(field('Your own password'), 'a long enough one');
  await userEvent.type(field('The same again'), 'a long enough two');
  await logIn();
  await screen.findByText('The two passwords differ');
  expect(calls).toHaveLength(1);
  await userEvent.clear(field('The same again'));
  await userEvent.type(field('The same again'), 'a long enough one');
  await logIn();
  await waitFor(() => expect(deskState()).toMatchObject({ phase: 'in', session: { operator: { login: 'ann' } } }));
  const first = { login: 'ann', password: 'the one-time one', totp: '123456' };
  expect(calls.map(({ body }) => body)).toEqual([first, { ...first, newPassword: 'a long enough one' }]);
});

it('says at the fields what is missing, and sends nothing', async () => {
  const calls = answerDesk({});
  showDesk(<DeskLogin />);
  await logIn();
  expect(await screen.findAllByText('Please fill this in')).toHaveLength(2);
  expect(screen.getByText('Six digits of the authenticator')).toBeTruthy();
  expect(document.activeElement).toBe(field('Login'));
  expect(calls).toEqual([]);
});

it('draws an authenticator’s code without sending its address anywhere', async () => {
  const calls = answerDesk({});
  showDesk(<DeskLogin />);
  await userEvent.click(screen.getByText('First login: set up the authenticator'));
  await userEvent.type(field('Authenticator address'), 'https://example.com');
  expect(screen.getByText('It begins with otpauth://')).toBeTruthy();
  await userEvent.clear(field('Authenticator address'));
  await userEvent.type(field('Authenticator address'), 'otpauth://totp/desk%20ann?secret=ABCDEF');
  expect(screen.getByRole('img', { name: 'QR code for the authenticator' })).toBeTruthy();
  expect(calls).toEqual([]);
});
