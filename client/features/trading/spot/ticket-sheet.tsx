import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Sheet } from '../../../ui/sheet';
import { TicketPlaceContext, type TicketStep } from './confirmation';
import styles from './ticket-sheet.module.css';

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The ticket stands on the page. */
  inline?: boolean;
  children: ReactNode;
}

/**
 * The ticket in a sheet, or on a page that has room for it. It is the same one everywhere: while the sheet is shut, and when the screen
 * is turned, it keeps what was typed and the key of an order of which nobody knows what became. In the sheet its last look takes its
 * place.
 */
export function TicketSheet({ title, opened, onClose, inline = false, children }: Props) {
  // What is drawn at another place is made anew. So it is drawn into an element of its own, and that is moved.
  const [element] = useState(() => document.createElement('div'));
  const [isWanted, want] = useState(false);
  if ((opened || inline) && !isWanted) want(true);
  const [step, setStep] = useState<TicketStep | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const inSheet = useMemo(() => ({ place, show: setStep }), [place]);
  const isStep = step !== null;
  useLedAlong(isStep ? place : null);
  return (
    <>
      <TicketPlaceContext value={inline ? null : inSheet}>
        {isWanted && createPortal(children, element)}
      </TicketPlaceContext>
      {inline ? (
        <Stand element={element} />
      ) : (
        <Sheet title={step?.title ?? title} opened={opened} onClose={step?.leave ?? onClose} keepMounted>
          <Stand element={element} hidden={isStep} />
          <div ref={setPlace} tabIndex={-1} className={styles.step} />
        </Sheet>
      )}
    </>
  );
}

/** Where the ticket stands now. */
function Stand({ element, hidden = false }: { element: HTMLElement; hidden?: boolean }) {
  const take = useCallback((stand: HTMLElement | null) => stand?.append(element), [element]);
  return <div ref={take} hidden={hidden} />;
}

/** Who reads by ear, or goes by keys, is led to the step, and back to where it began. */
function useLedAlong(step: HTMLElement | null): void {
  useEffect(() => {
    if (!step) return undefined;
    const before = document.activeElement;
    step.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [step]);
}
