import type { ComparedAnchors } from '../audit/index.js';
import { type Finding, finding } from './finding.js';

/** What is looked at of a comparison. */
export type SeenAnchors = Pick<ComparedAnchors, 'held' | 'unreadable' | 'difference'>;

/**
 * Looks at whether the anchors that a worker would go on with are those of this database's log. A copy that was restored with the
 * settings of the installation it is of keeps its own seals there, and that one is told of a rewritten log.
 */
export class ExamineAnchors {
  constructor(private readonly compare: () => Promise<SeenAnchors>) {}

  async execute(): Promise<Finding[]> {
    return anchorFindings(await this.compare());
  }
}

function anchorFindings({ held, unreadable, difference }: SeenAnchors): Finding[] {
  const littered = finding(
    'money',
    'wrong',
    `${unreadable.length} objects among the anchors of the audit log are none, as ${unreadable[0] ?? ''}`,
    'server/documents/runbook.md#auditlogrewritten: somebody else has the credentials of the anchors.',
  );
  return [compared(held.length, difference), ...(unreadable.length > 0 ? [littered] : [])];
}

function compared(count: number, difference: SeenAnchors['difference']): Finding {
  if (difference) {
    const { anchor } = difference.first;
    return finding(
      'money',
      'wrong',
      `the audit log does not bear out ${difference.count} of its newest anchors, the first that of seal ${anchor.seal}, ${new Date(anchor.at).toISOString()}`,
      'Is this a copy, or another installation whose database has the same name? Then start no worker of it with these settings: give it a place of its own (AUDIT_ANCHORS_BUCKET). Else: server/documents/runbook.md#auditlogrewritten.',
    );
  }
  if (count === 0) return finding('money', 'ok', 'nothing of the audit log is anchored yet', '');
  return finding('money', 'ok', `the audit log bears out its ${count} newest anchors`, '');
}
