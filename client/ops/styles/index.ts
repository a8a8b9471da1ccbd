import books from './books.css?inline';
import cases from './cases.css?inline';
import forms from './forms.css?inline';
import frame from './frame.css?inline';
import login from './login.css?inline';
import narrow from './narrow.css?inline';
import parts from './parts.css?inline';
import photos from './photos.css?inline';
import queues from './queues.css?inline';
import tables from './tables.css?inline';

/** In this order: where two rules weigh the same, the later one counts. */
const SHEETS = [frame, login, narrow, parts, forms, tables, queues, cases, photos, books];

/**
 * The desk's looks. All other sheets of the client are one file that every first visit loads; these are text in the
 * desk's own script, which the document adopts when the desk is opened. A sheet that is made so needs no permission
 * for inline styles.
 */
export function adoptDeskSheet(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEETS.join(''));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
