import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';

/**
 * Draws the page of an address together with the address.
 *
 * By itself the router writes the address first and draws what it brings as a transition, when the machine has time.
 * Meanwhile a filter would still show the former choice, and a form that has been sent would take more letters and a
 * second press that belong to the page after it. An address that changes in an event is drawn within that event.
 * What may be worked out in slices is wrapped in `startTransition` by whoever navigates.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}
