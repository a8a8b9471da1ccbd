import { IsString, Matches } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageView } from '../pages.dto.js';
import { ProofFields } from '../account/proofs.dto.js';
import { OptionalText, PlainText } from '../text-fields.js';
import { AMOUNT, CURRENCY_ID, ID } from './wallet.dto.js';

export class WithdrawalCurrencyRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;
}

export class AddressesRequest {
  /** Left out: of all coins. */
  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency?: string;
}

export class WithdrawalNetworkView {
  network: string;
  /** `ethereum`, `tron`, `bitcoin`, or `bank`: how an address is checked. */
  chain: 'ethereum' | 'tron' | 'bitcoin' | 'bank';
  /** Smallest amount that can be asked for. */
  min_number: string;
  /** The fee is this fixed part and `rate` percent of the amount, taken out of the amount. */
  fee: string;
  rate: string;
}

/** A wait after a change of the account's security. */
export class WithdrawalHoldView {
  /** What was changed: `password`, `fund-password`, `authenticator`, `wallet-key` or `contact`. */
  reason: string;
  /** `YYYY-MM-DD HH:mm:ss`, UTC. */
  until: string;
}

export class WithdrawalFactsView {
  /** Fee in percent of the amount. */
  rate: string;
  /** Fixed part of the fee. */
  fee: string;
  min_number: string;
  /** Code of the coin. */
  name: string;
  /** What can be withdrawn: the spot account, under both names. */
  legal_balance: string;
  change_balance: string;
  networks: WithdrawalNetworkView[];
  /** Withdrawals that can still be asked for today. */
  left_today: number;
  /** Hours in which a withdrawal arrives. */
  arrival_hours: number;
  /** Withdrawals wait until then after a change of the account's security; the empty text: they do not. */
  held_until: string;
  /** Each of those changes and how long it holds; none: nothing holds. */
  holds: WithdrawalHoldView[];
  /** Decimals that an amount may have. */
  scale: number;
}

export class WithdrawalCurrencyView {
  id: number;
  name: string;
  logo: string;
  min_number: string;
  networks: WithdrawalNetworkView[];
}

export class WithdrawalRequest extends ProofFields {
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;

  /** What the account is charged; the fee is taken out of it. */
  @IsString()
  @Matches(AMOUNT)
  number: DecimalText;

  /** An address of the own book, as text. */
  @OptionalText(200)
  address?: string;

  /** An address of the own book, by number. */
  @OptionalText(18)
  @Matches(ID)
  address_id?: string;

  /** Network, where the same address stands in the book for several. */
  @OptionalText(20)
  netType?: string;

  /** `bank`: to the bank card that is bound. */
  @OptionalText(10)
  way?: string;

  /** Of other clients: the network by its name; everything else says nothing. */
  @OptionalText(20)
  type?: string;

  /** Fund password. */
  @OptionalText(40)
  pay_password?: string;

  /** Of other clients: the fund password. */
  @OptionalText(40)
  pass?: string;

  @OptionalText(200)
  remark?: string;

  /** The fee that the user was shown, `fee` of the preview: refused rather than taken at a higher one. */
  @OptionalText(40)
  @Matches(AMOUNT)
  worst_fee?: DecimalText;
}

/** A withdrawal as it was taken. */
export class TakenWithdrawalView {
  id: string;
  /** What the account was charged. */
  number: string;
  /** The fee, as an amount. */
  rate: string;
  /** What arrives. */
  real_number: string;
}

/** The word that clients of before read, and the withdrawal beside it. */
export class TakenWithdrawalReply {
  type: 'ok';
  message: string;
  /** Missing where it was taken by a version that did not say it. */
  withdrawal?: TakenWithdrawalView;
}

/** What a withdrawal would cost. Nothing is done. */
export class WithdrawalPreviewRequest {
  @IsString()
  @Matches(CURRENCY_ID)
  currency: string;

  @IsString()
  @Matches(AMOUNT)
  number: DecimalText;

  @OptionalText(20)
  netType?: string;

  @OptionalText(10)
  way?: string;
}

export class WithdrawalPreviewView {
  network: string;
  number: string;
  fee: string;
  /** What arrives. */
  real_number: string;
  /** What stays on the spot account. */
  balance_after: string;
  arrival_hours: number;
}

export class WithdrawalIdRequest {
  @IsString()
  @Matches(ID)
  id: string;
}

export class AddAddressRequest extends ProofFields {
  @IsString()
  @Matches(CURRENCY_ID)
  currency_id: string;

  @PlainText(200)
  address: string;

  @OptionalText(100)
  notes?: string;

  /** Network, `TRC20`; not needed where the coin has only one. */
  @OptionalText(20)
  netType?: string;

  /** Fund password; may be missing beside a code of old clients alone. */
  @OptionalText(40)
  pay_password?: string;
}

export class DeleteAddressRequest {
  @IsString()
  @Matches(ID)
  address_id: string;
}

export class CheckAddressRequest {
  @PlainText(200)
  address: string;

  @OptionalText(9)
  @Matches(CURRENCY_ID)
  currency?: string;

  @OptionalText(20)
  netType?: string;
}

export class CheckedAddressView {
  address: string;
  /** Networks of the coin on which it is an address. */
  networks: string[];
}

export class AddressView {
  id: string;
  user_id: string;
  currency: number;
  address: string;
  notes: string;
  nettype: string;
  /** It can be used from then on. */
  usable_at: string;
  /** 1: it can be used now. */
  usable: number;
}

export class SetAccountRequest {
  /** `address` or `bank`. */
  @PlainText(10)
  @Matches(/^(address|bank)$/)
  type: 'address' | 'bank';

  @OptionalText(18)
  @Matches(ID)
  address_id?: string;
}

export class WithdrawalAccountView {
  /** `none` as long as nothing was chosen. */
  type: 'none' | 'address' | 'bank';
  address_id: string;
  address: string;
  nettype: string;
  currency: number;
}

/** A withdrawal as its user sees it. */
export class WithdrawalView {
  id: string;
  user_id: string;
  currency: number;
  /** Code of the coin. */
  name: string;
  address: string;
  nettype: string;
  number: string;
  /** The fee, as an amount. */
  rate: string;
  real_number: string;
  /** 1 under review, 2 approved, 3 rejected. */
  status: number;
  /** For programs: `review`, `approved`, `paid`, `rejected`, `cancelled`. */
  state: string;
  /** Why it was rejected. */
  notes: string;
  remark: string;
  /** Hash of the transaction that paid it. */
  hash: string;
  create_time: string;
  update_time: string;
}

/** A step that a withdrawal has gone. */
export class WithdrawalStepView {
  /** `review`, `approved`, `paid`, `rejected`, `cancelled`. */
  state: string;
  /** `YYYY-MM-DD HH:mm:ss`, UTC. */
  at: string;
}

/** One withdrawal with the way that it has come, the first step first. */
export class WithdrawalDetailView extends WithdrawalView {
  steps: WithdrawalStepView[];
}

/** Chain addresses that the caller has proven to own by signing in with them. Nothing is ever approved by it. */
export class OwnedAddressesView {
  ERC: string[];
  TRC: string[];
  /** Always `ownership`. */
  purpose: 'ownership';
}

export class WithdrawalPage extends PageView {
  data: WithdrawalView[];
}
