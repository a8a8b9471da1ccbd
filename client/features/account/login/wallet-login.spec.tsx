import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../../../languages';
import { CallFailed } from '../../../platform/api';
import { WalletLogin } from './wallet-login';
import * as api from './wallet-login.api';
import * as providers from '../../../platform/wallet-providers';

jest.mock('./wallet-login.api', () => ({ logInByWallet: jest.fn() }));
jest.mock('../../../platform/wallet-providers', () => ({
  ...jest.requireActual('../../../platform/wallet-providers'),
  findErcWallets: jest.fn(),
}));
const logIn = jest.mocked(api.logInByWallet);

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const provider = {
  request: ({ method }: { method: string }) => Promise.resolve(method === 'eth_requestAccounts' ? [ADDRESS] : '0x1'),
};

beforeAll(() => speak('en'));
beforeEach(() => {
  logIn.mockReset();
  jest.mocked(providers.findErcWallets).mockResolvedValue([{ name: 'A wallet', provider }] as never);
});

function show(invitation = '') {
  const done = jest.fn();
  render(
    <MantineProvider env="test">
      <WalletLogin invitation={invitation} onDone={done} />
    </MantineProvider>,
  );
  return done;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const codeField = () => screen.getByLabelText<HTMLInputElement>(/^Invitation code/);
const refused = (words: string, code: 'account.invitation-required' | 'account.invitation-unknown') =>
  new CallFailed('refused', words, code);

describe('the first login of a wallet', () => {
  it('asks for an invitation code when the server wants one, and sends it with the next signature', async () => {
    const done = show();
    logIn.mockRejectedValueOnce(refused('An invitation code is required', 'account.invitation-required'));
    await press(/ERC/);
    expect(await screen.findByText('An invitation code is required')).not.toBeNull();
    expect(codeField()).toBe(document.activeElement);
    logIn.mockRejectedValueOnce(refused('This invitation code does not exist', 'account.invitation-unknown'));
    await userEvent.type(codeField(), 'abcd2345');
    await press(/ERC/);
    expect(await screen.findByText('This invitation code does not exist')).not.toBeNull();
    expect(codeField().value).toBe('abcd2345');
    await userEvent.clear(codeField());
    await userEvent.type(codeField(), ' EFGH2345 ');
    logIn.mockResolvedValueOnce();
    await press(/ERC/);
    expect(logIn.mock.calls.map(([, proof]) => proof.invitation)).toEqual(['', 'abcd2345', 'EFGH2345']);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('has no field for a code before somebody has one, and the one of a link is filled in', async () => {
    show();
    expect(screen.queryByLabelText(/^Invitation code/)).toBeNull();
    await press('I have an invitation code');
    expect(codeField().value).toBe('');
  });

  it('sends the code of the link that led here', async () => {
    show('LINK2345');
    expect(codeField().value).toBe('LINK2345');
    logIn.mockResolvedValueOnce();
    await press(/ERC/);
    expect(logIn.mock.calls[0]?.[1]).toEqual({ totp: '', invitation: 'LINK2345' });
  });
});
