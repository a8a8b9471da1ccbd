const HOME = '/pages/index/index';
const LOGIN_PAGES = '/pages/user/login/';

/**
 * Where the login leads, from the `backpage` that it was opened with: a path of this site, with its query. Addresses of
 * other sites, scripts and the login pages themselves lead home.
 */
export function returnPath(backpage: string | null): string {
  // Pages of older links come without the slash.
  const path = backpage?.startsWith('pages/') ? `/${backpage}` : (backpage ?? '');
  // What a URL parser drops or turns into a slash could name another site.
  if (!path.startsWith('/') || /^\/[/\\]|[\\\p{Cc}]/u.test(path)) return HOME;
  const base = 'http://site.invalid';
  if (!URL.canParse(path, base)) return HOME;
  const { origin, pathname, search } = new URL(path, base);
  if (origin !== base || pathname.startsWith('//') || pathname.startsWith(LOGIN_PAGES)) return HOME;
  return pathname + search;
}
