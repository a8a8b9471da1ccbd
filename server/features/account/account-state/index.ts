/** The front door of the account state: a user's whole state with its place in the stream of events. */
export { AccountStateModule } from './account-state.module.js';
