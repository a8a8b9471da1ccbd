export { AccountAssets } from './account-assets';
export { AmountsEye } from './amounts-eye';
export { Assets } from './assets';
export { afterTransfer, type Holding, holdingsOf, isZero } from './holdings';
export { useWallet } from './use-wallet';
export { KEYS as WALLET_KEYS, walletsOf } from './wallet.api';
