import { SendingProposalView, WithdrawalSendingView } from './sending.dto.js';
import { IsIn, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { DepositProposalView } from './proposals.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';
import type { QueueKind } from './words.js';

export class QueueCountView {
  kind: QueueKind;
  waiting: number;
  /** When the oldest of them began to wait; null when none waits. */
  oldestAt: number | null;
}

export class QueuesView {
  queues: QueueCountView[];
}

/** Who works on a case. */
export class ClaimView {
  operatorId: string;
  login: string;
  /** It is anybody's again then. */
  until: number;
  /** Whether it is the caller's. */
  mine: boolean;
}

export class CaseListRequest extends PageRequest {
  /** `deposits`: `review` (default), `approved`, `rejected`. `withdrawals`: also `sending`, `paid`, `cancelled`; `approved` are those that nobody sends yet. `verification`: `under-review` (default), `verified`, `rejected`. `all`: whatever. */
  @OptionalText(20)
  status?: string;

  /** Number of a user. */
  @OptionalText(18)
  @Matches(ID)
  user?: string;

  /** Id of a currency. */
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency?: string;

  /** `mine`, `free` or empty: all. */
  @OptionalText(10)
  @IsIn(['mine', 'free'])
  claim?: 'mine' | 'free';

  /** `oldest` (default for what waits) or `newest`. */
  @OptionalText(10)
  @IsIn(['oldest', 'newest'])
  order?: 'oldest' | 'newest';
}

/** One step of a case, by its user (`operator` is null), or by an operator. */
export class CaseStepView {
  from: string | null;
  to: string;
  operator: string | null;
  reason: string | null;
  at: number;
}

export class CaseUserView {
  id: string;
  /** Name of the account; contacts in the clear in a file, masked in a list. */
  account: string;
  createdAt: number;
  /** 0 none, 1 basic, 2 advanced. */
  verifiedLevel: number;
  disabled: boolean;
}

export class DepositCaseView {
  id: string;
  userId: string;
  account: string;
  currencyId: number;
  /** Code of the coin. */
  coin: string;
  /** `chain`, `quick` or `bank`. */
  kind: string;
  /** `TRC20`; empty where there is none. */
  network: string;
  /** What the user says. */
  claimedAmount: DecimalText;
  /** What was credited; null until then. */
  creditedAmount: DecimalText | null;
  /** What the user handed in, else by which transaction or reference of the bank it came, as operators said. */
  hash: string | null;
  sender: string;
  recipient: string | null;
  /** Whether there is a picture, for `GET deposits/{id}/proof`. */
  hasProof: boolean;
  status: 'review' | 'approved' | 'rejected';
  remark: string;
  /** What the chain says: null as long as nobody asked. */
  chainVerdict: string | null;
  confirmations: number;
  confirmationsNeeded: number;
  /** An approval of this amount needs two people. */
  needsSecondPerson: boolean;
  /** Login of the one who approved first, where a second one is waited for. */
  firstApprovedBy: string | null;
  /** Two have approved it, and it is credited then, unless an administrator stops it; null: nothing waits. */
  creditedFrom: number | null;
  claim: ClaimView | null;
  createdAt: number;
  updatedAt: number;
}

export class DepositDetailView {
  deposit: DepositCaseView;
  user: CaseUserView;
  steps: CaseStepView[];
  /** The user's other deposits, the newest 20. */
  others: DepositCaseView[];
  /** Deposits with the same hash, of whomever. */
  sameHash: DepositCaseView[];
  /** Null: nobody has approved it so far. */
  proposal: DepositProposalView | null;
  /** Whether anybody but the reader can be the other one of two treasurers. */
  hasSecondPerson: boolean;
}

export class WithdrawalCaseView {
  id: string;
  userId: string;
  account: string;
  currencyId: number;
  coin: string;
  network: string;
  /** Chain address, or number of the card. */
  address: string;
  /** Of a card: whose it is, and where. */
  holder: string | null;
  bank: string | null;
  /** As whom the user was verified: a card must be in this name. */
  verifiedName: string | null;
  amount: DecimalText;
  fee: DecimalText;
  /** What is to be paid out. */
  payout: DecimalText;
  remark: string;
  status: 'review' | 'approved' | 'paid' | 'rejected' | 'cancelled';
  reason: string;
  hash: string | null;
  needsSecondPerson: boolean;
  /** Address or card was bound by what old clients can bring alone, a code or a login that named neither. */
  plainlyProven: boolean;
  firstApprovedBy: string | null;
  /** Of one that is released: who wants it back, and why, until a second operator does too; null: nobody. */
  takeBackBy: string | null;
  takeBackReason: string | null;
  /** Null: nobody sends it. */
  sending: WithdrawalSendingView | null;
  sendingProposal: SendingProposalView | null;
  /** Two have approved it, and it is released then, unless an administrator stops it; null: nothing waits. */
  releasedFrom: number | null;
  claim: ClaimView | null;
  createdAt: number;
  updatedAt: number;
}

export class HoldView {
  reason: string;
  until: number;
}

export class WithdrawalCaseDetailView {
  withdrawal: WithdrawalCaseView;
  user: CaseUserView;
  /** Holds after changes of the account's security. */
  holds: HoldView[];
  /** When the address was put into the user's book; null for a card. */
  addressAddedAt: number | null;
  /** How many hours a new address waits before its first use; 0: not at all. */
  addressWaitHours: number;
  /** Address or card was bound by what old clients can bring alone, a code or a login that named neither. */
  plainlyProven: boolean;
  /** Numbers of deposits under review that name the transaction by which it was paid: whoever claims one claims a payout. */
  claims: string[];
  steps: CaseStepView[];
  others: WithdrawalCaseView[];
}

export class VerificationCaseView {
  id: string;
  userId: string;
  account: string;
  level: 'basic' | 'advanced';
  status: 'under-review' | 'verified' | 'rejected';
  /** Two letters; `ZZ`: the form had no such field, and the reviewer says it. */
  country: string | null;
  name: string | null;
  /** In a case that is opened; null in lists, and on the level that has none. */
  idNumberMasked: string | null;
  version: number;
  submittedAt: number;
  claim: ClaimView | null;
}

export class VerificationPhotoCaseView {
  /** `front`, `back` or `hand`; the picture: `GET verification/{id}/photos/{kind}`. */
  kind: 'front' | 'back' | 'hand';
  status: 'under-review' | 'accepted' | 'rejected';
  reason: string | null;
  /** When it was removed, some time after the decision; null: it is there. */
  removedAt: number | null;
}

export class VerificationStepView extends CaseStepView {
  photoReasons: Record<string, string>;
}

export class SameNumberView {
  userId: string;
  status: string;
  /** Two letters: under which country that user handed it in; `ZZ`: the form had no such field. */
  country: string | null;
}

/** What a person handed in on one level. */
export class CaseLevelView {
  case: VerificationCaseView;
  idKind: string | null;
  /** In the clear: that it was looked at is written down. */
  idNumber: string | null;
  address: string | null;
  reason: string | null;
  /** Front, back, person; none on the basic level. */
  photos: VerificationPhotoCaseView[];
}

export class VerificationDetailView extends CaseLevelView {
  user: CaseUserView;
  steps: VerificationStepView[];
  /** Other users with the same number of an ID, under whichever country: two countries may have the same one. */
  sameNumber: SameNumberView[];
  /** Somebody who excluded themselves and was erased had a document with this number, under this or another country. */
  excludedNumber: boolean;
  /** The same user's case of the other level, whole: what was typed is compared with what the photos show; null: there is none. */
  otherLevel: CaseLevelView | null;
}

export class DepositCasePage {
  list: DepositCaseView[];
  total: number;
  page: number;
  limit: number;
}

export class WithdrawalCasePage {
  list: WithdrawalCaseView[];
  total: number;
  page: number;
  limit: number;
}

export class VerificationCasePage {
  list: VerificationCaseView[];
  total: number;
  page: number;
  limit: number;
}

export class ApproveDepositRequest {
  /** What arrived, where that is not what the user says. */
  @OptionalText(40)
  @Matches(AMOUNT)
  amount?: DecimalText;

  /** Why it is credited although no chain confirms it, or not this amount; for the audit log. Needed there, and from both operators. */
  @OptionalText(500)
  reason?: string;

  /** By which transaction it came, where the user gave no hash: that hash, or the reference of the bank. Needed there, and the same from both operators. */
  @OptionalText(140)
  transaction?: string;
}

/** `done`; `second-person`: another operator has to approve it, too; `announced`: it is decided and takes effect later, unless an administrator stops it. */
export class DecisionView {
  outcome: 'done' | 'second-person' | 'announced';
}

export class ReasonRequest {
  /** In words, at most 500 characters. The user, or the public, reads it where the call says so. */
  @PlainText(500)
  @Matches(/\S.*\S/)
  reason: string;
}
