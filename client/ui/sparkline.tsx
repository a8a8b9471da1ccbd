import type { Direction } from '../platform/format';
import styles from './sparkline.module.css';

const WIDTH = 48;
const HEIGHT = 26;

/** The path through the values, stretched to the box; empty for fewer than two. */
export function sparkPath(values: number[], width = WIDTH, height = HEIGHT): string {
  const known = values.filter((value) => Number.isFinite(value));
  if (known.length < 2) return '';
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  return known
    .map((value, index) => {
      const x = 1 + (index / (known.length - 1)) * (width - 2);
      const y = span === 0 ? height / 2 : height - 2 - ((value - low) / span) * (height - 4);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** A small line of the last day. It is decoration beside the change in words, so screen readers skip it. */
export function Sparkline({ values, direction }: { values: number[] | undefined; direction: Direction }) {
  return (
    <svg className={styles.spark} width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {values && <path className={styles.line} data-direction={direction} d={sparkPath(values)} />}
    </svg>
  );
}
