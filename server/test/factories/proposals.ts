import type { DataSource } from 'typeorm';
import type { ProposalKind } from '../../contract/operations/words.js';

/** What is proposed about the thing was said so much earlier; with a minus in front so much later. */
export async function saidEarlier(
  source: DataSource,
  { kind, subjectId }: { kind: ProposalKind; subjectId: string },
  interval: string,
): Promise<void> {
  await source.query(
    `set session_replication_role = replica;
     update operator_proposal set proposed_at = proposed_at - interval '${interval}'
      where kind = '${kind}' and subject_id = ${subjectId} and status = 'open';
     set session_replication_role = origin`,
  );
}
