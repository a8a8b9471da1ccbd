import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginPath } from '../platform/login-path';
import { isLoggedIn } from '../platform/session';

/** Pages about the user's own money and account; the markets are everybody's. */
const OWN = [
  '/pages/option/history',
  '/pages/account/',
  '/pages/settings/account/',
  '/pages/settings/security/',
  '/pages/verification/',
  '/pages/assets/',
  '/pages/transfer/',
  '/pages/deposit/',
  '/pages/withdraw/',
  '/pages/user/address/',
  '/pages/trust/order',
  '/pages/trust/hosting',
];

export function needsLogin(path: string): boolean {
  return OWN.some((start) => path.startsWith(start));
}

/**
 * Opens a page to whoever is logged in; everybody else goes to the login page, which knows the way back. A session that
 * ends while the page is open is announced by the shell, so the page stays until then.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const [allowed] = useState(isLoggedIn);
  return allowed ? children : <Navigate to={loginPath(pathname + search)} replace />;
}
