/** The front door of profiles: contacts, bank cards, and what a user's own account shows. */
export { ProfileModule } from './profile.module.js';
export { GetBankCard } from './get-bank-card.js';
export { PaymentPictures } from './payment-pictures.js';
export { ListBanks } from './list-banks.js';
export { SetBank } from './set-bank.js';
export { IsOwnCard } from './is-own-card.js';
export { NewDestinationWait } from './new-destination-wait.js';
export { VerificationReader, type VerificationState } from './verification-reader.js';
