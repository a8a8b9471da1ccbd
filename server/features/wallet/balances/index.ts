/** The front door of the wallet: what coins there are, what a user has, and what it is worth. */
export { AdjustBalance } from './adjust-balance.js';
export { BalanceEvents } from './balance-events.store.js';
export { type CappedAct, ChangeCaps } from './change-caps.store.js';
export {
  type AddressChain,
  type AddressForm,
  canonicalBankReference,
  canonicalHash,
  checksummed,
  isAddress,
  tronAccount,
  tronAddress,
} from './chain-address.rules.js';
export { PostponeAdjustment } from './postpone-adjustment.js';
export { depositAddress, isExtendedPublicKey } from './extended-key.rules.js';
export { ListWallets, totalOf, type Wallet } from './list-wallets.js';
export { GetWealth } from './get-wealth.js';
export { GetWallets } from './get-wallets.js';
export { SpotFees } from './spot-fees.js';
export { ReservedMoney } from './reserved-money.js';
export { UsdtPrices } from './usdt-prices.js';
export { WalletCatalog } from './wallet-catalog.js';
export type { CoinNetwork } from './wallet-catalog.store.js';
export { WalletActs } from './wallet-acts.store.js';
export { BalancesModule } from './balances.module.js';
export { isBelow, subtract, withdrawalFee } from './worth.rules.js';
export { capReached } from './adjustments.store.js';
