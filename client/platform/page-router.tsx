import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Router, UNSAFE_createBrowserHistory } from 'react-router-dom';
import { onceStill, onPageEntry, pageWindow } from './sheet-history';

type PageHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/**
 * Draws the page of an address together with the address.
 *
 * By itself the router writes the address first and draws what it brings as a transition, when the machine has time.
 * Meanwhile a filter would still show the former choice, and a form that has been sent would take more letters and a
 * second press that belong to the page after it. An address that changes in an event is drawn within that event.
 * What may be worked out in slices is wrapped in `startTransition` by whoever navigates.
 *
 * Sheets have entries of their own in the browser's history, of which the router knows nothing.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(besideSheets);
  const [{ location, action }, setShown] = useState({ location: history.location, action: history.action });
  useLayoutEffect(
    () => history.listen((update) => setShown({ location: update.location, action: update.action })),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  );
}

function besideSheets(): PageHistory {
  const browser = UNSAFE_createBrowserHistory({ window: pageWindow(), v5Compat: true });
  const own: Pick<PageHistory, 'push' | 'replace' | 'go'> = {
    push: (to, state) => onceStill(() => browser.push(to, state)),
    replace: (to, state) => onPageEntry(() => browser.replace(to, state)),
    go: (by) => onceStill(() => browser.go(by)),
  };
  return Object.assign(Object.create(browser) as PageHistory, own);
}
