import { IsIn, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { CaseUserView, HoldView } from './cases.dto.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { CURRENCY_ID, ID, WALLET_ACCOUNTS, type WalletAccount } from '../wallet/wallet.dto.js';

export class UserListRequest extends PageRequest {
  /** Number of the account, or the beginning of a user name, an e-mail address or a phone. */
  @OptionalText(100)
  search?: string;
}

export class UserRowView extends CaseUserView {
  username: string | null;
  email: string | null;
  phone: string | null;
}

export class UserPage {
  list: UserRowView[];
  total: number;
  page: number;
  limit: number;
}

export class UserSessionView {
  id: string;
  device: string;
  ip: string;
  method: string;
  createdAt: number;
  lastUsedAt: number;
}

export class UserVerificationView {
  level: 'basic' | 'advanced';
  status: string;
  caseId: string;
  reason: string | null;
}

export class UserBalanceView {
  account: string;
  currencyId: number;
  coin: string;
  balance: DecimalText;
  frozen: DecimalText;
  demo: boolean;
}

export class UserSecurityEventView {
  kind: string;
  ip: string;
  device: string;
  at: number;
}

export class UserSubAccountView {
  /** Number of its user. */
  id: string;
  label: string;
  /** By the main account. */
  frozen: boolean;
}

export class UserDetailView {
  user: UserRowView;
  /** Empty: a sub-account. */
  extensionCode: string;
  /** Of a sub-account, the main one; null: it is none. */
  mainId: string | null;
  /** Those of a main account, the newest first. */
  subAccounts: UserSubAccountView[];
  /** Number of the user who invited; null when nobody did. */
  invitedBy: string | null;
  /** When the account is erased, where the user has closed it and has not taken it back; null: it is not closed. */
  erasesAt: number | null;
  /** When it was erased; null: it was not. */
  erasedAt: number | null;
  sessions: UserSessionView[];
  holds: HoldView[];
  verification: UserVerificationView[];
  balances: UserBalanceView[];
  securityEvents: UserSecurityEventView[];
  depositsWaiting: number;
  withdrawalsWaiting: number;
}

export class RevokeSessionsRequest {
  /** Left out: all of the user's. */
  @OptionalText(18)
  @Matches(ID)
  sessionId?: string;

  @PlainText(500)
  reason: string;
}

export class UserStatementRequest extends PageRequest {
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency?: string;

  @OptionalText(10)
  @IsIn(WALLET_ACCOUNTS)
  account?: WalletAccount;

  /** `1`: demo money. */
  @OptionalText(1)
  demo?: string;
}

export class LedgerLineView {
  journalId: string;
  accountId: string;
  sequence: string;
  kind: string;
  currencyId: number;
  coin: string;
  amount: DecimalText;
  before: DecimalText;
  after: DecimalText;
  reason: string;
  reference: string;
  at: number;
}

export class LedgerLinePage {
  list: LedgerLineView[];
  total: number;
  page: number;
  limit: number;
}
