import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import type { DecimalText } from '../money.js';
import { OperatorInvitationView } from './people.dto.js';
import { type AnnouncedActStatus, PROPOSAL_KINDS, type ProposalKind, type ProposalStatus } from './words.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { ID, WALLET_ACCOUNTS, type WalletAccount } from '../wallet/wallet.dto.js';

export class ProposeAdjustmentRequest {
  @IsString()
  @Matches(ID)
  userId: string;

  @IsIn(WALLET_ACCOUNTS)
  account: WalletAccount;

  @IsInt()
  @Min(1)
  @Max(1_000_000)
  currencyId: number;

  /** Into the account; with a minus, out of it. */
  @IsString()
  @Matches(/^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/)
  amount: DecimalText;

  /** The user sees the line in the statement; the reason stays in the audit log. */
  @PlainText(500)
  reason: string;
}

export class ProposeInsuranceRequest {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  currencyId: number;

  /** From the house's own means into the insurance fund. */
  @IsString()
  @Matches(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/)
  amount: DecimalText;

  @PlainText(500)
  reason: string;
}

export class ProposalListRequest extends PageRequest {
  /** `open` (default), `approved`, `rejected`, `lapsed` or `all`. */
  @OptionalText(10)
  status?: string;

  @OptionalText(20)
  @IsIn(PROPOSAL_KINDS)
  kind?: ProposalKind;
}

export class ProposalAnnouncementView {
  /** Number of the announced act. */
  id: string;
  dueAt: number;
  status: AnnouncedActStatus;
}

export class ProposalView {
  id: string;
  kind: ProposalKind;
  /** Number of the deposit, withdrawal, adjustment, network or operator that it is about; null for what is yet to be. */
  subjectId: string | null;
  userId: string | null;
  /** What is proposed, in the fields of its request. */
  detail: Record<string, unknown>;
  reason: string;
  status: ProposalStatus;
  proposedBy: string;
  proposedAt: number;
  decidedBy: string | null;
  decidedAt: number | null;
  /** Where what was approved waits, or waited, before it takes effect; null where it was done at once. */
  announced: ProposalAnnouncementView | null;
  /** Whether it is the caller's own, which somebody else has to decide. */
  mine: boolean;
}

export class ProposalPage {
  list: ProposalView[];
  total: number;
  page: number;
  limit: number;
}

export class ProposedView {
  /** Number of the proposal. */
  id: string;
}

/** What comes of an approval beside its act. */
export class ApprovalView {
  /** Of an operator who was added or reset; told this once. Null for everything else. */
  invitation: OperatorInvitationView | null;
  /** When it takes effect; null: it is done. */
  dueAt: number | null;
}

/** What one operator has said of a deposit; a second one has to say the same of its amount and transaction. */
export class DepositProposalView {
  login: string;
  /** It is the reader's own, which they cannot confirm. */
  mine: boolean;
  proposedAt: number;
  amount: DecimalText;
  /** By which transaction it came, where the user gave none. */
  transaction: string | null;
  /** Empty where none was needed. */
  reason: string;
}
