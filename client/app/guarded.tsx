import { type ReactNode, useState } from 'react';
import { Navigate, Route, useLocation, useOutletContext } from 'react-router-dom';
import { loginPath } from '../platform/login-path';
import { isLoggedIn } from '../platform/session';
import type { PageRoute } from './page-route';

/** Pages about the user's own money and account; the markets are everybody's. */
const OWN = [
  '/pages/option/history',
  '/pages/account/',
  '/pages/alerts/',
  '/pages/complaints/',
  '/pages/sub-accounts/',
  '/pages/settings/account/',
  '/pages/settings/notifications/',
  '/pages/settings/security/',
  '/pages/verification/',
  '/pages/assets/',
  '/pages/transfer/',
  '/pages/deposit/',
  '/pages/withdraw/',
  '/pages/user/address/',
  '/pages/subscription/order',
  '/pages/trust/order',
  '/pages/trust/hosting',
  '/pages/otc/',
  '/pages/ieo/application',
  '/pages/promotion/records',
  '/pages/promotion/poster',
];

/** What the shell tells the page in it. */
export interface ShellContext {
  /** A lost session is announced, and the login page opens by itself in a moment. */
  announcesLoss: boolean;
}

export function needsLogin(path: string): boolean {
  return OWN.some((start) => path.startsWith(start));
}

/**
 * Opens a page to whoever is logged in; everybody else goes to the login page, which knows the way back. The shell opens
 * pages anew for another user. While it announces a lost session it opens the login page itself, and this one is empty.
 */
export function Guarded({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const shell = useOutletContext<ShellContext | null>();
  const [allowed] = useState(isLoggedIn);
  if (allowed) return children;
  return shell?.announcesLoss ? null : <Navigate to={loginPath(pathname + search)} replace />;
}

/** The route of a page, for the router. */
export function guarded({ path, element }: PageRoute): ReactNode {
  return <Route key={path} path={path} element={needsLogin(path) ? <Guarded>{element}</Guarded> : element} />;
}
