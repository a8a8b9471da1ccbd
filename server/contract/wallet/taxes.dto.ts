import { IsIn, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { Type } from 'class-transformer';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { TAX_METHODS, type TaxMethod } from '../rules/tax.rules.js';

export const TAX_FIRST_YEAR = 2009;
export const TAX_LAST_YEAR = 2199;

export class TaxReportRequest {
  /** A calendar year of UTC. */
  @Type(() => Number)
  @IsInt()
  @Min(TAX_FIRST_YEAR)
  @Max(TAX_LAST_YEAR)
  year: number;
  @IsIn(TAX_METHODS)
  method: TaxMethod;
}

export class TaxJournalRequest {
  /** Number of a journal that a line of the report names. */
  @Matches(/^[1-9][0-9]{0,17}$/)
  id: string;
}

/** Of one sum of the report, the journals that it is made of. */
export class TaxResultsRequest extends PageRequest {
  /** A calendar year of UTC. */
  @Type(() => Number)
  @IsInt()
  @Min(TAX_FIRST_YEAR)
  @Max(TAX_LAST_YEAR)
  year: number;

  /** Of the sum, as the report says it: `referral.rebate`. */
  @IsString()
  @MaxLength(60)
  @Matches(/^[a-z][a-z-]*(\.[a-z][a-z-]*)+$/)
  reason: string;
}

/** What was sold of a coin in the year. Amounts are decimal text in USDT. */
export class TaxCoinView {
  currency: string;
  quantity: DecimalText;
  /** Of the lines whose prices are known, all three. */
  proceeds: DecimalText;
  cost: DecimalText;
  gain: DecimalText;
  /** Lines that are not in these sums, because a price was not recorded. */
  unknown: number;
}

/** A disposal, or a part of one that was acquired together; or a coin that left without being sold. */
export class TaxLineView {
  /** Unix milliseconds. */
  at: number;
  /** Number of the journal. */
  journal: string;
  currency: string;
  kind: 'dispose' | 'move';
  quantity: DecimalText;
  /** In USDT; null for a move, and where a price was not recorded. */
  proceeds: DecimalText | null;
  cost: DecimalText | null;
  gain: DecimalText | null;
  /** Unix milliseconds; null for a part of the pool of average cost, and for coins that nothing acquired. */
  acquired_at: number | null;
  /** Number of the journal that it was acquired in. */
  acquired_in: string | null;
  /** Whether a recorded price stands in for one that was agreed. */
  is_assumed: boolean;
  /** More than was ever acquired: it counts as if it had cost nothing. */
  is_uncovered: boolean;
}

/** Income, or what contracts and options brought, by what it was for. */
export class TaxResultView {
  section: 'income' | 'derivative';
  /** Reason in the books, `referral.rebate`. */
  reason: string;
  /** The same in words. */
  info: string;
  /** In USDT, signed, of those whose price is known. */
  value: DecimalText;
  lines: number;
  /** Lines that are not in the sum, because a price was not recorded. */
  unknown: number;
}

/** What one journal brought of a coin. */
export class TaxResultLineView {
  /** Unix milliseconds. */
  at: number;
  /** Number of the journal. */
  journal: string;
  currency: string;
  /** Signed. */
  quantity: DecimalText;
  /** In USDT, signed; null where a price was not recorded. */
  value: DecimalText | null;
}

/** Lines of whole journals, the newest first: a journal that brought several coins has a line for each. */
export class TaxResultLinesView {
  lines: TaxResultLineView[];
  /** Whether there are older journals. */
  has_more: boolean;
}

export class TaxReportView {
  year: number;
  method: TaxMethod;
  /** Of everything that was sold. */
  total: TaxCoinView;
  coins: TaxCoinView[];
  results: TaxResultView[];
  /** The newest lines; the file has all of them. */
  lines: TaxLineView[];
  /** How many there are. */
  line_count: number;
}

/** A line of the books that a journal wrote for the caller. */
export class TaxPostingView {
  account: string;
  currency: string;
  change: DecimalText;
  before: DecimalText;
  after: DecimalText;
  reason: string;
  info: string;
  reference: string;
  /** Unix milliseconds. */
  at: number;
}
