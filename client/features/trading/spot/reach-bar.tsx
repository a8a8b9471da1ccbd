import { Button } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './reach-bar.module.css';

interface Props {
  /** What the bar leads to. */
  ticket: RefObject<HTMLElement | null>;
  /** The button that sends the ticket. */
  submit: RefObject<HTMLElement | null>;
  onSide: (side: 'buy' | 'sell') => void;
}

/** So much of the screen is covered: by the header above, by the tab bar below, and by this bar itself. */
const COVERED = '-60px 0px -124px';

/** Buy and sell at the foot of the screen, until the button that sends the ticket is in sight. */
export function ReachBar({ ticket, submit, onSide }: Props) {
  const { t } = useTranslation();
  const isShown = useOutOfSight(submit);
  const go = (side: 'buy' | 'sell') => {
    onSide(side);
    ticket.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    ticket.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.bar} data-bar="over" hidden={!isShown}>
      {(['buy', 'sell'] as const).map((side) => (
        <Button key={side} size="md" className={styles.go ?? ''} data-side={side} onClick={() => go(side)}>
          {t(`trade.${side}`)}
        </Button>
      ))}
    </div>
  );
}

function useOutOfSight(target: RefObject<HTMLElement | null>): boolean {
  const [isOut, setIsOut] = useState(false);
  useEffect(() => {
    if (!target.current || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(([entry]) => setIsOut((entry?.intersectionRatio ?? 1) < 1), {
      rootMargin: COVERED,
      threshold: 1,
    });
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return isOut;
}
