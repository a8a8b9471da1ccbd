import type { CaseRow } from './verification.store.js';

/** What a user is told of a case, by its event and as a part of the state. */
export function caseEvent({
  level,
  version,
  status,
  reason,
}: Pick<CaseRow, 'level' | 'version' | 'status' | 'reason'>) {
  return { entity: `verification:${level}`, entityVersion: version, level, status, reason };
}
