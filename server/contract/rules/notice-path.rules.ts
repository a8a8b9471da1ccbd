const SUB_ACCOUNTS = '/pages/sub-accounts/index';

/** Beginnings of the kinds of notices, and the page that shows what each is about. */
const PAGES: readonly (readonly [kinds: RegExp, path: string])[] = [
  [/^deposit-/, '/pages/assets/record'],
  [/^withdrawal-/, '/pages/assets/withdraw/index'],
  [/^identity-/, '/pages/verification/index'],
  [/^trust-/, '/pages/trust/hosting'],
  [/^subscription-/, '/pages/subscription/orders'],
  [/^otc-(?!payment)/, '/pages/otc/orders'],
  [/^merchant-/, '/pages/otc/merchant'],
  [/^ieo-/, '/pages/ieo/applications'],
  [/^referral-/, '/pages/promotion/records'],
  [/^(order|exit)-|^stop-(triggered|expired)$/, '/pages/trade/index'],
  [/^(contract-|take-profit|stop-loss|liquidated|deleveraged|margin-)/, '/pages/contract/index'],
  [/^alert-/, '/pages/alerts/index'],
  [/^data-export-/, '/pages/settings/security/dataExport'],
  [/^erasure-/, '/pages/settings/security/closeAccount'],
  [/^(limit|break)-/, '/pages/settings/security/limits'],
  [/^sub-account-/, SUB_ACCOUNTS],
  [/^complaint-/, '/pages/complaints/index'],
  [/^option-/, '/pages/option/history'],
];

/**
 * Where to look at what a notice tells of; null for what has no page of its own.
 * @param account the name of the sub-account that it is about; empty: the user's own account.
 */
export function noticePath(kind: string, account = ''): string | null {
  if (account !== '') return SUB_ACCOUNTS;
  return PAGES.find(([kinds]) => kinds.test(kind))?.[1] ?? null;
}
