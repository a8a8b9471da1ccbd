import { LAYOUT_PARTS, type LayoutPart } from '../../server/contract/rules/layout.rules';
import { isLayoutText } from './chosen-preferences';
import { observable } from './observable';
import { changePreferences, onPreferences, preferences } from './preferences';
import { sessionUserId } from './session';
import { readStored, writeStored } from './stored';

/** Where a browser keeps the layout of a guest. */
const KEYS: Readonly<Record<LayoutPart, string>> = { chart: 'chart', books: 'book-groups' };

/**
 * The JSON of a part of the layout: what the account has or has been told; where it has none, what this browser had of a
 * guest. Null: it was never chosen.
 */
export function layoutText(part: LayoutPart): string | null {
  return preferences()[part] ?? readStored(KEYS[part]);
}

/** What somebody who logs in brings along; what the account would not take is left out. */
export function broughtLayout(): Partial<Record<LayoutPart, string>> {
  return Object.fromEntries(
    LAYOUT_PARTS.flatMap((part) => {
      const text = readStored(KEYS[part]);
      return text !== null && isLayoutText(part, text) ? [[part, text] as const] : [];
    }),
  );
}

export interface KeptLayout<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
  /** Keeps it with the account, or in the browser of a guest; null is nothing of its own. */
  keep: (text: string | null) => void;
}

/** A part of the layout as it is read; it follows what other windows and devices have chosen. */
export function keptLayout<Value>(part: LayoutPart, read: (text: string | null) => Value): KeptLayout<Value> {
  let text = layoutText(part);
  const store = observable(read(text));
  const look = () => {
    const now = layoutText(part);
    if (now === text) return;
    text = now;
    store.set(read(now));
  };
  onPreferences(look);
  return {
    get: store.get,
    subscribe: store.subscribe,
    keep: (next) => {
      if (sessionUserId() === null) writeStored(KEYS[part], next);
      // The account says of nothing that it is nothing: else what a guest had would stand in for it.
      else changePreferences({ [part]: next ?? '{}' });
      look();
    },
  };
}
