import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../../../languages';
import { PageRouter } from '../../../platform/page-router';
import { beginSession, endSession, isLoggedIn, rememberUser, type SessionUser } from '../../../platform/session';
import { LogOutButton } from './log-out-button';

beforeAll(() => speak('en'));
afterEach(() => endSession());

it('opens the login page at once though the network answers nothing', async () => {
  globalThis.fetch = () => new Promise(() => undefined);
  beginSession('token');
  rememberUser({ id: 7 } as SessionUser);
  render(
    <MantineProvider env="test">
      <PageRouter>
        <LogOutButton />
      </PageRouter>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Log out' })).at(-1) as HTMLElement);
  expect(isLoggedIn()).toBe(false);
  expect(window.location.pathname).toBe('/pages/user/login/login');
});
