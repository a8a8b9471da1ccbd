import { Stepper as Steps } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import styles from './stepper.module.css';

interface Props {
  label: string;
  /** `failed`: it ended there, and not well. */
  steps: readonly { key: string; title: string; text?: string; failed?: boolean }[];
  /** How many steps are done; the next one is the current one. */
  done: number;
}

const CLASSES = {
  step: styles.step ?? '',
  stepWrapper: styles.place ?? '',
  stepIcon: `numbers ${styles.mark}`,
  stepBody: styles.words ?? '',
  stepLabel: styles.title ?? '',
  stepDescription: styles.text ?? '',
  verticalSeparator: styles.line ?? '',
};

/**
 * The steps of something that takes a while, one below the other. They are read, and lead nowhere: a list instead of
 * Mantine's row of buttons.
 */
export function Stepper({ label, steps, done }: Props) {
  return (
    <Steps
      active={done}
      orientation="vertical"
      iconSize={24}
      completedIcon={<IconCheck size={14} stroke={3} />}
      classNames={CLASSES}
      attributes={{ steps: { role: 'list', 'aria-label': label }, stepWrapper: { 'aria-hidden': true } }}
    >
      {steps.map(({ key, title, text, failed = false }, index) => {
        const mark = failed
          ? { icon: <IconX size={14} stroke={3} />, completedIcon: <IconX size={14} stroke={3} /> }
          : {};
        return (
          <Steps.Step
            key={key}
            {...mark}
            component="div"
            role="listitem"
            aria-current={index === done ? 'step' : undefined}
            label={title}
            description={text}
            mod={{ failed }}
          />
        );
      })}
    </Steps>
  );
}
