import type { Language } from '../../../contract/errors.js';
import { statementText } from '../../../contract/languages/statement.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { percentOf } from '../../../contract/rules/referral.rules.js';
import type {
  InvitationView,
  InvitedUserView,
  RankedInviterView,
  RebateView,
  ReferralAmountView,
} from '../../../contract/trading/referral.dto.js';
import { wireAmount, wireFigure } from '../../../contract/wire-decimals.js';
import { type WalletCatalog } from '../../wallet/balances/index.js';
import type { Invitation } from './get-invitation.js';
import type { Income, InvitedUser, Ranked, Rebate } from './referral.store.js';

type Coins = Pick<WalletCatalog, 'codeOf'>;
const SHOWN_FIRST = 3;

/** Where an invited person registers; clients append the code. */
export const registrationUrl = (publicUrl: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/pages/user/login/register`;

/** The whole link. */
export const shareLink = (publicUrl: string, code: string): string => `${registrationUrl(publicUrl)}?code=${code}`;

export function rankedViews(ranking: readonly Ranked[]): RankedInviterView[] {
  return ranking.map(({ nickname, total }, place) => ({
    total: wireAmount(total),
    user_id: place + 1,
    account: nickname,
  }));
}

const amountView =
  (coins: Coins) =>
  ({ currencyId, amount }: Income): ReferralAmountView => ({
    currency_id: currencyId,
    currency_name: coins.codeOf(currencyId),
    amount,
  });

/** Numbers of the rows of a page of a list that grows at its beginning: each stays the same, and names nobody. */
export const rowNumber = ({ total, page, limit }: { total: number; page: number; limit: number }, index: number) =>
  String(total - (page - 1) * limit - index);

export function rebateView(rebate: Rebate, id: string, coins: Coins, language: Language): RebateView {
  return {
    id,
    from_account_number: rebate.account,
    created_time: wireTime(rebate.bookedAt),
    day: rebate.day,
    value: wireFigure(rebate.amount),
    currency_name: coins.codeOf(rebate.currencyId),
    fee: rebate.fee,
    rate: percentOf(rebate.ratio),
    outcome: rebate.outcome,
    info: statementText(language, 'referral.rebate'),
  };
}

export function invitedView(user: InvitedUser, id: string, coins: Coins): InvitedUserView {
  return {
    id,
    account: user.account,
    time: wireTime(user.createdAt),
    status: user.isDisabled ? 1 : 0,
    verified: user.isVerified ? 1 : 0,
    self: user.isSelf ? 1 : 0,
    returns: user.returns.map(amountView(coins)),
  };
}

export function invitationView(
  invitation: Invitation,
  { coins, language, publicUrl }: { coins: Coins; language: Language; publicUrl: string },
): InvitationView {
  const rate = percentOf(invitation.ratio);
  return {
    extension_code: invitation.extensionCode,
    share_url: registrationUrl(publicUrl),
    share_link: shareLink(publicUrl, invitation.extensionCode),
    invite_num: invitation.invited,
    invite_return_total: wireAmount(invitation.total),
    total_return_rate: rate,
    return_rate1: rate,
    return_rate2: '0',
    return_rate3: '0',
    inviteList: rankedViews(invitation.ranking).slice(0, SHOWN_FIRST),
    list: invitation.newest.map((rebate, index) => rebateView(rebate, String(index + 1), coins, language)),
    ad: { image: '' },
    is_partner: invitation.isPartner ? 1 : 0,
    rank: invitation.rank,
    nickname: invitation.nickname ?? '',
    listed: invitation.listed ? 1 : 0,
    returns: invitation.incomes.map(amountView(coins)),
    unpriced: invitation.unpriced,
    rebated_day: invitation.rebatedDay ?? '',
    next_rate: invitation.nextRatio === null ? '' : percentOf(invitation.nextRatio),
    next_rate_day: invitation.nextDay ?? '',
  };
}
