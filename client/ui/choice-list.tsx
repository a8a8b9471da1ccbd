import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './choice-list.module.css';

interface Props<Key extends string> {
  legend: string;
  hideLegend?: boolean;
  help?: ReactNode;
  name: string;
  choices: readonly { key: Key; label: string; lang?: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

/** A card of rows of which one is chosen: radio buttons for the keyboard and for screen readers. */
export function ChoiceList<Key extends string>(props: Props<Key>) {
  const { legend, hideLegend = false, help, name, choices, chosen, onChoose } = props;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend} data-hidden={hideLegend || undefined}>
        {legend}
      </legend>
      <div className={styles.card}>
        {choices.map(({ key, label, lang }) => (
          <label key={key} className={styles.row} lang={lang}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            <span className={styles.label}>{label}</span>
            <IconCheck size={20} className={styles.check ?? ''} aria-hidden />
          </label>
        ))}
      </div>
      {help && <p className={styles.help}>{help}</p>}
    </fieldset>
  );
}
