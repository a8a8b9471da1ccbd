import type {
  CaseStepView,
  CaseUserView,
  ClaimView,
  DepositCaseView,
  VerificationCaseView,
  WithdrawalCaseView,
} from '../../../contract/operations/cases.dto.js';
import type { SendingProposalView, WithdrawalSendingView } from '../../../contract/operations/sending.dto.js';
import type { AnnouncedActView } from '../../../contract/operations/announced-acts.dto.js';
import type { DepositProposalView, ProposalView } from '../../../contract/operations/proposals.dto.js';
import type { UserRowView } from '../../../contract/operations/users.dto.js';
import { maskContact } from '../../account/users/index.js';
import { isBelow } from '../../wallet/balances/index.js';
import type { ClaimColumns } from './cases.store.js';
import type { AnnouncedActRow } from './announced-acts.store.js';
import type { DepositCaseRow, DepositProposalRow } from './deposit-cases.store.js';
import type { StepRow, UserRow } from './desk.store.js';
import type { ProposalRow } from './proposals.store.js';
import type { VerificationCaseRow } from './verification-cases.store.js';
import type { WithdrawalCaseRow } from './withdrawal-cases.store.js';

export function claimView(
  { claimOperatorId, claimLogin, claimUntil }: ClaimColumns,
  operatorId: string,
): ClaimView | null {
  if (claimOperatorId === null || claimLogin === null || claimUntil === null) return null;
  return {
    operatorId: claimOperatorId,
    login: claimLogin,
    until: claimUntil.getTime(),
    mine: claimOperatorId === operatorId,
  };
}

/** Whether an amount takes two people. Where no limit is set, each does. */
export function takesTwoPeople(limit: string | null, amount: string): boolean {
  return limit === null || isBelow(limit, amount);
}

/** Whether it is a deposit of a coin that no chain confirms: each takes two people (decision 185). */
function isUnconfirmed({ kind, chainVerdict }: DepositCaseRow): boolean {
  return kind !== 'bank' && chainVerdict !== 'confirmed';
}

export function depositProposalView(
  { proposedById, login, proposedAt, amount, transaction, reason }: DepositProposalRow,
  operatorId: string,
): DepositProposalView {
  const mine = proposedById === operatorId;
  return { login, mine, proposedAt: proposedAt.getTime(), amount, transaction, reason };
}

export function depositCaseView(row: DepositCaseRow, operatorId: string): DepositCaseView {
  return {
    id: row.id,
    userId: row.userId,
    account: listedAccount(row.account),
    currencyId: row.currencyId,
    coin: row.coin,
    kind: row.kind,
    network: row.network,
    claimedAmount: row.claimedAmount,
    creditedAmount: row.status === 'approved' ? row.amount : null,
    hash: row.hash,
    sender: row.sender,
    recipient: row.recipient,
    hasProof: row.proof !== null,
    status: row.status,
    remark: row.remark,
    chainVerdict: row.chainVerdict,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmationsNeeded,
    needsSecondPerson: isUnconfirmed(row) || takesTwoPeople(row.limit, row.amount),
    firstApprovedBy: row.firstApprovedBy,
    creditedFrom: row.creditedFrom?.getTime() ?? null,
    claim: claimView(row, operatorId),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

function sendingView(
  { sendingBy, sendingLogin, sendingAt }: WithdrawalCaseRow,
  operatorId: string,
): WithdrawalSendingView | null {
  if (sendingBy === null || sendingAt === null) return null;
  const mine = sendingBy === operatorId;
  return { operatorId: sendingBy, login: sendingLogin ?? sendingBy, mine, since: sendingAt.getTime() };
}

function sendingProposalView(row: WithdrawalCaseRow): SendingProposalView | null {
  const { sendingProposedBy, sendingProposal, sendingReason } = row;
  if (sendingProposedBy === null || sendingProposal === null) return null;
  const { status, transaction = null } = sendingProposal;
  return { login: sendingProposedBy, says: status, transaction, reason: sendingReason ?? '' };
}

export function withdrawalCaseView(row: WithdrawalCaseRow, operatorId: string): WithdrawalCaseView {
  const { destination } = row;
  return {
    id: row.id,
    userId: row.userId,
    account: listedAccount(row.account),
    currencyId: row.currencyId,
    coin: row.coin,
    network: row.network,
    address: destination.address,
    holder: destination.holder ?? null,
    bank: destination.bank ?? null,
    verifiedName: row.verifiedName,
    amount: row.amount,
    fee: row.fee,
    payout: row.payout,
    remark: row.remark,
    status: row.status,
    reason: row.reason,
    hash: row.hash,
    needsSecondPerson: takesTwoPeople(row.limit, row.amount),
    plainlyProven: row.plainlyProven,
    firstApprovedBy: row.firstApprovedBy,
    takeBackBy: row.takeBackBy,
    takeBackReason: row.takeBackReason,
    sending: sendingView(row, operatorId),
    sendingProposal: sendingProposalView(row),
    releasedFrom: row.releasedFrom?.getTime() ?? null,
    claim: claimView(row, operatorId),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}

export function verificationCaseView(
  row: VerificationCaseRow,
  operatorId: string,
  idNumberMasked: string | null = null,
): VerificationCaseView {
  const { id, userId, account, level, status, country, name, version } = row;
  return {
    id,
    userId,
    account: listedAccount(account),
    level,
    status,
    country,
    name,
    idNumberMasked,
    version,
    submittedAt: row.submittedAt.getTime(),
    claim: claimView(row, operatorId),
  };
}

export function stepView({ from, to, operator, reason, at }: StepRow): CaseStepView {
  return { from, to, operator, reason: reason === '' ? null : reason, at: at.getTime() };
}

export function caseUserView({ id, account, createdAt, verifiedLevel, disabled }: UserRow): CaseUserView {
  return { id, account, createdAt: createdAt.getTime(), verifiedLevel, disabled };
}

export function userRowView(row: UserRow): UserRowView {
  const { username, email, phone } = row;
  return { ...caseUserView(row), username, email, phone };
}

/** The same in a list, which nobody has to open a file for: contacts are whole in the file alone, and each look at one is written down. */
export function listedUserView(row: UserRow): UserRowView {
  const { email, phone } = row;
  return {
    ...userRowView(row),
    account: listedAccount(row.account),
    email: email === null ? null : maskContact(email),
    phone: phone === null ? null : maskContact(phone),
  };
}

/** What an account is called in lists: a contact is masked, a user name or number is none. */
export function listedAccount(account: string): string {
  return /^\+|@/.test(account) ? maskContact(account) : account;
}

export function proposalView(row: ProposalRow, operatorId: string): ProposalView {
  const { proposedById, proposedAt, decidedAt, announcedId, announcedStatus, dueAt, isLapsed, ...rest } = row;
  const isAnnounced = announcedId !== null && announcedStatus !== null && dueAt !== null;
  return {
    ...rest,
    status: isLapsed ? 'lapsed' : rest.status,
    announced: isAnnounced ? { id: announcedId, status: announcedStatus, dueAt: dueAt.getTime() } : null,
    proposedAt: proposedAt.getTime(),
    decidedAt: decidedAt?.getTime() ?? null,
    mine: proposedById === operatorId,
  };
}

export function announcedActView(row: AnnouncedActRow): AnnouncedActView {
  const { proposedById: _by, proposedAt: _at, approvedById: _approved, beganAt, dueAt, endedAt, ...rest } = row;
  return { ...rest, beganAt: beganAt.getTime(), dueAt: dueAt.getTime(), endedAt: endedAt?.getTime() ?? null };
}
