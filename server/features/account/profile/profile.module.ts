import { Module } from '@nestjs/common';
import { BankCardsStore } from './bank-cards.store.js';
import { ChangeContact } from './change-contact.js';
import { ContactsController } from './contacts.controller.js';
import { CreateUser } from './create-user.js';
import { GetBankCard } from './get-bank-card.js';
import { GetOwnAccount } from './get-own-account.js';
import { LogIn } from './log-in.js';
import { LoginController } from './login.controller.js';
import { NewDestinationWait } from './new-destination-wait.js';
import { OpenLogin } from './open-login.js';
import { ProfileController } from './profile.controller.js';
import { RegisterUser } from './register-user.js';
import { RegistrationSettings } from './registration-settings.js';
import { RegistrationController } from './registration.controller.js';
import { IsOwnCard } from './is-own-card.js';
import { SaveBankCard } from './save-bank-card.js';

@Module({
  controllers: [ContactsController, LoginController, ProfileController, RegistrationController],
  providers: [
    BankCardsStore,
    ChangeContact,
    CreateUser,
    GetBankCard,
    GetOwnAccount,
    IsOwnCard,
    LogIn,
    NewDestinationWait,
    OpenLogin,
    RegisterUser,
    RegistrationSettings,
    SaveBankCard,
  ],
  exports: [CreateUser, GetBankCard, IsOwnCard, NewDestinationWait, RegistrationSettings],
})
export class ProfileModule {}
