import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, Matches } from 'class-validator';
import { BOOKS, type Book, type BooksConcerned, type TradingState } from '../books.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
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

export class LedgerLinesRequest {
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
  mode: TradingState;
  cause: string;
  /** The invariants that it names, `L04`; none: it is in somebody’s own words. */
  broken: string[];
  since: number;
  /** When the book was last found in order. */
  verifiedAt: number | null;
  /** When a check was last finished, whatever it found. */
  checkedAt: number | null;
}

/** Real and demo money are open or stopped each for itself. */
export class TradingModesView {
  real: TradingModeView;
  demo: TradingModeView;
}

export class SealView {
  id: string;
  /** Number of the last entry that it covers. */
  last: string;
  hash: string;
  at: number;
}

export class BooksView {
  trading: TradingModesView;
  ledgerSeal: SealView | null;
  auditSeal: SealView | null;
}

/** A row that breaks an invariant. */
export class ViolationView {
  book: BooksConcerned;
  /** The digest of the details: the same row in another state has another one. */
  fingerprint: string;
  details: Record<string, string | null>;
}

export class InvariantView {
  name: string;
  says: string;
  holds: boolean;
  /** The first rows of each book that break it. */
  rows: ViolationView[];
  /** Rows that break it too, but that two operators let stand. */
  quarantined: ViolationView[];
  /** Whether its rows may go into quarantine at all. */
  mayQuarantine: boolean;
}

export class BooksCheckView {
  inOrder: boolean;
  invariants: InvariantView[];
}

export class ProposeReopenRequest {
  @IsIn(BOOKS)
  book: Book;

  @PlainText(500)
  reason: string;
}

/** Most rows of one quarantine: a second person reads them all. */
export const QUARANTINE_ROWS_MAX = 100;

export class ProposeQuarantineRequest {
  @IsString()
  @Matches(/^[A-Z][0-9]{2}[a-z-]{0,30}$/)
  invariant: string;

  /** Of the rows as the last check showed them. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(QUARANTINE_ROWS_MAX)
  @ArrayUnique()
  @Matches(/^[0-9a-f]{64}$/, { each: true })
  fingerprints: string[];

  @PlainText(500)
  reason: string;
}

/** A violation that two operators let stand. */
export class QuarantineView extends ViolationView {
  id: string;
  invariant: string;
  since: number;
  reason: string;
  proposedBy: string;
  approvedBy: string;
}

export class QuarantineList {
  list: QuarantineView[];
  /** Of all that stand; the list has the newest. */
  total: number;
}
