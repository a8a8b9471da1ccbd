import { prefetchMarkets } from '../features/markets/market-list';
import { queries } from '../platform/queries';
import { lazyPage } from './lazy-page';
import { type PageRoute, withWords } from './page-route';

/** Fetches the files of the home page. */
export const loadHome = () => import('../pages/home');
const loadTrade = () => import('../pages/markets/trade');
const loadOption = () => import('../pages/trading/option');
const futuresWords = async () => (await import('../languages/futures')).futuresWords;
const loadFutures = withWords(() => import('../pages/trading/futures'), futuresWords);
/** Fetches the list of all other pages. */
const loadMore = () => import('./more-routes');

/** The operators' desk: a part of its own, with everything below `/ops`, and no part of the users' frame. */
export const DESK: PageRoute = { path: '/ops/*', element: lazyPage(() => import('../ops')) };

/** The pages that first visits open, and at last all others that are built, which one file knows. */
export const PAGES: PageRoute[] = [
  { path: '/pages/index/index', element: lazyPage(loadHome) },
  { path: '/pages/trade/index', element: lazyPage(loadTrade) },
  { path: '/pages/option/index', element: lazyPage(loadOption) },
  { path: '/pages/contract/index', element: lazyPage(loadFutures) },
  { path: '*', element: lazyPage(loadMore) },
];

const DESK_PATH = /^\/ops(\/|$)/;
const EARLY: Record<string, () => Promise<unknown>> = {
  '/': loadHome,
  '/pages/index/index': loadHome,
  '/pages/trade/index': loadTrade,
  '/pages/option/index': loadOption,
  '/pages/contract/index': loadFutures,
};

/** Starts to fetch the files and the markets of the page that was asked for, beside the words instead of after them. */
export function fetchEarly(path: string): void {
  if (path in EARLY) prefetchMarkets(queries);
  if (DESK_PATH.test(path)) return;
  const load = EARLY[path] ?? loadMore;
  load().catch(() => {
    // The page itself says so when it is drawn.
  });
  // Between a finger's coming down and what it does by going up again there is time for a small file.
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, fetchMore, { once: true });
}

/** Ahead of the first press that leads to one of them. */
export function fetchMore(): void {
  loadMore().catch(() => {
    // Whoever opens one of its pages fetches it again.
  });
}
