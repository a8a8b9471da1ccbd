import styles from './filter-chips.module.css';

interface Props<Key extends string> {
  label: string;
  /** Unique on the page. */
  name: string;
  choices: readonly { key: Key; label: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

/** A row of small choices of which one is chosen, for narrowing a list down. */
export function FilterChips<Key extends string>({ label, name, choices, chosen, onChoose }: Props<Key>) {
  return (
    <div className={styles.chips} role="radiogroup" aria-label={label}>
      {choices.map(({ key, label: words }) => (
        <label key={key} className={styles.chip}>
          <input
            type="radio"
            name={name}
            className={styles.input}
            checked={key === chosen}
            onChange={() => onChoose(key)}
          />
          <span className={styles.label}>{words}</span>
        </label>
      ))}
    </div>
  );
}
