/** What can stand in the way of erasing an account, each with the page on which it is ended. */
export const OBSTACLE_PAGES = {
  money: '/pages/assets/index',
  'sub-accounts': '/pages/sub-accounts/index',
  'spot-orders': '/pages/trade/index',
  'spot-stops': '/pages/trade/index',
  positions: '/pages/contract/index',
  options: '/pages/option/history',
  trust: '/pages/trust/hosting',
  subscriptions: '/pages/subscription/orders',
  applications: '/pages/ieo/applications',
  deals: '/pages/otc/orders',
  adverts: '/pages/otc/orders',
  deposits: '/pages/assets/record',
  withdrawals: '/pages/assets/withdraw/index',
  adjustments: '/pages/help/chat',
  complaints: '/pages/complaints/index',
} as const;

export type ObstacleName = keyof typeof OBSTACLE_PAGES;

/** What is left of a coin. */
interface Rest {
  currency: string;
  amount: string;
}

/** Amounts as the user agrees to give them up: `BTC:0.00000012,USDT:0.4`, in the order in which they are named. */
export function restText(rest: readonly Rest[]): string {
  return rest.map(({ currency, amount }) => `${currency}:${amount}`).join(',');
}

/** The same to read: `0.00000012 BTC, 0.4 USDT`. */
export function restWords(rest: readonly Rest[]): string {
  return rest.map(({ currency, amount }) => `${amount} ${currency}`).join(', ');
}
