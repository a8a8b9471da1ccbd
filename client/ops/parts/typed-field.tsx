import { TextField } from '../../ui/text-field';

interface Props {
  label: string;
  help?: string;
  error?: string;
  value: string;
  maxLength: number;
  inputMode?: 'decimal' | 'numeric';
  onType: (text: string) => void;
}

/** A line of text whose words the form around it keeps; the browser fills nothing in at the desk. */
export function TypedField({ onType, ...field }: Props) {
  return <TextField {...field} autoComplete="off" onChange={({ currentTarget }) => onType(currentTarget.value)} />;
}
