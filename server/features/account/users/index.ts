/**
 * The front door of the users: who there is, by which names, in which language, and how often somebody
 * did something.
 * Stores are for the rooms of the accounts; other features ask `FindUser`.
 */
export { type Caller, RequestCaller } from './caller.js';
export {
  type Contact,
  emailKeysOf,
  maskContact,
  phonesOf,
  readEmail,
  readPhone,
  takesTextMessages,
  type Username,
} from './contact.rules.js';
export { ExcludedPeople, type Wallet } from './excluded-people.js';
export { setLoginCookies } from './login-cookies.js';
export { FindLoginName, type LoginName } from './find-login-name.js';
export { FindUser, type User, userOf } from './find-user.js';
export { isStranger, KnownClients } from './known-clients.js';
export { type Limited, type LimitWindow, LimitsStore } from './limits.store.js';
export { PruneAccounts } from './prune-accounts.js';
export { SecretBox } from './secret-box.js';
export { type NewUser, type UserName, type UserRow, UsersStore } from './users.store.js';
export { codePurpose, emailFrom, newName, pageOf, phoneFrom, wireTime } from './wire-names.js';
