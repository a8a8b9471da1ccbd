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
