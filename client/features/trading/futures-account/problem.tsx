import sheetStyles from '../../../ui/trade-sheet.module.css';

/** A validation message, announced to screen readers next to its field. */
export function Problem({ text }: { text: string }) {
  return (
    <p className={sheetStyles.problem} role="alert">
      {text}
    </p>
  );
}
