import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { LANGUAGES, type Language } from '../errors.js';
import type { DecimalText } from '../money.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT, type WalletAccount } from '../wallet/wallet.dto.js';

const FILLED = /\S/;

export class NetworkView {
  id: number;
  currencyId: number;
  network: string;
  chain: string;
  depositsOn: boolean;
  withdrawalsOn: boolean;
  depositMinimum: DecimalText;
  withdrawalMinimum: DecimalText;
  /** Fixed part of the fee, and percent of the amount. */
  withdrawalFee: DecimalText;
  withdrawalFeePercent: DecimalText;
  confirmations: number;
  /** Deposits and withdrawals above it need two people; null: all do. */
  secondPersonAbove: DecimalText | null;
  /** Addresses of the pool that nobody was given yet. */
  poolFree: number;
  poolTotal: number;
}

export class CoinView {
  id: number;
  code: string;
  name: string;
  scale: number;
  accounts: WalletAccount[];
  networks: NetworkView[];
}

export class DepositKeyView {
  id: number;
  chain: string;
  form: string;
  /** An extended public key: addresses can be derived from it and nothing can be spent. */
  extendedKey: string;
  active: boolean;
  /** Addresses that were derived from it. */
  used: number;
  addedAt: number;
}

/** The house's account for bank transfers. */
export class DepositBankView {
  id: number;
  bankName: string;
  cardNumber: string;
  cardHolder: string;
  /** The one that users are shown; the others were it once. */
  active: boolean;
  /** Null: from before that was written down. */
  addedAt: number | null;
}

export class CoinsView {
  coins: CoinView[];
  keys: DepositKeyView[];
  banks: DepositBankView[];
}

/** Only the fields that are given change. */
export class ChangeNetworkRequest {
  @IsOptional()
  @IsBoolean()
  depositsOn?: boolean;

  @IsOptional()
  @IsBoolean()
  withdrawalsOn?: boolean;

  @OptionalText(40)
  @Matches(AMOUNT)
  depositMinimum?: DecimalText;

  @OptionalText(40)
  @Matches(AMOUNT)
  withdrawalMinimum?: DecimalText;

  @OptionalText(40)
  @Matches(AMOUNT)
  withdrawalFee?: DecimalText;

  @OptionalText(40)
  @Matches(AMOUNT)
  withdrawalFeePercent?: DecimalText;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(10_000)
  confirmations?: number;

  /** Why; for the audit log. */
  @PlainText(500)
  reason: string;
}

/** What came of a change. */
export class NetworkChangedView {
  /** When what touches money takes effect; null: everything is in effect. */
  dueAt: number | null;
}

/** A limit above which two people are needed is changed by two people. */
export class ProposeLimitRequest {
  /** Decimal text, at most what one person may release of the coin on one day: a limit is moved, and never taken away. */
  @PlainText(40)
  @Matches(AMOUNT)
  secondPersonAbove: DecimalText;

  @PlainText(500)
  reason: string;
}

export class ProposeDepositKeyRequest {
  @IsIn(['ethereum', 'tron', 'bitcoin'])
  chain: 'ethereum' | 'tron' | 'bitcoin';

  /** `evm`, `tron`; of bitcoin `p2wpkh` or `p2pkh`. */
  @IsIn(['evm', 'tron', 'p2pkh', 'p2wpkh'])
  form: 'evm' | 'tron' | 'p2pkh' | 'p2wpkh';

  /** An extended public key of an account: `xpub…`. Never a private one. */
  @PlainText(130)
  extendedKey: string;

  @PlainText(500)
  reason: string;
}

export class ProposeDepositPoolRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(128, { each: true })
  addresses: string[];

  @PlainText(500)
  reason: string;
}

/** Where users transfer to by bank is said by two people. */
export class ProposeDepositBankRequest {
  @PlainText(100)
  @Matches(FILLED)
  bankName: string;

  /** Number of the account or card, or IBAN, as users are shown it. */
  @PlainText(50)
  @Matches(FILLED)
  cardNumber: string;

  @PlainText(100)
  @Matches(FILLED)
  cardHolder: string;

  @PlainText(500)
  reason: string;
}

export class MarketSettingView {
  id: number;
  symbol: string;
  name: string;
  category: string;
  /** Null: trading goes on. */
  haltedReason: string | null;
}

export class NoticeTextRequest {
  @IsIn(LANGUAGES)
  language: Language;

  @PlainText(120)
  title: string;

  /** Text, never markup. Lines may be broken. */
  @IsString()
  @MaxLength(4000)
  @Matches(/^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|\n)*$/u)
  text: string;
}

/** Goes to every user, once, when another operator has agreed to it, and cannot be taken back then. */
export class ProposeNoticeRequest {
  /** One at least; who reads another language gets the English one, or the first. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LANGUAGES.length)
  @ValidateNested({ each: true })
  @Type(() => NoticeTextRequest)
  texts: NoticeTextRequest[];
}

export class NoticeTextView {
  language: Language;
  title: string;
  text: string;
}

export class PublishedNoticeView {
  id: string;
  texts: NoticeTextView[];
  /** Who proposed it. */
  publishedBy: string;
  publishedAt: number;
  /** Users who have it by now. */
  delivered: number;
  finished: boolean;
}

export class PublishedNoticePage {
  list: PublishedNoticeView[];
  total: number;
  page: number;
  limit: number;
}
