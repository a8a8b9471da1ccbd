import { IsIn } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { type FoundKind, type RecordStatus, USER_RECORD_KINDS, type UserRecordKind } from './words.js';

export class UserRecordsRequest extends PageRequest {
  @IsIn(USER_RECORD_KINDS)
  kind: UserRecordKind;

  /** `1`: demo money. What knows only real money has none. */
  @OptionalText(1)
  @IsIn(['0', '1'])
  demo?: '0' | '1';

  /** `open`: what waits or is held. Left out: all. */
  @OptionalText(4)
  @IsIn(['open'])
  state?: 'open';
}

/** An order, a position or a movement of one user, in one form for all products: what a product has not is null. */
export class UserRecordView {
  id: string;
  /** A market, a coin or a product. */
  about: string;
  side: 'buy' | 'sell' | 'long' | 'short' | 'rise' | 'fall' | 'even' | null;
  /** The word of its product. */
  status: RecordStatus;
  isOpen: boolean;
  /** What was ordered, in `unit`. */
  quantity: DecimalText | null;
  unit: string | null;
  /** Ordered or entered at. */
  price: DecimalText | null;
  /** Closed or settled at. */
  endPrice: DecimalText | null;
  /** Margin, stake, principal, or what was paid or moved, in `coin`. */
  amount: DecimalText | null;
  coin: string;
  /** Profit, interest or loss so far, in `coin`. */
  result: DecimalText | null;
  fee: DecimalText | null;
  /** Margin mode and leverage, days, network, or the other side: in the product's own terms. */
  terms: string | null;
  /** There is a report of its liquidation. */
  hasReport: boolean;
  at: number;
  endedAt: number | null;
}

export class UserRecordPage {
  list: UserRecordView[];
  total: number;
  page: number;
  limit: number;
}

export class FindRequest {
  /** The number of a user or of something, an e-mail address, a phone, or the hash of a transaction; whole. */
  @PlainText(140)
  text: string;
}

/** One thing that bears what was searched for, and whose it is. */
export class FoundView {
  kind: FoundKind;
  id: string;
  userId: string;
  account: string;
  /** Amount, market or coin, in few words. */
  about: string;
  status: RecordStatus | null;
  at: number;
}

export class FoundPage {
  /** At most 50. */
  list: FoundView[];
}
