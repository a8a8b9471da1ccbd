import type { TFunction } from 'i18next';
import type { Language } from '../../../server/contract/errors';
import { isDecimalText } from '../../../server/contract/money';
import type { NoticeTextView, ProposalView } from '../../../server/contract/operations';
import type { ProposalKind } from '../../../server/contract/operations/words';
import { formatDecimal } from '../../platform/format';
import { productName } from './proposed-fields';

export const PROPOSAL_WORDS = {
  adjustment: 'adjustment',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  'deposit-key': 'depositKey',
  'deposit-pool': 'depositPool',
  'deposit-bank': 'depositBank',
  'network-limit': 'networkLimit',
  insurance: 'insurance',
  'books-quarantine': 'booksQuarantine',
  'books-reopen': 'booksReopen',
  'operator-add': 'operatorAdd',
  'operator-reset': 'operatorReset',
  'operator-roles': 'operatorRoles',
  'operator-disable': 'operatorDisable',
  'operator-enable': 'operatorEnable',
  news: 'news',
  'service-link': 'serviceLink',
  'subscription-offer': 'subscriptionOffer',
  'subscription-launch': 'subscriptionLaunch',
  'subscription-cancel': 'subscriptionCancel',
  'otc-appeal': 'otcAppeal',
  'otc-merchant': 'otcMerchant',
  'otc-coin': 'otcCoin',
  'ieo-project': 'ieoProject',
  'ieo-list': 'ieoList',
  'ieo-cancel': 'ieoCancel',
  'referral-terms': 'referralTerms',
  'referral-partner': 'referralPartner',
  'exchange-rate': 'exchangeRate',
  'country-rule': 'countryRule',
  'option-terms': 'optionTerms',
  'spot-terms': 'spotTerms',
  'perpetual-terms': 'perpetualTerms',
  'perpetual-tiers': 'perpetualTiers',
  'trust-terms': 'trustTerms',
  'trust-product': 'trustProduct',
  'option-time': 'optionTime',
  'sessions-end-all': 'sessionsEndAll',
  notice: 'notice',
} as const satisfies Record<ProposalKind, string>;

/** What is proposed, in words. */
export function proposalName(proposal: Pick<ProposalView, 'kind' | 'detail'>, t: TFunction<'desk'>): string {
  return t(isTakeBack(proposal) ? 'proposal.withdrawalTakeBack' : `proposal.${PROPOSAL_WORDS[proposal.kind]}`);
}

/** A withdrawal that is released already is to be given back to its user. */
function isTakeBack({ kind, detail }: Pick<ProposalView, 'kind' | 'detail'>): boolean {
  return kind === 'withdrawal' && detail.status === 'rejected';
}

/** What is proposed, without what its name says already. */
export function factsOf({ kind, detail }: ProposalView): Record<string, unknown> {
  if (!isTakeBack({ kind, detail })) return detail;
  const { status: _rejected, ...facts } = detail;
  return facts;
}

/** What a proposal is about, in one line. */
export function subjectOf(
  { kind, detail, userId, subjectId }: ProposalView,
  language: Language,
  t: TFunction<'desk'>,
): string {
  const {
    amount,
    coin,
    coinCode,
    currency,
    network,
    chain,
    bankName,
    secondPersonAbove,
    book,
    invariant,
    login,
    link,
    code,
    country,
    product,
    name,
    after,
    texts,
  } = detail;
  if (typeof country === 'string') return `${country} ${String(product)}`;
  if (typeof name === 'string' && (after !== undefined || kind === 'trust-product')) return productName(name, t);
  if (typeof name === 'string' && kind === 'option-time') {
    return `${productName(name, t)} · ${t('age.seconds', { count: Number(detail.seconds) })}`;
  }
  if (kind === 'notice' && Array.isArray(texts)) return (texts[0] as NoticeTextView | undefined)?.title ?? '';
  const figure = amount ?? secondPersonAbove;
  const shown = isDecimalText(figure) ? formatDecimal(figure, language) : figure;
  const parts = [
    shown,
    coin ?? coinCode ?? currency,
    network ?? chain ?? bankName ?? book ?? invariant ?? login ?? link ?? code,
    userId ? `#${userId}` : subjectId,
  ];
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
}
