/** The front door of the login by wallet. Nothing stands above it. */
export { WalletLoginModule } from './wallet-login.module.js';
