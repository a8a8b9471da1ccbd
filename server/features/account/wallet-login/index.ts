/** The front door of the login by wallet. */
export { ListWallets } from './list-wallets.js';
export { WalletLoginModule } from './wallet-login.module.js';
