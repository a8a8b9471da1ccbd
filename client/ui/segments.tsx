import { SegmentedControl } from '@mantine/core';
import styles from './segments.module.css';

export interface SegmentChoices<Key extends string> {
  label: string;
  /** Unique on the page. */
  name: string;
  choices: readonly { key: Key; label: string }[];
  chosen: Key;
  onChoose: (key: Key) => void;
}

interface Props<Key extends string> extends SegmentChoices<Key> {
  /** How it looks: the row, each choice of it, and its words. */
  classNames: { root?: string | undefined; control?: string | undefined; label?: string | undefined };
}

/** A row of choices of which one is taken: radio buttons, one stop of the keyboard. Each is touched wherever it is. */
export function Segments<Key extends string>({ label, name, choices, chosen, onChoose, classNames }: Props<Key>) {
  return (
    <SegmentedControl<Key>
      aria-label={label}
      name={name}
      data={choices.map(({ key, label: words }) => ({ value: key, label: words }))}
      value={chosen}
      onChange={onChoose}
      mod={{ chosen }}
      transitionDuration={0}
      withItemsBorders={false}
      classNames={{
        root: `${styles.row} ${classNames.root ?? ''}`,
        control: `${styles.choice} ${classNames.control ?? ''}`,
        input: styles.input ?? '',
        label: `${styles.words} ${classNames.label ?? ''}`,
        indicator: styles.indicator ?? '',
      }}
    />
  );
}
