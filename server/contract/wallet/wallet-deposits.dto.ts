import { IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageView } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID } from './wallet.dto.js';

/** What the old clients ask for when they mean the house's bank account. */
export const BANK_CURRENCY = '9999';
/** What bank transfers are credited in. */
export const BANK_CREDIT_CURRENCY_ID = 3;

export class DepositAddressRequest {
  /** Id of a coin, or `9999` for the bank account. */
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;
}

/** The house's bank account, in the old clients' spelling. */
export class BankAccountView {
  bkname: string;
  bkcardnumer: string;
  cardname: string;
}

export class DepositRequest {
  /** Id of a coin, or `9999` for a bank transfer. */
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;

  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;

  /** Who sent it: an address, or the name on the card. */
  @OptionalText(200)
  account?: string;

  /** What `upload` answered for the proof image. */
  @OptionalText(300)
  imgs?: string;

  /** 1: a bank transfer; 0: a coin. */
  @OptionalText(2)
  type?: string;

  /** Network, `TRC20`. */
  @OptionalText(20)
  sub_type?: string;

  /** Hash of the transaction. */
  @OptionalText(100)
  hash?: string;
}

export class QuickDepositRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;

  @IsString()
  @Matches(AMOUNT)
  amount: DecimalText;

  @OptionalText(100)
  hash?: string;

  /** Network, `ERC20`. */
  @OptionalText(20)
  chain?: string;

  @OptionalText(200)
  account?: string;
}

export class DepositNetworkView {
  network: string;
  /** `ethereum`, `tron` or `bitcoin`. */
  chain: string;
  /** Smallest deposit that is credited. */
  min_number: string;
  /** Blocks after which it counts. */
  confirmations: number;
}

export class DepositCurrencyView {
  id: number;
  name: string;
  logo: string;
  /** Smallest deposit over all networks. */
  min_number: string;
  networks: DepositNetworkView[];
}

/** A deposit as its sender sees it. */
export class DepositView {
  id: string;
  uid: string;
  currency_id: number;
  /** Code of the coin. */
  name: string;
  amount: string;
  /** What was credited; the empty text until then. */
  daozhang_num: string;
  user_account: string;
  img: string;
  hash: string;
  network: string;
  is_bank: number;
  /** 1 under review, 2 approved, 3 rejected. */
  status: number;
  /** Why it was rejected. */
  remark: string;
  /** Blocks that confirm it, as far as somebody has looked. */
  confirmations: number;
  confirmations_needed: number;
  created_at: string;
  updated_at: string;
}

export class DepositPage extends PageView {
  data: DepositView[];
}
