import { createContext, type ReactNode, useContext, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { useSheetEntry } from '../../../platform/use-sheet-entry';
import { Sheet } from '../../../ui/sheet';

/** What the ticket's sheet shows in place of the ticket. */
export interface TicketStep {
  title: string;
  leave: () => void;
}

interface TicketPlace {
  /** Where in the sheet a step is drawn; null until it is there. */
  place: HTMLElement | null;
  show: (step: TicketStep | null) => void;
}

/** Null: the ticket stands on the page. */
export const TicketPlaceContext = createContext<TicketPlace | null>(null);

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The last look at an order. A ticket that stands in a sheet makes room for it there, so that no sheet lies upon
 * another; beside a ticket on the page it has a sheet of its own.
 */
export function Confirmation(props: Props) {
  const ticket = useContext(TicketPlaceContext);
  return ticket ? <Step {...props} ticket={ticket} /> : <Sheet {...props} />;
}

function Step({ title, opened, onClose, children, ticket: { place, show } }: Props & { ticket: TicketPlace }) {
  useSheetEntry(opened, onClose);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return undefined;
    show({ title, leave: () => leave() });
    return () => show(null);
  }, [opened, title, show]);
  return opened && place ? createPortal(children, place) : null;
}
