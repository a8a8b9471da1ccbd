import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './product.js';

/** Pages that lead on to the home page while somebody is logged in. */
const OF_GUESTS = /^\/pages\/user\/login\/(login|register|forgetPassword)$/;
/** What a page is about, where it is about one thing. `ORDER` stands for an order of the user's. */
const ABOUT: Record<string, string> = {
  '/pages/trust/detail': '?id=1',
  '/pages/trust/order': '?id=1',
  '/pages/trust/hosting/detail': '?id=ORDER',
};

/** Every address of the app's own lists: a page that is added is looked at without anybody remembering it. */
export const PAGES: readonly string[] = [
  ...new Set(
    ['routes', 'more-routes']
      .flatMap((name) => [
        ...readFileSync(join(REPOSITORY, `client/app/${name}.tsx`), 'utf8').matchAll(/path: '(\/pages\/[^']+)'/g),
      ])
      .map(([, path = '']) => path),
  ),
]
  .filter((path) => !OF_GUESTS.test(path))
  .map((path) => path + (ABOUT[path] ?? ''));
