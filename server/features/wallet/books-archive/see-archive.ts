import type { StoragePort } from '../../../platform/storage/storage-port.js';
import type { ArchivedBooksStore } from './archived-books.store.js';
import { type FileState, stateOf } from './read-archive-file.js';

/** How far the books are archived, and whether the newest file lies where it should. */
export interface SeenArchive {
  /** Since the end of the oldest day that is not archived as a whole. */
  lateSeconds: number;
  /** Null: none is noted. */
  newest: { file: string; state: FileState } | null;
}

/** Looks at an archive without changing anything. */
export async function seeArchive(storage: StoragePort, archived: ArchivedBooksStore, at: Date): Promise<SeenArchive> {
  const lateSeconds = await archived.lateSeconds(at);
  const noted = await archived.file(await archived.lastFile());
  return { lateSeconds, newest: noted && { file: noted.id, state: await stateOf(storage, noted) } };
}
