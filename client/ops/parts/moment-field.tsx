import { TextField } from '../../ui/text-field';

/** An instant, typed as wall time in the operator's zone. */
export function Moment(props: { label: string; at: number | null; onChange: (at: number | null) => void }) {
  const { label, at, onChange } = props;
  return (
    <TextField
      className="desk-field"
      type="datetime-local"
      label={label}
      value={at === null ? '' : localText(at)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = Date.parse(value);
        onChange(Number.isFinite(chosen) ? chosen : null);
      }}
    />
  );
}

/** As the browser's field wants it: wall time in the operator's zone. */
function localText(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
