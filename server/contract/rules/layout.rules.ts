/** What of a layout goes with the account: how charts look, and how coarse the books of markets are shown. */
export const LAYOUT_PARTS = ['chart', 'books'] as const;
export type LayoutPart = (typeof LAYOUT_PARTS)[number];

/** A part that is named is the whole part; one that is not says nothing. */
export type Layout = Partial<Record<LayoutPart, Readonly<Record<string, unknown>>>>;

/** Length of the text of all parts; the bounds below keep a page's own layout well under it. */
export const LAYOUT_LENGTH_MAX = 8000;
/** Markets of which the step of the book is kept. */
export const BOOKS_MAX = 40;
const INDICATORS_MAX = 20;
const SETTINGS_MAX = 8;

const SYMBOL = /^[A-Z0-9.-]{1,20}\/[A-Z0-9.-]{1,20}$/;
const WORD = /^[a-z][a-z-]{0,19}$/;
const VERSION_MAX = 99;
const NUMBER_MAX = 1_000_000;

type Check = (value: unknown) => boolean;

/** A layout in the form of the wire; null where it is none: not JSON, too long, or with anything in it that a layout has not. */
export function readLayout(text: string): Layout | null {
  if (text.length > LAYOUT_LENGTH_MAX) return null;
  try {
    const layout: unknown = JSON.parse(text);
    return has(layout, { chart: isChart, books: isBooks }) ? (layout as Layout) : null;
  } catch {
    return null;
  }
}

/** Whether it is an object that has nothing but these, each of its form. */
function has(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  return isRecord(value, (name, field) => Object.hasOwn(checks, name) && checks[name]?.(field) === true);
}

function isRecord(value: unknown, isField: (name: string, field: unknown) => boolean): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, field]) => isField(name, field));
}

const isWord: Check = (value) => typeof value === 'string' && WORD.test(value);
const isWhole =
  (most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

function isSettings(value: unknown): boolean {
  const isSetting = (name: string, field: unknown) =>
    WORD.test(name) && typeof field === 'number' && Math.abs(field) <= NUMBER_MAX;
  return isRecord(value, isSetting) && Object.keys(value).length <= SETTINGS_MAX;
}

function isIndicators(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= INDICATORS_MAX &&
    value.every((indicator) => has(indicator, { key: isWord, settings: isSettings }))
  );
}

function isChart(value: unknown): boolean {
  return has(value, {
    version: isWhole(VERSION_MAX),
    panes: isWhole(VERSION_MAX),
    type: isWord,
    scale: isWord,
    indicators: isIndicators,
  });
}

/** By market how many decimals of its prices are left out. */
function isBooks(value: unknown): boolean {
  const isStep = isWhole(9);
  return (
    isRecord(value, (symbol, step) => SYMBOL.test(symbol) && isStep(step)) && Object.keys(value).length <= BOOKS_MAX
  );
}
