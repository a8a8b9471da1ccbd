/** The front door of the accounts. */
export { AccountModule } from './account.module.js';
