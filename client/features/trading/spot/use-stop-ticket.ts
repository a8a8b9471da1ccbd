import { useState } from 'react';
import { usePreferences } from '../../../platform/preferences';
import { typedAs } from '../../../ui/typed-amount';
import { type Entered, NOTHING_ENTERED, type Ticket } from './ticket';

/** What is entered for a stop. A quantity belongs to its side and kind: elsewhere it counts another currency. */
export function useStopTicket({ kind, side }: Pick<Ticket, 'kind' | 'side'>) {
  const { language } = usePreferences();
  const of = `${kind} ${side}`;
  const [entered, setEntered] = useState({ of, typed: NOTHING_ENTERED });
  const typed: Entered = entered.of === of ? entered.typed : { ...entered.typed, quantity: '', percent: 0 };
  const onType = (next: Entered) => setEntered({ of, typed: next });
  /** Takes a price of the book. */
  const take = (price: string) => onType({ ...typed, trigger: typedAs(price, language) });
  return { typed, onType, take };
}
