import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerDesk, showDesk, speakDesk } from '../../test/desk';
import { DeskLogin } from './desk-login';
import { deskState, leaveDesk } from './desk-session';

const OPERATOR = {
  id: '1',
  login: 'ann',
  roles: ['auditor'],
  status: 'active',
  hasPassword: true,
  createdAt: 0,
  lastLoginAt: null,
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeAll(speakDesk);
beforeEach(leaveDesk);

async function fillIn(): Promise<void> {
  await userEvent.type(field('Login'), 'Ann ');
  await userEvent.type(field('Password'), 'the one-time one');
  await userEvent.type(field('Digit 1 of 6'), '12a3456');
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
  expect(screen.getAllByLabelText<HTMLInputElement>(/^Digit/).map(({ value }) => value)).toEqual([...'123456']);
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

describe('for the first time', () => {
  const totpUri = 'otpauth://totp/Trading:desk%20ann?issuer=Trading&secret=ABCDEFGHJKLM2345&period=30';

  async function enrol(): Promise<void> {
    await userEvent.click(screen.getByRole('button', { name: 'First login' }));
    await userEvent.type(field('Login'), 'Ann ');
    await userEvent.type(field('One-time password'), 'ABCD-EFGH');
    await userEvent.click(screen.getByRole('button', { name: 'Make the authenticator' }));
  }

  it('makes an authenticator, shows it, and logs in with a code of it and an own password', async () => {
    let tries = 0;
    const calls = answerDesk({
      enrol: { type: 'ok', message: { totpUri } },
      login: () => {
        tries += 1;
        return tries === 1
          ? { type: 'error', code: 'operations.login-wrong', message: 'Something is wrong' }
          : { type: 'ok', message: { operator: OPERATOR, expiresAt: 1, idleMinutes: 30 } };
      },
    });
    showDesk(<DeskLogin />);
    await enrol();
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator' })).toBeTruthy();
    expect(screen.getByText('ABCDEFGHJKLM2345')).toBeTruthy();
    await userEvent.type(field('Digit 1 of 6'), '123456');
    await userEvent.type(field('Your own password'), 'a long enough one');
    await userEvent.type(field('The same again'), 'a long enough two');
    await logIn();
    await screen.findByText('The two passwords differ');
    expect(calls.map(({ path }) => path)).toEqual(['enrol']);
    await userEvent.clear(field('The same again'));
    await userEvent.type(field('The same again'), 'a long enough one');
    await logIn();
    await screen.findByText('Something is wrong');
    expect(document.activeElement).toBe(field('Digit 1 of 6'));
    await logIn();
    await waitFor(() => expect(deskState()).toMatchObject({ phase: 'in', session: { operator: { login: 'ann' } } }));
    const invited = { login: 'ann', password: 'ABCD-EFGH' };
    expect(calls[0]?.body).toEqual(invited);
    expect(calls[2]?.body).toEqual({ ...invited, totp: '123456', newPassword: 'a long enough one' });
  });

  it('says what stands in the way, and leads back', async () => {
    const message = 'The one-time password has expired. Ask for a new one';
    answerDesk({ enrol: { type: 'error', code: 'operations.invitation-expired', message } });
    showDesk(<DeskLogin />);
    await enrol();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the usual login' }));
    expect(screen.getByRole('group', { name: 'Authenticator code' })).toBeTruthy();
  });
});

describe('where the browser knows passkeys', () => {
  const asked = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 1,
    allowCredentials: [],
    userVerification: 'required',
  };

  beforeEach(() => {
    Object.assign(window, { PublicKeyCredential: function PublicKeyCredential() {} });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  });

  it('offers a passkey first, and says when nothing was confirmed', async () => {
    const calls = answerDesk({ 'passkey_login/options': { type: 'ok', message: asked } });
    showDesk(<DeskLogin />);
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names[0]).toBe('Log in with a passkey');
    await userEvent.click(screen.getByRole('button', { name: 'Log in with a passkey' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(calls.map(({ path }) => path)).toEqual(['passkey_login/options']);
    expect(deskState().phase).toBe('out');
  });

  it('offers to make one with the one-time password, and an authenticator beside it', async () => {
    answerDesk({});
    showDesk(<DeskLogin />);
    await userEvent.click(screen.getByRole('button', { name: 'First login' }));
    expect(screen.getByRole('button', { name: 'Make a passkey' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make the authenticator' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull();
  });
});
