import type { Layout } from '../../server/contract/rules/layout.rules';
import { changeLayout, onPreferences, preferences } from './preferences';

/** The text of a part of the layout; null: as everybody has it. */
export function layoutText(part: string): string | null {
  const layout: Layout = preferences().layout;
  return layout[part] ?? null;
}

/** A part of the layout of whoever looks, read by the rules of whose it is; the same object as long as its text is the same. */
export function layoutPart<Value>(part: string, parse: (text: string | null) => Value) {
  let text = layoutText(part);
  let value = parse(text);
  return {
    get: (): Value => {
      const now = layoutText(part);
      if (now !== text) [text, value] = [now, parse(now)];
      return value;
    },
    subscribe: onPreferences,
    set: (next: string | null): void => changeLayout(part, next),
  };
}
