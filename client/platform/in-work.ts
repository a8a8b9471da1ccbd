import { hasOpenCommands } from './api';
import { isSheetOpen } from './sheet-history';

/** What is on its way, as buttons show it. */
const SENDING = 'button[data-loading="true"], [aria-busy="true"]';

let typedAt: string | null = null;

/** Remembers that something is typed on the page that is open. */
export function followTyping(): () => void {
  const note = () => {
    typedAt = window.location.pathname;
  };
  // Something was typed before anybody followed it.
  const fields = document.querySelectorAll<HTMLInputElement>(
    'form input:not([type=checkbox], [type=radio], [type=range]), form textarea',
  );
  if ([...fields].some(({ value }) => value !== '')) note();
  document.addEventListener('input', note, true);
  return () => document.removeEventListener('input', note, true);
}

/**
 * Whether a sheet is open, something is typed on this page, or a command is on its way or its outcome not known, whose key a page that
 * is loaded anew would not have: nothing may interrupt that.
 */
export function isInWork(): boolean {
  return (
    isSheetOpen() ||
    typedAt === window.location.pathname ||
    hasOpenCommands() ||
    document.querySelector(SENDING) !== null
  );
}
