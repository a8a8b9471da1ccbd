import { OptionalFlag, OptionalText, PlainText } from '../text-fields.js';
import { ProofFields } from './proofs.dto.js';

/** Where a phone number is from: the spellings of all clients. */
export class AreaCodeFields {
  /** Dial code, `86` or `+86`; for a phone number without one. */
  @OptionalText(8)
  areacode?: string;
  @OptionalText(8)
  area_code?: string;
  @OptionalText(8)
  country_code?: string;
  /** Id of a country from `area_code`, in the place of its dial code. */
  @OptionalText(8)
  area_code_id?: string;
}

/** How an account is named. */
export class AccountNameRequest extends AreaCodeFields {
  /** E-mail address, phone number, or user name. */
  @PlainText(254)
  user_string: string;
}

export class RegisterRequest extends AccountNameRequest {
  /** `email`, `mobile` or `username`; missing: by the form of `user_string`. */
  @OptionalText(20)
  type?: string;
  /** The code that was sent; not for a user name. */
  @OptionalText(20)
  code?: string;
  @PlainText(1000)
  password: string;
  @OptionalText(1000)
  re_password?: string;
  @OptionalText(1000)
  repassword?: string;
  /** Invitation code. */
  @OptionalText(40)
  extension_code?: string;
  /** Fund password, six digits; may be set later unless `get/reg` says otherwise. */
  @OptionalText(40)
  withdraw_password?: string;
  @OptionalText(40)
  re_withdraw_password?: string;
  /** Whether the user agreement was agreed to. Clients that only ask on their own screen leave it out. */
  @OptionalFlag()
  agree?: boolean;
  /** Whether text messages were agreed to. */
  @OptionalFlag()
  sms_agree?: boolean;
}

export class ExtensionCodeRequest {
  @PlainText(40)
  extension_code: string;
}

/** What registration asks for. Flags are 0 or 1. */
export class RegistrationSettingsView {
  extension_code_required: number;
  withdraw_password_required: number;
  password_min: number;
  password_max: number;
  /** Ways to register. */
  types: string[];
}

export class LoginRequest extends AccountNameRequest {
  /** `email`, `mobile` or `username`; not needed. */
  @OptionalText(20)
  user_type?: string;
  /** Of other clients: 1 password. */
  @OptionalText(20)
  type?: string;
  @PlainText(1000)
  password: string;
  /** Code of the authenticator, or a recovery code, when one is on. */
  @OptionalText(20)
  totp_code?: string;
}

export class SendMailRequest {
  @PlainText(254)
  user_string: string;
  /** `register` (also when missing) or `forget`. */
  @OptionalText(30)
  type?: string;
}

export class SendTextRequest extends AreaCodeFields {
  @OptionalText(40)
  user_string?: string;
  @OptionalText(40)
  mobile?: string;
  /** `register` (also when missing) or `forget`. */
  @OptionalText(30)
  type?: string;
}

/** A look at a code before it is used. Without `user_string` a guest's code is only checked for its form. */
export class CheckCodeRequest extends AreaCodeFields {
  @OptionalText(20)
  mobile_code?: string;
  @OptionalText(20)
  email_code?: string;
  @OptionalText(254)
  user_string?: string;
  /** `register` or `forget` (also when missing). */
  @OptionalText(30)
  type?: string;
}

export class ForgetRequest extends AreaCodeFields {
  @OptionalText(254)
  account?: string;
  @OptionalText(254)
  user_string?: string;
  @PlainText(1000)
  password: string;
  @OptionalText(1000)
  repassword?: string;
  @OptionalText(1000)
  re_password?: string;
  @PlainText(20)
  code: string;
}

/** The caller's own account. Texts are empty where there is nothing. */
export class UserCenterView {
  id: number;
  username: string;
  phone: string;
  email: string;
  /** How the account is named to its owner. */
  account_number: string;
  /** The user's own invitation code. */
  extension_code: string;
  /** Basic verification: 0 none, 1 under review, 2 verified. */
  review_status: number;
  /** Advanced verification: 0 none, 1 under review, 2 verified. */
  advanced_user: number;
  name: string;
  /** Masked. */
  card_id: string;
  /** Code of the saved language, in the codes of `get/lang`. */
  lang: string;
  /** 1: a login password is set. A user who came by wallet has none. */
  has_login_password: number;
  /** 1: a fund password is set. */
  has_fund_password: number;
  /** 1: an authenticator is on. */
  totp: number;
  /** The word that our messages carry; empty when none is set. */
  anti_phishing_word: string;
  created_at: string;
}

export class UserCenter2View {
  review_status: number;
}

/** The caller's own account in the words of other clients. */
export class UserInfoView {
  id: number;
  account: string;
  account_number: string;
  phone: string;
  email: string;
  extension_code: string;
  name: string;
  review_status: number;
  /** Always 0. */
  is_seller: number;
  /** Always empty. */
  seller: string[];
}

export class ListedPageRequest {
  @OptionalText(12)
  page?: string;
  @OptionalText(12)
  limit?: string;
}

export class NoticeView {
  id: number;
  kind: string;
  /** In the language of the request. */
  content: string;
  /** The name of the caller's sub-account that it is about; empty: the caller's own account. */
  sub_account: string;
  created_time: string;
}

export class NoticePageView {
  list: NoticeView[];
  count: number;
  page: number;
  limit: number;
}

export class SecurityEventView {
  id: number;
  kind: string;
  /** In the language of the request. */
  content: string;
  /** What it came from, as far as the browser says; empty where it was the product or the desk. */
  device: string;
  /** Network address it came from; empty likewise. */
  ip: string;
  created_time: string;
}

export class SecurityEventPageView {
  list: SecurityEventView[];
  count: number;
  page: number;
  limit: number;
}

export class BankCardRequest extends ProofFields {
  @PlainText(100)
  real_name: string;
  @PlainText(100)
  bank_name: string;
  /** Card number of a domestic card; account number or IBAN of an international one. */
  @PlainText(50)
  bank_account: string;
  @OptionalText(20)
  bank_id?: string;
  @OptionalText(100)
  bank_branch?: string;
  /** Number of the branch. */
  @OptionalText(20)
  bank_code?: string;
  @OptionalText(200)
  bank_address?: string;
  /** Given: the card is international. */
  @OptionalText(20)
  swift_code?: string;
  @OptionalText(200)
  residence_address?: string;
  @OptionalText(20)
  postal_code?: string;
  /** Accounts that the user is paid by beside the card, and pictures of their codes: references of `upload`. */
  @OptionalText(100)
  alipay_account?: string;
  @OptionalText(100)
  wechat_nickname?: string;
  @OptionalText(100)
  wechat_account?: string;
  @OptionalText(100)
  alipay_qr_code?: string;
  @OptionalText(100)
  wechat_qr_code?: string;
}

export class BankView {
  id: number;
  name: string;
}

/** The bound bank card; without one only `account_number` and `banks` are there. */
export class BankCardView {
  /** How the account is named to its owner. */
  account_number: string;
  id?: number;
  user_id?: number;
  bank_name?: string;
  bank_account?: string;
  real_name?: string;
  bank_address?: string;
  swift_code?: string;
  residence_address?: string;
  postal_code?: string;
  bank_branch?: string;
  bank_code?: string;
  bank_id?: string;
  alipay_account?: string;
  wechat_nickname?: string;
  wechat_account?: string;
  /** For `GET upload/{reference}`; empty: none. */
  alipay_qr_code?: string;
  wechat_qr_code?: string;
  create_time?: string;
  /** Money can be sent to it from then on. */
  usable_at?: string;
  /** Banks to choose from; a domestic card may name any other. */
  banks: BankView[];
}
