import { useEffect, useRef } from 'react';
import type { DecimalText } from '../../server/contract/money';
import { type Direction, formatDecimal } from '../platform/format';
import { steadyNow } from '../platform/server-clock';
import styles from './price-text.module.css';
import { useLanguage } from '../platform/preferences';

interface Props {
  value: DecimalText | null;
  decimals?: number | undefined;
  direction?: Direction;
  /** The price is not live: dimmed, and it does not flash. */
  dimmed?: boolean;
  /** Flashes the background when the price moves. */
  flashes?: boolean;
}

const FLASH_MS = 300;
const LEAST_BETWEEN_FLASHES_MS = 500;

/** A price: tabular, truncated to its decimals, never wrapped. */
export function PriceText({ value, decimals, direction, dimmed = false, flashes = false }: Props) {
  const language = useLanguage();
  const cell = useFlash(value, flashes && !dimmed);
  return (
    <span ref={cell} className={`numbers ${styles.price}`} data-direction={direction} data-dimmed={dimmed || undefined}>
      {formatDecimal(value, language, decimals)}
    </span>
  );
}

/** Lets the cell flash when its value changes, twice a second at most, and not at all under reduced motion. */
function useFlash(value: DecimalText | null, on: boolean) {
  const cell = useRef<HTMLSpanElement>(null);
  const before = useRef({ value, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    const { value: old, at } = before.current;
    if (old === value) return;
    const now = steadyNow();
    const flash = on && old !== null && value !== null && now - at >= LEAST_BETWEEN_FLASHES_MS;
    before.current = { value, at: flash ? now : at };
    if (!flash || !cell.current?.animate || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const colour = Number(value) > Number(old) ? 'var(--gain-soft)' : 'var(--loss-soft)';
    cell.current.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], FLASH_MS);
  }, [value, on]);
  return cell;
}
