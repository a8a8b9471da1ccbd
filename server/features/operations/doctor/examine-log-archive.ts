import type { LogArchive, LogArchiveStore } from '../../../platform/log-archive/log-archive.store.js';
import { type Finding, finding, stateOf } from './finding.js';

/** Seconds. A piece is finished every 30 s (server/deploy/pgbackrest/archiving.conf); from the second on it is the alarm LogNotArchived. */
const LATE = { watch: 90, wrong: 300 };

/** Looks at whether Postgres' log is archived: without it nothing that was lost with the machine comes back. */
export class ExamineLogArchive {
  constructor(private readonly store: LogArchiveStore) {}

  async execute(): Promise<Finding[]> {
    return [logArchiveFinding(await this.store.look())];
  }
}

export function logArchiveFinding({ isOn, ageSeconds, failing }: LogArchive): Finding {
  if (!isOn)
    return finding(
      'backups',
      'watch',
      'the log of Postgres is not archived: what is lost with its machine does not come back',
      'server/documents/operations.md ("Backups and the archive") says how pgBackRest is set up.',
    );
  const todo = 'server/documents/runbook.md#lognotarchived';
  const ago = `${Math.round(ageSeconds)} s ago`;
  if (failing !== null)
    return finding(
      'backups',
      'wrong',
      `the archive did not take ${failing} of the log; it last took a piece ${ago}`,
      todo,
    );
  return finding('backups', stateOf(ageSeconds, LATE), `a piece of the log was last archived ${ago}`, todo);
}
