import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { speak } from '../../languages';
import { changePreferences } from '../../platform/preferences';
import { PageRouter } from '../../platform/page-router';
import MyPage from './my';
import SideMenu from './side-menu';

jest.mock('../../features/account/profile', () => ({ AccountCard: () => null }));
jest.mock('../../features/wallet/demo', () => ({ useDemo: () => ({ isDemo: false }) }));

beforeAll(async () => {
  changePreferences({ language: 'en' });
  await speak('en');
});

function linksOf(children: ReactNode): string[] {
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PageRouter>{children}</PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => new URL(href).pathname);
  unmount();
  return links;
}

it('the menu leads to what is traded, the page to the account and its money; neither is the other', () => {
  const menu = linksOf(<SideMenu opened onClose={() => undefined} />);
  const page = linksOf(<MyPage />);
  const traded = ['trade', 'contract', 'option', 'trust', 'subscription', 'otc', 'ieo'].map(
    (one) => `/pages/${one}/index`,
  );
  expect(menu.slice(0, traded.length)).toEqual(traded);
  expect(page.filter((link) => traded.includes(link))).toEqual([]);
  expect(page).toEqual(expect.arrayContaining(['/pages/deposit/index', '/pages/settings/security/index']));
  expect(menu.filter((link) => page.includes(link))).toEqual([]);
});
