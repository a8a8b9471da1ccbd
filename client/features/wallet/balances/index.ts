export { AccountAssets } from './account-assets';
export { AmountsEye } from './amounts-eye';
export { Assets } from './assets';
export { afterTransfer, type Holding, holdingsOf, isZero } from './holdings';
export { PortfolioLine } from './portfolio-line';
export { QuickActions } from './quick-actions';
export { useWallet } from './use-wallet';
export { KEYS as WALLET_KEYS, walletsOf } from './wallet.api';
