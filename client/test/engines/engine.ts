/** Keys that do something else than write a letter, by the names that the standard gives them. */
export type Key = 'Tab' | 'Enter' | 'Space' | 'ArrowRight';

/** What is looked for on the page: its role, its accessible name, and whether only the open sheet is searched. */
export interface Sought {
  role: 'button' | 'link' | 'tab' | 'option' | 'field' | 'text';
  name: string;
  /** Whether the name goes on behind that. */
  begins?: boolean;
  /** A part of the page, as a selector; the whole page otherwise. */
  within?: string;
}

/**
 * A browser with one page at phone size. Its ways are those that WebDriver and WebDriver BiDi share, so that a journey is
 * written once for all engines.
 */
export interface Engine {
  goto(address: string): Promise<void>;
  back(): Promise<void>;
  /** Runs a function of the page's own realm, given as its source, and answers what it answers. */
  evaluate<T>(source: string, ...parameters: unknown[]): Promise<T>;
  /** Presses what the function finds, as a finger does; false where it finds nothing that can be pressed. */
  press(finder: string, ...parameters: unknown[]): Promise<boolean>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Puts what the clipboard holds where the focus is, by the keys for it. */
  paste(): Promise<void>;
  /** Whether the focus is where the engine itself tells a screen reader of this role and this name. */
  isFocused(role: string, name: string): Promise<boolean>;
  /** Writes the page in sight to a file. */
  picture(path: string): Promise<void>;
  /** Gives a file to the input that the function finds. */
  choose(finder: string, path: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs in the page: the first element in sight with the role and the name. The name is the label of an input, `aria-label`,
 * or the words in it, as the accessibility tree has them for the parts that the journeys use.
 */
export const FIND = `({ role, name, within, begins }) => {
  const SELECTORS = {
    button: 'button, [role=button]',
    link: 'a[href]',
    tab: '[role=tab]',
    option: 'label, [role=option]',
    field: 'input:not([type=hidden]), textarea, select',
    text: 'h1, h2, h3, p, span, div, li, td, dt, dd, strong, button, a, label',
  };
  const roots = within ? [...document.querySelectorAll(within)] : [document.body];
  const words = (element) => (element.innerText ?? '').replace(/\\s+/g, ' ').trim();
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const named = labelled.map((id) => words(document.getElementById(id) ?? document.createElement('i'))).join(' ');
    if (named) return named;
    if (element.labels?.length) return words(element.labels[0]);
    return words(element);
  };
  const fits = role === 'text' ? (found) => found.includes(name) : begins ? (found) => found.startsWith(name) : (found) => found === name || found.replace(/ \\*$/, '') === name;
  const all = roots.flatMap((root) => [...root.querySelectorAll(SELECTORS[role])]);
  const there = all.filter((element) => fits(nameOf(element)) && (role === 'field' || isSeen(element)));
  const found = (role === 'text' ? there.at(-1) : there[0]) ?? null;
  if (role !== 'option' || !found?.control) return found;
  // Where the input lies over its label, unseen, it is what a finger meets; some drivers refuse to press what is below it.
  const { left, top, width, height } = found.getBoundingClientRect();
  const input = found.control.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return input.left <= x && x <= input.right && input.top <= y && y <= input.bottom ? found.control : found;
}`;
