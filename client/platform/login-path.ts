const LOGIN = '/pages/user/login/login';

/** The login page that leads back to the given path of this site. */
export function loginPath(backpage: string): string {
  return `${LOGIN}?${new URLSearchParams({ backpage }).toString()}`;
}

/** Whether the path is the login page itself or one of those around it. */
export function isLoginPath(path: string): boolean {
  return path.startsWith('/pages/user/login/');
}
