/** Text that outlives the page. Storage may be refused (private windows), so memory stands in for what it did not take. */
const memory = new Map<string, string>();

if (typeof window !== 'undefined') {
  // What another window has removed or changed is not remembered here.
  window.addEventListener('storage', ({ key }) => {
    if (key === null) memory.clear();
    else memory.delete(key);
  });
}

export function readStored(key: string): string | null {
  try {
    return memory.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Keeps the text under the key, or forgets the key with null. */
export function writeStored(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
    // What another window removes while this page lies aside must not be found here.
    memory.delete(key);
  } catch {
    // Memory has it; it is gone with the page.
  }
}
