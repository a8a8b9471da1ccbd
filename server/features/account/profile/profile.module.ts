import { Module } from '@nestjs/common';
import { BankCardsStore } from './bank-cards.store.js';
import { ChangeContact } from './change-contact.js';
import { ContactsController } from './contacts.controller.js';
import { GetBankCard } from './get-bank-card.js';
import { GetOwnAccount } from './get-own-account.js';
import { NewDestinationWait } from './new-destination-wait.js';
import { ProfileController } from './profile.controller.js';
import { IsOwnCard } from './is-own-card.js';
import { SaveBankCard } from './save-bank-card.js';

@Module({
  controllers: [ContactsController, ProfileController],
  providers: [BankCardsStore, ChangeContact, GetBankCard, GetOwnAccount, IsOwnCard, NewDestinationWait, SaveBankCard],
  exports: [GetBankCard, IsOwnCard, NewDestinationWait],
})
export class ProfileModule {}
