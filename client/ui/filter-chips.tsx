import styles from './filter-chips.module.css';
import { Segments } from './segments';

interface Props<Key extends string> {
  label: string;
  /** Unique on the page. */
  name: string;
  choices: readonly { key: Key; label: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

const CLASSES = { root: styles.chips, control: styles.chip, label: styles.label };

/** A row of small choices of which one is chosen, for narrowing a list down. */
export function FilterChips<Key extends string>(props: Props<Key>) {
  return <Segments {...props} classNames={CLASSES} />;
}
