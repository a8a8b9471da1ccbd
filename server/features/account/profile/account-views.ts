import type { BankCardView, UserCenterView, UserInfoView } from '../../../contract/account/account.dto.js';
import { WIRE_LANGUAGE } from '../../../contract/languages/index.js';
import type { BankRow } from './banks.store.js';
import type { BankCardRow } from './bank-cards.store.js';
import type { OwnAccount } from './get-own-account.js';
import { wireTime } from '../users/index.js';

/** The old clients keep the id as a number; ours stay far below where numbers lose digits. */
function wireId(id: string): number {
  return Number.parseInt(id, 10);
}

export function centerView(account: OwnAccount): UserCenterView {
  const { user, verification } = account;
  return {
    id: wireId(user.id),
    username: user.username ?? '',
    phone: user.phone ?? '',
    email: user.email ?? '',
    account_number: user.account,
    extension_code: user.extensionCode,
    review_status: verification.basic,
    advanced_user: verification.advanced,
    name: verification.name,
    card_id: verification.cardId,
    lang: WIRE_LANGUAGE[user.language],
    has_login_password: account.hasPassword ? 1 : 0,
    has_fund_password: account.hasFundPassword ? 1 : 0,
    totp: account.hasTotp ? 1 : 0,
    anti_phishing_word: account.antiPhishingWord,
    created_at: wireTime(user.createdAt),
  };
}

export function infoView({ user, verification }: OwnAccount): UserInfoView {
  return {
    id: wireId(user.id),
    account: user.account,
    account_number: user.account,
    phone: user.phone ?? '',
    email: user.email ?? '',
    extension_code: user.extensionCode,
    name: verification.name,
    review_status: verification.basic,
    is_seller: 0,
    seller: [],
  };
}

/** Without a card only the account's name and the banks: old clients look whether `bank_account` is there. */
export function bankCardView(
  { id: userId, account }: { id: string; account: string },
  card: BankCardRow | null,
  listed: readonly BankRow[],
): BankCardView {
  const banks = listed.flatMap(({ id, name, listed: isListed }) => (isListed ? [{ id, name }] : []));
  if (!card) return { account_number: account, banks };
  return {
    account_number: account,
    id: wireId(card.id),
    user_id: wireId(userId),
    bank_name: card.bankName,
    bank_account: card.bankAccount,
    real_name: card.realName,
    bank_address: card.bankAddress,
    swift_code: card.swiftCode,
    residence_address: card.residenceAddress,
    postal_code: card.postalCode,
    bank_branch: card.bankBranch,
    bank_code: card.bankCode,
    bank_id: card.bankId,
    alipay_account: card.alipayAccount,
    wechat_nickname: card.wechatNickname,
    wechat_account: card.wechatAccount,
    alipay_qr_code: card.alipayQr ?? '',
    wechat_qr_code: card.wechatQr ?? '',
    create_time: wireTime(card.createdAt),
    usable_at: wireTime(card.usableAt),
    banks,
  };
}
