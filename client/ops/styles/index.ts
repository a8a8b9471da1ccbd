import cases from './cases.css?inline';
import frame from './frame.css?inline';
import parts from './parts.css?inline';

/**
 * The desk's looks. All other sheets of the client are one file that every first visit loads; these are text in the
 * desk's own script, which the document adopts when the desk is opened. A sheet that is made so needs no permission
 * for inline styles.
 */
export function adoptDeskSheet(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(frame + parts + cases);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
