import type { OrderKey } from './order-key';

/**
 * Where a key is pressed. `control`: a button or link, which Enter presses. `widget`: what the arrow keys move already. `price`, `amount`:
 * the fields of the ticket. `elsewhere`: where keys mean something else.
 */
export type PressedIn = 'page' | 'control' | 'widget' | 'price' | 'amount' | 'elsewhere';

type Act = OrderKey['act'];

const CLICKED = 'checkbox radio range button submit reset'.split(' ').map((type) => `:not([type="${type}"])`);
const TYPING = `input${CLICKED.join('')}, textarea, select, [contenteditable]:not([contenteditable="false"])`;
const WIDGET =
  'input[type="radio"], input[type="range"], [role="slider"], [role="tab"], [role="application"], [role="listbox"], [role="menu"]';
const CONTROL = 'button, a[href], summary, [role="button"], input';
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';

const ALL: readonly Act[] = ['side', 'kind', 'ticks', 'share', 'amount', 'review', 'close', 'search', 'help'];
const ALLOWED: Readonly<Record<PressedIn, readonly Act[]>> = {
  page: ALL,
  control: ALL.filter((act) => act !== 'review'),
  widget: ALL.filter((act) => act !== 'review' && act !== 'ticks'),
  // No amount has a letter. Enter sends the form there as it does for everybody.
  price: ['side', 'kind', 'ticks', 'close'],
  amount: ['side', 'kind', 'close'],
  elsewhere: [],
};

/** Whether a key may act where it was pressed. */
export function isAllowed(act: Act, place: PressedIn): boolean {
  return ALLOWED[place].includes(act);
}

/**
 * Where a key was pressed.
 * @param ticket what the ticket is drawn in; a dialog that is not around it takes every key
 */
export function pressedIn(target: EventTarget | null, ticket: HTMLElement | null): PressedIn {
  if (isDialogOpen(ticket)) return 'elsewhere';
  if (!(target instanceof Element)) return 'page';
  // One that this very key has closed counts as well.
  const dialog = target.closest(DIALOG);
  if (target.closest('[inert]') || (dialog && !dialog.contains(ticket))) return 'elsewhere';
  if (target.closest(TYPING)) {
    const field = ticket?.contains(target) ? target.closest<HTMLElement>('[data-order-field]') : null;
    const name = field?.dataset.orderField;
    return name === 'price' || name === 'amount' ? name : 'elsewhere';
  }
  if (target.closest(WIDGET)) return 'widget';
  return target.closest(CONTROL) ? 'control' : 'page';
}

/** Whether the ticket is in a sheet, upon which no other one is opened. */
export function isInDialog(ticket: HTMLElement | null): boolean {
  return ticket !== null && ticket.closest(DIALOG) !== null;
}

function isDialogOpen(ticket: HTMLElement | null): boolean {
  return [...document.querySelectorAll(DIALOG)].some((dialog) => isShown(dialog) && !dialog.contains(ticket));
}

/** A sheet that is kept while it is shut stays in the page, and is not drawn. */
function isShown(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (getComputedStyle(at).display === 'none') return false;
  return true;
}

/** Leads to a field of the ticket; what stands in it is selected, so that typing replaces it. */
export function focusField(ticket: HTMLElement | null, name: 'price' | 'amount'): void {
  const field = ticket?.querySelector<HTMLInputElement>(`[data-order-field="${name}"] input`);
  field?.focus();
  field?.select();
}
