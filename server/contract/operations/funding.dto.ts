import { IsIn } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';
import type { FundingVoid } from '../trading/liquidation.dto.js';
import { FUNDING_STATES, type FundingState } from './words.js';

export class FundingStampsRequest extends PageRequest {
  /** All when not given. */
  @OptionalText(10)
  @IsIn(FUNDING_STATES)
  state?: FundingState;
}

/** What was decided for a market at a funding instant. */
export class FundingStampView {
  symbol: string;
  stamp: number;
  /** As a part of one, of the position's worth; 0 where it is void. */
  rate: DecimalText;
  /** Samples of the premium that it was worked out from. */
  samples: number;
  /** Why it moves no money; null where it does. */
  void: FundingVoid | null;
  /** When the last position was charged; null while some are not. */
  settledAt: number | null;
}

export class FundingStampPage {
  /** Newest first. */
  list: FundingStampView[];
  /** Of all: void ones, and those with positions that are not charged yet. */
  voided: number;
  charging: number;
  total: number;
  page: number;
  limit: number;
}
