import type { SeenArchive } from '../../wallet/books-archive/index.js';
import { type Finding, finding, stateOf } from './finding.js';

/** As the alarm BooksNotArchived. */
const LATE = { watch: 7200, wrong: 21_600 };

/** Looks at whether the books are archived, and whether the newest file of the archive is in the store. */
export class ExamineArchive {
  constructor(private readonly see: () => Promise<SeenArchive>) {}

  async execute(): Promise<Finding[]> {
    const { lateSeconds, newest } = await this.see();
    return [lateFinding(lateSeconds), ...(newest ? [fileFinding(newest)] : [])];
  }
}

/** @param seconds since the end of the oldest day that is not archived as a whole; a file is written an hour after it. */
export function lateFinding(seconds: number): Finding {
  const state = stateOf(seconds, LATE);
  if (state === 'ok') return finding('money', 'ok', 'sealed journals are archived', '');
  return finding(
    'money',
    state,
    `journals of a day that ended ${Math.round(seconds / 3600)} h ago are in no file of the archive`,
    'server/documents/runbook.md#booksnotarchived',
  );
}

export function fileFinding({ file, state }: NonNullable<SeenArchive['newest']>): Finding {
  const isAsNoted = state === 'as noted';
  return finding(
    'money',
    isAsNoted ? 'ok' : 'wrong',
    `the newest file of the archive of the books, ${file}, is ${isAsNoted ? 'in the store as it is noted' : state}`,
    isAsNoted ? '' : 'server/documents/runbook.md#archivefileamiss',
  );
}
