import styles from './filter-chips.module.css';
import { type SegmentChoices, Segments } from './segments';

const CLASSES = { root: styles.chips, control: styles.chip, label: styles.label };

/** A row of small choices of which one is chosen, for narrowing a list down. */
export function FilterChips<Key extends string>(props: SegmentChoices<Key>) {
  return <Segments {...props} classNames={CLASSES} />;
}
