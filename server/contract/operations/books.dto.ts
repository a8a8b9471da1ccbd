import { Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';
import { CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

export class LedgerAccountsRequest extends PageRequest {
  /** `house` (default) or the number of a user. */
  @OptionalText(18)
  @Matches(/^(house|[1-9][0-9]{0,17})$/)
  owner?: string;

  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency?: string;

  @OptionalText(1)
  demo?: string;
}

export class LedgerAccountView {
  id: string;
  /** Null: the house's. */
  userId: string | null;
  kind: string;
  currencyId: number;
  coin: string;
  balance: DecimalText;
  demo: boolean;
  /** Lines there are. */
  lines: string;
}

export class LedgerAccountPage {
  list: LedgerAccountView[];
  total: number;
  page: number;
  limit: number;
}

export class JournalListRequest extends PageRequest {
  @OptionalText(18)
  @Matches(ID)
  user?: string;

  /** `deposits.credit`. */
  @OptionalText(60)
  cause?: string;

  @OptionalText(100)
  reference?: string;

  /** Unix milliseconds. */
  @OptionalText(15)
  @Matches(/^[0-9]{1,15}$/)
  from?: string;

  @OptionalText(15)
  @Matches(/^[0-9]{1,15}$/)
  to?: string;
}

export class JournalLegView {
  accountId: string;
  userId: string | null;
  kind: string;
  currencyId: number;
  coin: string;
  amount: DecimalText;
  after: DecimalText;
}

export class JournalView {
  id: string;
  cause: string;
  reference: string;
  demo: boolean;
  at: number;
  legs: JournalLegView[];
}

export class JournalPage {
  list: JournalView[];
  /** Whether there is a next page; nobody counts all journals. */
  more: boolean;
  page: number;
  limit: number;
}

export class TradingModeView {
  mode: 'open' | 'cancel-only';
  cause: string;
  since: number;
  /** When the books were last found in order. */
  verifiedAt: number | null;
}

export class SealView {
  id: string;
  /** Number of the last entry that it covers. */
  last: string;
  hash: string;
  at: number;
}

export class BooksView {
  trading: TradingModeView;
  ledgerSeal: SealView | null;
  auditSeal: SealView | null;
}

export class InvariantView {
  name: string;
  says: string;
  holds: boolean;
  /** The first rows that break it. */
  rows: Record<string, unknown>[];
}

export class BooksCheckView {
  inOrder: boolean;
  invariants: InvariantView[];
}
