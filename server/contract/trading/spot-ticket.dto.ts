import { IsIn, IsString, Matches } from 'class-validator';
import { AccountTypeField, type AccountType } from '../account-type.dto.js';
import { OptionalRatio } from '../amount-fields.js';
import type { DecimalText } from '../money.js';
import { OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID } from '../wallet/wallet.dto.js';

/** A market of spot trading and the account it is traded from. */
export class SpotMarketRequest {
  /** Id of the quote currency. */
  @IsString()
  @Matches(CURRENCY_ID)
  legal_id: string;

  /** Id of the base currency. */
  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  @AccountTypeField()
  account_type?: AccountType;
}

/** What everything that is placed on spot says: where, which side, how much, and until when it waits. */
export class SpotTicketRequest extends SpotMarketRequest {
  /** 1 buy, 2 sell. */
  @IsIn(['1', '2'])
  type: '1' | '2';

  /** Decimal text: of the coin, where nothing else is said. */
  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;

  /** Unix milliseconds, from a minute to 90 days ahead: what then still waits ends by itself. Of a limit order with `gtd` alone. */
  @OptionalText(13)
  @Matches(/^[0-9]{1,13}$/)
  expires_at?: string;

  /** The fee that the user was shown, `fee_ratio` of the preview. Refused rather than taken at a higher one; nothing: at any. */
  @OptionalRatio()
  worst_fee_ratio?: DecimalText;
}

/** The instant that a request means; undefined: none. */
export function dateOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number.parseInt(text, 10);
}
