import { Module } from '@nestjs/common';
import { BanksStore } from './banks.store.js';
import { ListBanks } from './list-banks.js';
import { SetBank } from './set-bank.js';
import { BankCardsStore } from './bank-cards.store.js';
import { ChangeContact } from './change-contact.js';
import { ContactsController } from './contacts.controller.js';
import { GetBankCard } from './get-bank-card.js';
import { GetOwnAccount } from './get-own-account.js';
import { ReplaceBankCard } from './replace-bank-card.js';
import { NewDestinationWait } from './new-destination-wait.js';
import { ProfileController } from './profile.controller.js';
import { IsOwnCard } from './is-own-card.js';
import { SaveBankCard } from './save-bank-card.js';
import { TakeContact } from './take-contact.js';
import './profile-personal.js';

@Module({
  controllers: [ContactsController, ProfileController],
  providers: [
    BanksStore,
    ListBanks,
    SetBank,
    BankCardsStore,
    ChangeContact,
    GetBankCard,
    GetOwnAccount,
    ReplaceBankCard,
    IsOwnCard,
    NewDestinationWait,
    SaveBankCard,
    TakeContact,
  ],
  exports: [ListBanks, SetBank, GetBankCard, IsOwnCard, NewDestinationWait],
})
export class ProfileModule {}
