import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes } from 'react-router-dom';
import { EntryPage } from './entry-page';
import { PageRouter } from '../platform/page-router';
import { usePreferences } from '../platform/preferences';
import { queries } from '../platform/queries';
import { guarded } from './guarded';
import { PageBoundary } from './page-boundary';
import { DESK, PAGES } from './routes';
import { Shell } from './shell';
import { styleNonce } from './style-nonce';
import { theme } from './theme';

export function App() {
  const { appearance } = usePreferences();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={appearance}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <PageRouter>
          <Pages />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages() {
  return (
    <Routes>
      <Route path="/" element={<EntryPage />} />
      <Route path={DESK.path} element={<PageBoundary>{DESK.element}</PageBoundary>} />
      <Route element={<Shell />}>{PAGES.map(guarded)}</Route>
    </Routes>
  );
}
