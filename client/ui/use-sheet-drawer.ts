import { type ComponentType, useSyncExternalStore } from 'react';
import type { SheetDrawerProps } from './sheet-drawer';

/** How long after a fetch that failed the next is tried, as long as a sheet is wanted. */
const AGAIN_AFTER_MS = 1000;

interface Drawn {
  SheetDrawer: ComponentType<SheetDrawerProps>;
}

let drawn: Drawn | null = null;
let running: Promise<void> | null = null;
const waiting = new Set<() => void>();

/** The sheets' drawer; null until its file has arrived. */
export function useSheetDrawer(): Drawn | null {
  return useSyncExternalStore(
    (changed) => {
      waiting.add(changed);
      return () => waiting.delete(changed);
    },
    () => drawn,
  );
}

/** Fetches the sheets' drawer, and tries again until it is there: who has pressed for a sheet waits for it. */
export function fetchSheetDrawer(): Promise<void> {
  running ??= fetchUntilThere();
  return running;
}

async function fetchUntilThere(): Promise<void> {
  while (!drawn) {
    try {
      drawn = await import('./sheet-drawer');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
  for (const changed of waiting) changed();
}

// Between a finger's coming down and what it does by going up again there is time for a small file.
for (const event of ['pointerdown', 'keydown']) {
  if (typeof window !== 'undefined') window.addEventListener(event, () => void fetchSheetDrawer(), { once: true });
}
