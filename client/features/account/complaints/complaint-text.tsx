import { Textarea } from '@mantine/core';
import { COMPLAINT_LENGTH_MAX } from '../../../../server/contract/rules/complaints.rules';
import styles from '../../../ui/field.module.css';

interface Props {
  label: string;
  help: string;
  value: string;
  onChange: (text: string) => void;
}

const CLASSES = { label: styles.label ?? '', input: styles.input ?? '', description: styles.help ?? '' };

/** What a user wants to say, as long as a complaint may be. */
export function ComplaintText({ label, help, value, onChange }: Props) {
  return (
    <Textarea
      label={label}
      description={help}
      value={value}
      maxLength={COMPLAINT_LENGTH_MAX}
      minRows={6}
      maxRows={16}
      autosize
      inputWrapperOrder={['label', 'input', 'description']}
      classNames={CLASSES}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
