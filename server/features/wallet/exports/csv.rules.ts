/** What spreadsheet programs need to read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** First letters at which spreadsheet programs begin to calculate, their full-width forms among them. */
const CALCULATES = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const QUOTED = /[",\r\n]/;
/** A plain number calculates nothing, whatever its sign. */
const NUMBER = /^-?[0-9]{1,40}(\.[0-9]{1,40})?$/;

/**
 * A cell of RFC 4180: in quotes where it must be, its quotes doubled. Text at which a spreadsheet program would begin to calculate
 * gets an apostrophe before it, after which it does not; a plain number stays a number.
 */
export function csvCell(text: string): string {
  const harmless = CALCULATES.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
