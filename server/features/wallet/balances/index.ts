/** The front door of the wallet: what coins there are, what a user has, and what it is worth. */
export { AdjustBalance, type AdjustmentDecision, type AdjustmentProposal } from './adjust-balance.js';
export { BalanceEvents } from './balance-events.store.js';
export {
  type AddressChain,
  type AddressForm,
  canonicalHash,
  checksummed,
  isAddress,
  tronAccount,
  tronAddress,
} from './chain-address.rules.js';
export { depositAddress, isExtendedPublicKey } from './extended-key.rules.js';
export { ListWallets, type Wallet } from './list-wallets.js';
export { ReservedMoney, type ReserveReader } from './reserved-money.js';
export { type UsdtPrice, UsdtPrices } from './usdt-prices.js';
export { WalletCatalog } from './wallet-catalog.js';
export type { Chain, CoinNetwork, WalletCurrency } from './wallet-catalog.store.js';
export { WalletActs } from './wallet-acts.store.js';
export { shown } from './wallet-views.js';
export { BalancesModule } from './balances.module.js';
export { isBelow, subtract, withdrawalFee } from './worth.rules.js';
