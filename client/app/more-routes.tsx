import { Routes } from 'react-router-dom';
import { guarded } from './guarded';
import { lazyPage } from './lazy-page';
import { type PageRoute, withWords } from './page-route';

const referralWords = async () => (await import('../languages/referral')).referralWords;
const trustWords = async () => (await import('../languages/trust')).trustWords;
const subscriptionWords = async () => (await import('../languages/subscription')).subscriptionWords;
const otcWords = async () => (await import('../languages/otc')).otcWords;
const ieoWords = async () => (await import('../languages/ieo')).ieoWords;
const spotWords = async () => (await import('../languages/spot')).spotWords;
const optionWords = async () => (await import('../languages/options')).optionWords;
const depositsWords = async () => (await import('../languages/deposits')).depositsWords;
const figuresWords = async () => (await import('../languages/figures')).figuresWords;
const figuresPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, figuresWords));
const helpChatWords = async () => (await import('../languages/help-chat')).helpChatWords;
const helpChatPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, helpChatWords));
const complaintsWords = async () => (await import('../languages/complaints')).complaintsWords;
const complaintPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, complaintsWords));
const serviceStatusWords = async () => (await import('../languages/service-status')).serviceStatusWords;
const appWords = async () => (await import('../languages/app')).appWords;
const alertsWords = async () => (await import('../languages/alerts')).alertsWords;
const limitsWords = async () => (await import('../languages/limits')).limitsWords;
const notificationsWords = async () => (await import('../languages/notifications')).notificationsWords;
const dataExportsWords = async () => (await import('../languages/data-exports')).dataExportsWords;
const erasureWords = async () => (await import('../languages/erasure')).erasureWords;
const apiKeysWords = async () => (await import('../languages/api-keys')).apiKeysWords;
const subAccountsWords = async () => (await import('../languages/sub-accounts')).subAccountsWords;
const subAccountPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, subAccountsWords));
const placesWords = async () => (await import('../languages/places')).placesWords;
const placePage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, placesWords));
const depositsPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, depositsWords));
const otcPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(withWords(load, otcWords), depositsWords));
const ieoPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, ieoWords));
const referralPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, referralWords));
const trustPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, trustWords));

const subscriptionPage = (load: Parameters<typeof lazyPage>[0]) => lazyPage(withWords(load, subscriptionWords));

/** All but those that first visits open: so many addresses and names of files weigh more than a page. */
const PAGES: PageRoute[] = [
  {
    path: '/pages/option/history',
    element: lazyPage(withWords(() => import('../pages/trading/option-history'), optionWords)),
  },
  { path: '/pages/my/index', element: lazyPage(() => import('../pages/account/my')) },
  { path: '/pages/settings/index', element: lazyPage(withWords(() => import('../pages/account/settings'), appWords)) },
  { path: '/pages/settings/language/language', element: lazyPage(() => import('../pages/account/language')) },
  { path: '/pages/user/login/login', element: lazyPage(() => import('../pages/account/login')) },
  { path: '/pages/user/login/register', element: lazyPage(() => import('../pages/account/register')) },
  { path: '/pages/user/login/forgetPassword', element: lazyPage(() => import('../pages/account/forget-password')) },
  { path: '/pages/user/login/agree', element: lazyPage(() => import('../pages/account/agree')) },
  {
    path: '/pages/alerts/index',
    element: lazyPage(withWords(() => import('../pages/trading/price-alerts'), alertsWords)),
  },
  {
    path: '/pages/settings/notifications/index',
    element: lazyPage(withWords(() => import('../pages/account/notifications'), notificationsWords)),
  },
  { path: '/pages/settings/account/index', element: lazyPage(() => import('../pages/account/account-settings')) },
  { path: '/pages/settings/security/index', element: lazyPage(() => import('../pages/account/security')) },
  {
    path: '/pages/settings/security/changePassword',
    element: lazyPage(() => import('../pages/account/change-password')),
  },
  {
    path: '/pages/settings/security/changePayPassword',
    element: lazyPage(() => import('../pages/account/change-pay-password')),
  },
  { path: '/pages/settings/security/authenticator', element: lazyPage(() => import('../pages/account/authenticator')) },
  { path: '/pages/settings/security/passkeys', element: lazyPage(() => import('../pages/account/passkeys')) },
  {
    path: '/pages/settings/security/apiKeys',
    element: lazyPage(withWords(() => import('../pages/account/api-keys'), apiKeysWords)),
  },
  { path: '/api-docs', element: lazyPage(withWords(() => import('../pages/account/api-docs'), apiKeysWords)) },
  { path: '/pages/settings/security/contact', element: lazyPage(() => import('../pages/account/contact')) },
  { path: '/pages/settings/security/devices', element: lazyPage(() => import('../pages/account/devices')) },
  {
    path: '/pages/settings/security/activity',
    element: lazyPage(() => import('../pages/account/security-activity')),
  },
  {
    path: '/pages/settings/security/limits',
    element: lazyPage(withWords(() => import('../pages/account/limits'), limitsWords)),
  },
  {
    path: '/pages/settings/security/dataExport',
    element: lazyPage(withWords(() => import('../pages/account/data-export'), dataExportsWords)),
  },
  {
    path: '/pages/settings/security/closeAccount',
    element: lazyPage(withWords(() => import('../pages/account/close-account'), erasureWords)),
  },
  { path: '/pages/settings/security/antiPhishing', element: lazyPage(() => import('../pages/account/anti-phishing')) },
  { path: '/pages/deposit/index', element: depositsPage(() => import('../pages/wallet/deposit')) },
  { path: '/pages/withdraw/index', element: depositsPage(() => import('../pages/wallet/withdraw')) },
  { path: '/pages/user/address/index', element: depositsPage(() => import('../pages/wallet/addresses')) },
  { path: '/pages/user/address/create', element: depositsPage(() => import('../pages/wallet/add-address')) },
  { path: '/pages/verification/index', element: depositsPage(() => import('../pages/account/verification')) },
  { path: '/pages/verification/basic', element: depositsPage(() => import('../pages/account/verification-basic')) },
  {
    path: '/pages/verification/advanced',
    element: depositsPage(() => import('../pages/account/verification-advanced')),
  },
  { path: '/pages/user/address/bank', element: lazyPage(() => import('../pages/account/bank-card')) },
  { path: '/pages/notice/index', element: lazyPage(() => import('../pages/account/notices')) },
  { path: '/pages/notice/detail', element: lazyPage(() => import('../pages/account/notice')) },
  { path: '/pages/help/center/index', element: lazyPage(() => import('../pages/account/help-center')) },
  { path: '/pages/help/center/chat', element: helpChatPage(() => import('../pages/account/help-chat')) },
  { path: '/pages/help/center/check', element: helpChatPage(() => import('../pages/account/help-check')) },
  { path: '/pages/sub-accounts/index', element: subAccountPage(() => import('../pages/account/sub-accounts')) },
  { path: '/pages/sub-accounts/detail', element: subAccountPage(() => import('../pages/account/sub-account')) },
  {
    path: '/pages/sub-accounts/keys',
    element: subAccountPage(withWords(() => import('../pages/account/sub-account-keys'), apiKeysWords)),
  },
  { path: '/pages/complaints/index', element: complaintPage(() => import('../pages/account/complaints')) },
  { path: '/pages/complaints/write', element: complaintPage(() => import('../pages/account/complaint-write')) },
  { path: '/pages/complaints/detail', element: complaintPage(() => import('../pages/account/complaint')) },
  { path: '/pages/account/index', element: lazyPage(() => import('../pages/wallet/assets')) },
  { path: '/pages/assets/tradeAccount', element: lazyPage(() => import('../pages/wallet/trade-account')) },
  { path: '/pages/assets/record', element: lazyPage(() => import('../pages/wallet/record')) },
  { path: '/pages/assets/statement', element: lazyPage(() => import('../pages/wallet/statement')) },
  { path: '/pages/assets/profit', element: figuresPage(() => import('../pages/wallet/profit')) },
  { path: '/pages/assets/tax', element: figuresPage(() => import('../pages/wallet/tax')) },
  { path: '/pages/assets/export', element: figuresPage(() => import('../pages/wallet/export')) },
  {
    path: '/pages/assets/transactions',
    element: lazyPage(withWords(() => import('../pages/wallet/transactions'), spotWords)),
  },
  { path: '/pages/assets/withdraw/index', element: lazyPage(() => import('../pages/wallet/withdrawals')) },
  { path: '/pages/assets/withdraw/detail', element: lazyPage(() => import('../pages/wallet/withdrawal')) },
  { path: '/pages/transfer/index', element: lazyPage(() => import('../pages/wallet/transfer')) },
  { path: '/pages/transfer/record', element: lazyPage(() => import('../pages/wallet/transfer-record')) },
  { path: '/pages/trust/index', element: trustPage(() => import('../pages/trading/trust')) },
  { path: '/pages/trust/detail', element: trustPage(() => import('../pages/trading/trust-product')) },
  { path: '/pages/trust/order', element: trustPage(() => import('../pages/trading/trust-purchase')) },
  { path: '/pages/trust/hosting', element: trustPage(() => import('../pages/trading/trust-hosting')) },
  { path: '/pages/trust/hosting/detail', element: trustPage(() => import('../pages/trading/trust-order')) },
  { path: '/pages/trust/rules', element: trustPage(() => import('../pages/trading/trust-rules')) },
  { path: '/pages/subscription/index', element: subscriptionPage(() => import('../pages/trading/subscription')) },
  {
    path: '/pages/subscription/detail',
    element: subscriptionPage(() => import('../pages/trading/subscription-offer')),
  },
  {
    path: '/pages/subscription/order',
    element: subscriptionPage(() => import('../pages/trading/subscription-purchase')),
  },
  {
    path: '/pages/subscription/orders',
    element: subscriptionPage(() => import('../pages/trading/subscription-orders')),
  },
  {
    path: '/pages/subscription/orders/detail',
    element: subscriptionPage(() => import('../pages/trading/subscription-order')),
  },
  { path: '/pages/otc/index', element: otcPage(() => import('../pages/trading/otc')) },
  { path: '/pages/otc/take', element: otcPage(() => import('../pages/trading/otc-take')) },
  { path: '/pages/otc/orders', element: otcPage(() => import('../pages/trading/otc-orders')) },
  { path: '/pages/otc/order', element: otcPage(() => import('../pages/trading/otc-order')) },
  { path: '/pages/otc/chat', element: otcPage(() => import('../pages/trading/otc-chat')) },
  { path: '/pages/otc/merchant', element: otcPage(() => import('../pages/trading/otc-merchant')) },
  { path: '/pages/otc/advert', element: otcPage(() => import('../pages/trading/otc-advert')) },
  { path: '/pages/otc/payments', element: otcPage(() => import('../pages/trading/otc-payments')) },
  { path: '/pages/ieo/index', element: ieoPage(() => import('../pages/trading/ieo')) },
  { path: '/pages/ieo/detail', element: ieoPage(() => import('../pages/trading/ieo-project')) },
  { path: '/pages/ieo/applications', element: ieoPage(() => import('../pages/trading/ieo-applications')) },
  { path: '/pages/ieo/application', element: ieoPage(() => import('../pages/trading/ieo-application')) },
  { path: '/pages/ieo/allotment', element: ieoPage(() => import('../pages/trading/ieo-allotment')) },
  { path: '/pages/promotion/index', element: referralPage(() => import('../pages/trading/promotion')) },
  { path: '/pages/promotion/records', element: referralPage(() => import('../pages/trading/promotion-records')) },
  { path: '/pages/promotion/poster', element: referralPage(() => import('../pages/trading/promotion-poster')) },
  { path: '/pages/location/choose', element: placePage(() => import('../pages/account/choose-location')) },
  { path: '/pages/location/open', element: placePage(() => import('../pages/account/open-location')) },
  {
    path: '/pages/status/index',
    element: lazyPage(withWords(() => import('../pages/account/service-status'), serviceStatusWords)),
  },
  { path: '/pages/about/index', element: lazyPage(() => import('../pages/about')) },
  // By itself, too: what it is drawn with would have to be there before any of the others.
  { path: '*', element: lazyPage(() => import('./missing-page')) },
];

/** The page of the address, among those that are not known from the start. */
export default function MoreRoutes() {
  return <Routes>{PAGES.map(guarded)}</Routes>;
}
