import { accountHash, allotmentLeaf, type AllotmentRow } from '../../../../server/contract/rules/ieo-proof.rules';
import { isInTree } from '../../../../server/contract/rules/tape.rules';
import type { IeoAllotmentView } from '../../../../server/contract/trading/ieo-allotment.dto';
import type { IeoApplicationDetailView } from '../../../../server/contract/trading/ieo.dto';

export interface RoundVerdict {
  round: number;
  root: string;
  isRight: boolean;
}

export interface OwnVerdict {
  /** The account hash is made of the own number and salt. */
  isOwn: boolean;
  rounds: RoundVerdict[];
}

/**
 * Checks the own row with nothing but the rules: the hash from number and salt, the row from what the page shows, and the way
 * from it to the roots that everybody is shown.
 */
export function checkOwn(detail: IeoApplicationDetailView, published: IeoAllotmentView): OwnVerdict {
  const { application, account, proofs } = detail;
  const projectId = published.project_id;
  const row = published.rows.find((known) => known.account === account);
  return {
    isOwn: accountHash(projectId, detail.user_id, detail.salt) === account,
    rounds: proofs.map(({ round, place, rows, path }) => {
      const root = published.rounds.find((known) => known.round === round)?.root ?? '';
      const leaf = row && isShown(application, row) ? allotmentLeaf(projectId, round, row, published.cap) : null;
      return { round, root, isRight: leaf !== null && isInTree(leaf, place, rows, path, root) };
    }),
  };
}

/** The published row says of the application what its page says. */
function isShown(application: IeoApplicationDetailView['application'], row: AllotmentRow): boolean {
  const { number, allotment_number: allotted, second_number: second } = application;
  return (
    row.committed === number && (allotted === '' || row.first === allotted) && (second === '' || row.second === second)
  );
}
