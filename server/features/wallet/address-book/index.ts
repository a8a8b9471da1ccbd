/** The front door of the address book: where a user's money may go, and how a user proves to be at hand. */
export { AddressBookModule } from './address-book.module.js';
export { type PersonProof, ProvePerson } from './prove-person.js';
export { type AddressRow, WithdrawalAddressesStore } from './withdrawal-addresses.store.js';
export { WithdrawalNetworks } from './withdrawal-networks.js';
