import { readStored, writeStored } from './stored';

/** Public replies alone are kept here: nothing of a user, and no money. */
const KEY = 'last-known';

export interface LastKnown {
  /** When it was heard, Unix milliseconds of the server's clock. */
  at: number;
  reply: unknown;
}

/** Keeps the latest reply of a public call, for a start without a network. */
export function storeLastKnown(path: string, known: LastKnown): void {
  writeStored(`${KEY} ${path}`, JSON.stringify(known));
  writeStored(KEY, [...new Set([...storedPaths(), path])].join(' '));
}

export function lastKnown(path: string): LastKnown | null {
  try {
    const known: unknown = JSON.parse(readStored(`${KEY} ${path}`) ?? 'null');
    return isKnown(known) ? known : null;
  } catch {
    return null;
  }
}

export function forgetLastKnown(): void {
  for (const path of storedPaths()) writeStored(`${KEY} ${path}`, null);
  writeStored(KEY, null);
}

/** The calls of which something is kept. */
function storedPaths(): string[] {
  return (readStored(KEY) ?? '').split(' ').filter((path) => path !== '');
}

function isKnown(value: unknown): value is LastKnown {
  return typeof value === 'object' && value !== null && 'reply' in value && 'at' in value && Number.isFinite(value.at);
}
