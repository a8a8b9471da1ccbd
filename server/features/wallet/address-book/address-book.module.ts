import { Module } from '@nestjs/common';
import { ProfileModule } from '../../account/profile/index.js';
import { DepositsModule } from '../deposits/index.js';
import { BalancesModule } from '../balances/index.js';
import { AddWithdrawalAddress } from './add-withdrawal-address.js';
import { AddressBookController } from './address-book.controller.js';
import { IsAllowedAddress } from './is-allowed-address.js';
import { ProvePerson } from './prove-person.js';
import { ListAddresses } from './list-addresses.js';
import { RemoveWithdrawalAddress } from './remove-withdrawal-address.js';
import { WithdrawalAccount } from './withdrawal-account.js';
import { WithdrawalAddressesStore } from './withdrawal-addresses.store.js';
import { WithdrawalNetworks } from './withdrawal-networks.js';
import './address-book-personal.js';

@Module({
  imports: [ProfileModule, DepositsModule, BalancesModule],
  controllers: [AddressBookController],
  providers: [
    AddWithdrawalAddress,
    IsAllowedAddress,
    ProvePerson,
    ListAddresses,
    RemoveWithdrawalAddress,
    WithdrawalAccount,
    WithdrawalAddressesStore,
    WithdrawalNetworks,
  ],
  exports: [ProvePerson, WithdrawalAddressesStore, WithdrawalNetworks],
})
export class AddressBookModule {}
