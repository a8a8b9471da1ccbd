import { Matches } from 'class-validator';
import { OptionalText, PlainText } from '../text-fields.js';

/** Who sends a released withdrawal, said before any money leaves the house. Only they mark it as paid alone. */
export class WithdrawalSendingView {
  operatorId: string;
  login: string;
  mine: boolean;
  since: number;
}

/** What one operator has said of a withdrawal that is being sent, until a second one says the same. */
export class SendingProposalView {
  login: string;
  /** `not-sent`: nothing has left the house. `paid`: it has, by this transaction, whoever sends it. */
  says: 'not-sent' | 'paid';
  transaction: string | null;
  reason: string;
}

export class WithdrawalPaidRequest {
  /** Hash of the chain transaction that paid it; of a bank transfer, the bank's reference. */
  @PlainText(140)
  transaction: string;

  /** Why, where another operator sends it; for the audit log. Two say so there, each with a reason. */
  @OptionalText(500)
  @Matches(/\S.*\S/)
  reason?: string;
}
