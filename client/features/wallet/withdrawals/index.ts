export { AddAddressForm } from './add-address-form';
export { AddressBook } from './address-book';
export { WithdrawalDesk } from './withdrawal-desk';
