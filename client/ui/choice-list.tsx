import { Radio, type RadioIconProps } from '@mantine/core';
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

const ORDER = ['label', 'input', 'description', 'error'] as const;
const CLASSES = {
  root: styles.row ?? '',
  body: styles.choice ?? '',
  inner: styles.inner ?? '',
  radio: styles.input ?? '',
  icon: styles.check ?? '',
  labelWrapper: styles.label ?? '',
  label: styles.words ?? '',
};

/** A card of rows of which one is chosen: radio buttons for the keyboard and for screen readers. */
export function ChoiceList<Key extends string>(props: Props<Key>) {
  const { legend, hideLegend = false, help, name, choices, chosen, onChoose } = props;
  return (
    <Radio.Group<Key>
      label={legend}
      description={help}
      inputWrapperOrder={[...ORDER]}
      name={name}
      value={chosen}
      onChange={onChoose}
      labelProps={{ mod: { hidden: hideLegend } }}
      classNames={{ root: styles.group ?? '', label: styles.legend ?? '', description: styles.help ?? '' }}
    >
      <div className={styles.card}>
        {choices.map(({ key, label, lang }) => (
          <Radio
            key={key}
            value={key}
            label={label}
            labelPosition="left"
            icon={Check}
            wrapperProps={{ lang }}
            classNames={CLASSES}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Check(props: RadioIconProps) {
  return <IconCheck {...props} size={20} />;
}
