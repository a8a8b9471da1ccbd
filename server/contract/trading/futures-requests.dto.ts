import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { type AccountType, AccountTypeField } from '../account-type.dto.js';
import { OptionalAmount, OptionalRatio } from '../amount-fields.js';
import { type FuturesMarginMode, MARGIN_MODES, TRIGGER_SOURCES, type TriggerSource } from './futures.dto.js';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalFlag, OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from '../wallet/wallet.dto.js';

const OptionalChoice = (choices: readonly string[]): PropertyDecorator => {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsIn(choices as string[])(target, key);
  };
};

const OptionalPattern = (pattern: RegExp): PropertyDecorator => {
  return (target, key) => {
    Transform(({ value }: { value: unknown }) => (value === '' || value === null ? undefined : value))(target, key);
    IsOptional()(target, key);
    IsString()(target, key);
    Matches(pattern)(target, key);
  };
};

const LOTS = /^[1-9][0-9]{0,8}$/;
const LEVERAGE = /^[1-9][0-9]{0,2}$/;

/** An order as the old clients send it, with our additions. */
export class LeverSubmitRequest {
  /** Whole lots, 1 or more. */
  @IsString()
  @Matches(LOTS)
  share: string;

  /** Leverage. */
  @IsString()
  @Matches(LEVERAGE)
  multiple: string;

  /** 1 buys (long), 2 sells (short). */
  @IsIn(['1', '2'])
  type: '1' | '2';

  @IsString()
  @Matches(CURRENCY_ID)
  legal_id: string;

  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  /** 1 market (the default), 0 limit. */
  @OptionalChoice(['0', '1'])
  status?: '0' | '1';

  /** Limit price, when `status` is 0. */
  @OptionalPattern(AMOUNT)
  target_price?: string;

  @OptionalPattern(AMOUNT)
  target_profit_price?: string;

  @OptionalPattern(AMOUNT)
  stop_loss_price?: string;

  /** 0: the stops are not meant, whatever their fields say. */
  @OptionalFlag()
  checkType?: boolean;

  @AccountTypeField()
  account_type?: AccountType;

  /** The user's preference when it is not given. */
  @OptionalChoice(MARGIN_MODES)
  margin_mode?: FuturesMarginMode;

  /** Which price triggers the take-profit: `last` unless said. */
  @OptionalChoice(TRIGGER_SOURCES)
  profit_source?: TriggerSource;

  /** Which price triggers the stop-loss: `mark` unless said. */
  @OptionalChoice(TRIGGER_SOURCES)
  stop_source?: TriggerSource;

  /** A market order is refused rather than filled at a worse price. */
  @OptionalAmount()
  worst_price?: string;

  /**
   * The fee that the user was shown, `openFeeRatio` of the preview: an order that opens is refused rather than taken at a
   * higher one, for opening or for closing. What only closes keeps the fee of its position.
   */
  @OptionalRatio()
  worst_fee_ratio?: DecimalText;

  /**
   * 1: it only closes lots of the other side of the market, those ordered first first, never more than are open; of
   * `margin_mode` where that is given. `multiple` means nothing then, and there are no stops.
   */
  @OptionalFlag()
  reduce_only?: boolean;
}

export class LeverIdRequest {
  @IsString()
  @Matches(ID)
  id: string;

  /** Not needed: a position knows its own account. */
  @AccountTypeField()
  account_type?: AccountType;
}

/** What is missing or empty stays as it is. */
export class LeverAmendRequest extends LeverIdRequest {
  @OptionalPattern(AMOUNT)
  target_price?: DecimalText;

  /** All lots that the order is to have. */
  @OptionalPattern(LOTS)
  share?: string;
}

export class LeverCloseRequest extends LeverIdRequest {
  /** Lots to close; all when it is not given. */
  @OptionalPattern(LOTS)
  share?: string;

  /** Refused rather than closed at a worse price. */
  @OptionalAmount()
  worst_price?: string;
}

export class LeverReverseRequest extends LeverIdRequest {
  /** Refused rather than opened at a worse price; what closes is never filled worse than what opens. */
  @OptionalAmount()
  worst_price?: string;

  /** Refused rather than opened at a higher fee, as an order is. */
  @OptionalRatio()
  worst_fee_ratio?: DecimalText;
}

export class LeverCloseLimitRequest extends LeverIdRequest {
  /** Closed at this price or a better one. */
  @IsString()
  @Matches(AMOUNT)
  price: DecimalText;

  /** Lots to close; when it is not given, all that no other order waits for. */
  @OptionalPattern(LOTS)
  share?: string;
}

/** A field that is missing or empty leaves what it is about as it is. */
export class LeverCloseAmendRequest extends LeverIdRequest {
  /** The order that waits to close the position. */
  @IsString()
  @Matches(ID)
  closing_id: string;

  /** Closed at this price or a better one. */
  @OptionalPattern(AMOUNT)
  price?: DecimalText;

  /** Lots that wait from now on. */
  @OptionalPattern(LOTS)
  share?: string;

  /** Lots that waited when the change was decided. With another number now it is refused: some were closed meanwhile. */
  @OptionalPattern(LOTS)
  waiting?: string;
}

export class LeverCloseCancelRequest extends LeverIdRequest {
  /** The order that waits to close the position. */
  @IsString()
  @Matches(ID)
  closing_id: string;
}

/** A field that is missing or empty leaves its stop as it is; `0` takes it away. */
export class LeverStopsRequest extends LeverIdRequest {
  @OptionalPattern(AMOUNT)
  target_profit_price?: string;

  @OptionalPattern(AMOUNT)
  stop_loss_price?: string;

  @OptionalChoice(TRIGGER_SOURCES)
  profit_source?: TriggerSource;

  @OptionalChoice(TRIGGER_SOURCES)
  stop_source?: TriggerSource;
}

export class LeverAddMarginRequest extends LeverIdRequest {
  /** Decimal text. */
  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;
}

export class LeverBatchCloseRequest {
  /** 0 all, 1 long, 2 short. */
  @OptionalChoice(['0', '1', '2'])
  type?: '0' | '1' | '2';

  @OptionalPattern(CURRENCY_ID)
  legal_id?: string;

  @OptionalPattern(CURRENCY_ID)
  currency_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class LeverDealRequest {
  @OptionalPattern(CURRENCY_ID)
  currency_id?: string;

  @OptionalPattern(CURRENCY_ID)
  legal_id?: string;

  /** The market's id, instead of its two currencies. */
  @OptionalPattern(CURRENCY_ID)
  currency_match_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class LeverTradesRequest extends PageRequest {
  /** 0 pending, 1 holding, 2 closing, 3 closed, 4 cancelled; -1 or nothing: all. */
  @OptionalText(4)
  status?: string;

  @OptionalText(9)
  currency_id?: string;

  @OptionalText(9)
  legal_id?: string;

  @AccountTypeField()
  account_type?: AccountType;
}

export class FuturesAccountRequest {
  @AccountTypeField()
  account_type?: AccountType;
}

export class FuturesClosingsRequest extends PageRequest {
  @AccountTypeField()
  account_type?: AccountType;
}

export class FuturesHistoryRequest extends PageRequest {
  @AccountTypeField()
  account_type?: AccountType;

  /** `BTC/USDT`; all when it is not given. */
  @OptionalText(40)
  symbol?: string;
}

export class FuturesMarginModeRequest {
  @IsIn(MARGIN_MODES)
  margin_mode: FuturesMarginMode;

  @AccountTypeField()
  account_type?: AccountType;
}
