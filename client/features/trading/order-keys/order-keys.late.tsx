import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/sheet';
import { actsNow, type KeyActs } from './key-acts';
import { KeyList } from './key-list';
import { type OrderKey, orderKeyOf } from './order-key';
import styles from './order-keys.module.css';
import { isAllowed, isInDialog, pressedIn } from './pressed-in';

/** How long the word of an act is shown. */
const SHOWN_MS = 2500;

interface Props {
  /** Opens the search for a market. */
  onSearch: () => void;
}

/**
 * Order entry by keyboard, for those who have asked for it: single keys fill in the ticket of the page, `?` lists them. None of them
 * sends an order.
 */
export function OrderKeys({ onSearch }: Props) {
  const { t } = useTranslation();
  const [isListed, setListed] = useState(false);
  const [said, say] = useSaid();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const asked = event.defaultPrevented ? null : orderKeyOf(event);
    if (!asked) return;
    const acts = actsNow();
    const ticket = acts?.ticket() ?? null;
    if (!isAllowed(asked.act, pressedIn(event.target, ticket))) return;
    if (!isOfTicket(asked) && asked.act !== 'close' && isInDialog(ticket)) return;
    const words = carryOut(asked, acts, { search: onSearch, help: () => setListed(true), leave });
    if (words === null) return;
    event.preventDefault();
    say(words);
    // What a key has changed is seen, and the next Tab leads on from there.
    if (isOfTicket(asked) && ticket && !ticket.contains(document.activeElement)) ticket.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <p role="status" className={styles.said} data-shown={said !== '' || undefined}>
        {said}
      </p>
      <Sheet title={t('orderKeys.title')} opened={isListed} onClose={() => setListed(false)}>
        <KeyList />
      </Sheet>
    </>
  );
}

const isOfTicket = ({ act }: OrderKey) => act !== 'close' && act !== 'search' && act !== 'help';

/** The word of the last act, for a while. */
function useSaid() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid] as const;
}

/** Leaves the field that is typed in, if it is one. */
function leave(): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return false;
  activeElement.blur();
  return true;
}

interface OfPage {
  search: () => void;
  help: () => void;
  leave: () => boolean;
}

/** Does what a key asks for, and answers what to say of it; null: nothing was done. */
function carryOut(asked: OrderKey, acts: KeyActs | null, page: OfPage): string | null {
  switch (asked.act) {
    case 'search':
      return done(page.search);
    case 'help':
      return done(page.help);
    case 'close':
      return page.leave() ? '' : done(acts?.close);
    default:
      return acts === null || acts.isStopped ? null : fillIn(asked, acts);
  }
}

function fillIn(asked: OrderKey, acts: KeyActs): string | null {
  switch (asked.act) {
    case 'side':
      return acts.side?.(asked.side) ?? null;
    case 'kind':
      return acts.kind?.(asked.kind) ?? null;
    case 'ticks':
      return acts.ticks?.(asked.ticks) ?? null;
    case 'share':
      return acts.share?.(asked.percent) ?? null;
    case 'amount':
      return done(acts.amount && (() => acts.amount?.(asked.digit)));
    default:
      return done(acts.review);
  }
}

/** Nothing is said of what is seen at once. */
function done(act: (() => void) | undefined): string | null {
  if (!act) return null;
  act();
  return '';
}
