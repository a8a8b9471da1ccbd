import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './pill-choice.module.css';
import { WHOLE_RADIO } from './whole-radio';

interface Props<Key extends string> {
  legend: string;
  choices: readonly { key: Key; label: string; note?: string; icon?: ReactNode; disabled?: boolean }[];
  chosen: Key | null;
  onChoose: (key: Key) => void;
  error?: string | null | undefined;
}

const GROUP_CLASSES = { label: styles.legend ?? '', error: styles.error ?? '' };
const CLASSES = {
  root: styles.pill ?? '',
  body: styles.body ?? '',
  ...WHOLE_RADIO,
  label: styles.label ?? '',
};

/** A few choices side by side of which one is taken: radio buttons for the keyboard and for screen readers. */
export function PillChoice<Key extends string>({ legend, choices, chosen, onChoose, error }: Props<Key>) {
  return (
    <Radio.Group<Key>
      label={legend}
      value={chosen}
      onChange={onChoose}
      error={error}
      errorProps={{ role: 'alert' }}
      classNames={GROUP_CLASSES}
    >
      <div className={styles.pills} data-even={choices.every(({ icon }) => icon !== undefined) || undefined}>
        {choices.map(({ key, label, note, icon, disabled = false }) => (
          <Radio
            key={key}
            value={key}
            disabled={disabled}
            classNames={CLASSES}
            label={
              <>
                {icon}
                <span className={styles.words}>
                  {label}
                  {note !== undefined && <span className={styles.note}>{note}</span>}
                </span>
              </>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
