import { CopyButton } from '../../ui/copy-button';

/** A hash, a key or an address that is copied, never typed. */
export function CodeText({ text, label }: { text: string; label: string }) {
  return (
    <span className="desk-code">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
