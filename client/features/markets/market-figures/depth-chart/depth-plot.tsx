import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { formatCompact, formatDecimal } from '../../../../platform/format';
import { useLanguage } from '../../../../platform/preferences';
import { halfOf } from './depth.rules';
import styles from './depth-chart.module.css';
import { BOX, type DepthPicture, heightOf, nearestTo } from './depth-picture';

interface Props {
  picture: DepthPicture;
  priceDecimals: number;
  label: string;
  /** Ids of what describes it. */
  describedBy: string;
  /** The chosen step, by its place; -1: none is. */
  at: number;
  /** The words for a step, by its place. */
  wordsOf: (at: number) => string;
  onChoose: (at: number) => void;
  onTake: (at: number) => void;
}

/**
 * The drawn book, which is read with a finger, a mouse or the arrow keys. It is a slider whose values are the levels of the book, so that
 * a screen reader says the level that is come to.
 */
export function DepthPlot({ picture, priceDecimals, label, describedBy, at, wordsOf, onChoose, onTake }: Props) {
  const { steps, bidCount, paths } = picture;
  // Between the sides, until somebody chooses.
  const start = Math.min(bidCount, steps.length - 1);
  const now = at < 0 ? start : at;
  const chosen = steps[at];
  const pointed = ({ currentTarget, clientX }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return width > 0 ? nearestTo(steps, (clientX - left) / width) : -1;
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeAfter(event.key, now, steps.length);
    if (to !== null) onChoose(to);
    else if (event.key === 'Enter' || event.key === ' ') onTake(now);
    else return;
    event.preventDefault();
  };
  const leave = ({ pointerType, currentTarget }: PointerEvent) => {
    // A finger that is lifted leaves what it has chosen.
    if (pointerType === 'mouse' && document.activeElement !== currentTarget) onChoose(-1);
  };
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={describedBy}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={now + 1}
        aria-valuetext={wordsOf(now)}
        className={styles.plot}
        onKeyDown={press}
        onPointerDown={(event) => onChoose(pointed(event))}
        onPointerMove={(event) => onChoose(pointed(event))}
        onPointerLeave={leave}
        onClick={(event) => {
          const to = pointed(event);
          onChoose(to);
          onTake(to);
        }}
        onFocus={() => at < 0 && onChoose(start)}
        onBlur={() => onChoose(-1)}
      >
        <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden focusable="false">
          {[0.5, 1].map((y) => (
            <line key={y} className={styles.mark} x1={0} x2={BOX} y1={heightOf(y)} y2={heightOf(y)} />
          ))}
          <path className={styles.area} data-side="bids" d={paths.bids} />
          <path className={styles.area} data-side="asks" d={paths.asks} />
          <line className={styles.middle} x1={BOX / 2} x2={BOX / 2} y1={0} y2={BOX} />
        </svg>
        <Quantities most={picture.most} />
        {chosen && (
          <span aria-hidden>
            <span className={styles.cross} style={{ left: share(chosen.x) }} />
            <span
              className={styles.dot}
              data-side={chosen.side}
              style={{ left: share(chosen.x), top: share(heightOf(chosen.y) / BOX) }}
            />
          </span>
        )}
      </div>
      <Prices picture={picture} decimals={priceDecimals} />
    </>
  );
}

const share = (part: number) => `${(part * 100).toFixed(2)}%`;

/** Where a key leads; null: it leads nowhere. */
function placeAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(at + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** The quantities at the whole and at half of the height. */
function Quantities({ most }: { most: string }) {
  const language = useLanguage();
  const marks = [
    { y: 1, quantity: most },
    { y: 0.5, quantity: halfOf(most) },
  ];
  return marks.map(({ y, quantity }) => (
    <span key={y} className={`numbers ${styles.height}`} style={{ top: share(heightOf(y) / BOX) }} aria-hidden>
      {formatCompact(quantity, language)}
    </span>
  ));
}

/** The prices at both edges and in the middle. */
function Prices({ picture: { range }, decimals }: { picture: DepthPicture; decimals: number }) {
  const language = useLanguage();
  return (
    <div className={styles.prices} aria-hidden>
      {([range.low, range.centre, range.high] as const).map((price, place) => (
        <span key={place} className="numbers">
          {formatDecimal(price, language, decimals)}
        </span>
      ))}
    </div>
  );
}
