import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './product.js';

/** Pages that lead on to the home page while somebody is logged in. */
const OF_GUESTS = /^\/pages\/user\/login\/(login|register|forgetPassword)$/;
const LISTS = ['client/app/routes.tsx', 'client/app/more-routes.tsx'];
/** What a page is about, where it is about one thing. `ORDER` stands for an order of the user's. */
const ABOUT: Record<string, string> = {
  '/pages/trust/detail': '?id=1',
  '/pages/trust/order': '?id=1',
  '/pages/trust/hosting/detail': '?id=ORDER',
};

/** What stands at `path:` in lists of pages. */
function pathsIn(files: readonly string[], pattern: RegExp): string[] {
  const found = files.flatMap((file) => [...readFileSync(join(REPOSITORY, file), 'utf8').matchAll(pattern)]);
  return [...new Set(found.map(([, path = '']) => path))];
}

/** Every address of the app's own lists: a page that is added is looked at without anybody remembering it. */
const ADDRESSES = pathsIn(LISTS, /path: '(\/(?:pages\/[^']+|api-docs))'/g);

/** Pages as somebody who is logged in sees them. */
export const PAGES: readonly string[] = ADDRESSES.filter((path) => !OF_GUESTS.test(path)).map(
  (path) => path + (ABOUT[path] ?? ''),
);

/** Pages that nobody sees who is logged in. */
export const GUEST_PAGES: readonly string[] = ADDRESSES.filter((path) => OF_GUESTS.test(path));

/** Every section of the operators' desk, by its own list. */
export const DESK_SECTIONS: readonly string[] = pathsIn(['client/ops/frame/sections.ts'], /path: '([^']*)'/g).map(
  (path) => (path === '' ? '/ops' : `/ops/${path}`),
);
