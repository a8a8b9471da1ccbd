export { AddAddressForm } from './add-address-form';
export { AddressBook } from './address-book';
export { useAddressCount } from './use-address-count';
export { WithdrawalDesk } from './withdrawal-desk';
