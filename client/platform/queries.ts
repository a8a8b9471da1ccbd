import { QueryClient } from '@tanstack/react-query';

/** The page's one memory of HTTP replies. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 5000, refetchOnWindowFocus: true } },
});
