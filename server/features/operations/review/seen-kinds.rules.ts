import {
  type OperatorRole,
  PROPOSAL_DECIDERS,
  type ProposalKind,
  SETTERS,
} from '../../../contract/operations/words.js';
import type { ActingOperator } from './acting-operator.js';

/** Which proposals and announced acts an operator sees, beside their own. */
export interface SeenKinds {
  /** Null: of every kind. */
  kinds: string[] | null;
  /** Of every kind as long as it waits: an administrator stops what is wrong, whoever decides it. */
  isAllThatWaits: boolean;
  operatorId: string;
}

const SEE_ALL: readonly OperatorRole[] = ['treasurer', 'auditor'];

/** What two people do names users and their money: whoever neither decides nor audits a kind does not read it. */
export function seenKinds({ operatorId, roles }: Pick<ActingOperator, 'operatorId' | 'roles'>): SeenKinds {
  const isOne = (wanted: readonly OperatorRole[]) => wanted.some((role) => roles.includes(role));
  const isAllThatWaits = isOne(['administrator']);
  if (isOne(SEE_ALL)) return { kinds: null, isAllThatWaits, operatorId };
  const decided = (Object.keys(PROPOSAL_DECIDERS) as ProposalKind[]).filter((kind) => isOne(PROPOSAL_DECIDERS[kind]));
  // A network is changed by one of those who set, and is no proposal.
  return { kinds: isOne(SETTERS) ? [...decided, 'network-change'] : decided, isAllThatWaits, operatorId };
}
