/** The front door of the accounts: how a user comes into being, and what it has to tell about itself. */
export { ProfileModule } from './profile.module.js';
export { CreateUser, type CreatedUser } from './create-user.js';
export { GetBankCard } from './get-bank-card.js';
export { IsOwnCard } from './is-own-card.js';
export { NewDestinationWait } from './new-destination-wait.js';
export { RegistrationSettings } from './registration-settings.js';
export { VerificationReader, type VerificationState } from './verification-reader.js';
