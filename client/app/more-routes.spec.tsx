import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Routes, useLocation } from 'react-router-dom';
import { speak } from '../languages';
import { queries } from '../platform/queries';
import { guarded } from './guarded';
import { PAGES } from './routes';

beforeAll(() => speak('en'));

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(path: string): void {
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>{PAGES.map(guarded)}</Routes>
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('opens a page that is not known from the start', async () => {
  open('/pages/user/login/agree');
  expect(await screen.findByRole('heading', { level: 1 }, { timeout: 30_000 })).toBeTruthy();
  expect(screen.queryByText(/\/pages\/user\/login\/agree/, { selector: 'p' })).toBeNull();
});

it('says of an address that is no page that there is none', async () => {
  open('/pages/no-such/page');
  expect(await screen.findByText(/\/pages\/no-such\/page/, { selector: 'p' }, { timeout: 30_000 })).toBeTruthy();
});

it('leads who is not logged in from an own page to the login page, which knows the way back', async () => {
  open('/pages/assets/statement?of=spot');
  expect(await screen.findByText(/^\/pages\/user\/login\/login\?.*statement/, { selector: 'output' })).toBeTruthy();
});
