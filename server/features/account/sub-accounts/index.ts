/** The front door of the sub-accounts: whose they are, and what they are called. */
export { SubAccounts } from './sub-accounts.js';
export type { SubAccountRow } from './sub-accounts.store.js';
export { SubAccountsModule } from './sub-accounts.module.js';
