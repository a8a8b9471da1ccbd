import { useSessionUser } from './session';
import { writeStored } from './stored';

const IN_TAB = 'draft:';

export interface Draft {
  /** What was kept, whatever an older version may have written; null for nothing. */
  read: () => unknown;
  save: (value: unknown) => void;
  drop: () => void;
}

interface Options {
  /** Outlives the tab. Only for what tells nobody anything. */
  lasting?: boolean;
}

/** What somebody has typed and not sent yet. It belongs to the user that is logged in and to this tab. */
export function useDraft(name: string, { lasting = false }: Options = {}): Draft {
  const userId = useSessionUser()?.id ?? 0;
  const key = `${IN_TAB}${userId}:${name}`;
  const place = (): Storage | null => {
    try {
      return lasting ? window.localStorage : window.sessionStorage;
    } catch {
      return null;
    }
  };
  return {
    read: () => {
      try {
        return JSON.parse(place()?.getItem(key) ?? 'null') as unknown;
      } catch {
        return null;
      }
    },
    save: (value) => {
      try {
        place()?.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is full or refused: what was typed lives as long as the page.
      }
    },
    drop: () => place()?.removeItem(key),
  };
}

/** When somebody last logged out in this browser: the other windows hear of it. A session that is lost is no log-out. */
const LOGGED_OUT = 'logged-out-at';

/**
 * Forgets what was typed into forms, of identities, addresses and amounts, in every window of the browser: whoever logs
 * out leaves the device. What was typed outlives a session that is merely lost, because its user comes back to it.
 */
export function forgetDrafts(at: number): void {
  forgetOfTab();
  writeStored(LOGGED_OUT, at.toString());
}

function forgetOfTab(): void {
  try {
    const { sessionStorage } = window;
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(IN_TAB)) sessionStorage.removeItem(key);
  } catch {
    // Where there is no storage nothing was kept.
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LOGGED_OUT && newValue !== null) forgetOfTab();
  });
}

/** Of what was kept, the texts under the names of `shape`; the others are as `shape` has them. */
export function textsOf<Shape extends Record<string, string>>(stored: unknown, shape: Shape): Shape {
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const entries = Object.entries(shape).map(([name, usual]) => {
    const text = known[name];
    return [name, typeof text === 'string' ? text : usual];
  });
  return Object.fromEntries(entries) as Shape;
}
