import { Global, Module } from '@nestjs/common';
import { SessionReader } from '../../platform/http/access.js';
import { AskWallet } from './ask-wallet.js';
import { HearSessionEnds } from './hear-session-ends.js';
import { ListWallets } from './list-wallets.js';
import { LogInWithWallet } from './log-in-with-wallet.js';
import { ResolveSocketSession } from './resolve-socket-session.js';
import { WalletKeysStore } from './wallet-keys.store.js';
import { WalletLoginController } from './wallet-login.controller.js';
import { WalletUsers } from './wallet-users.js';
import { BankCardsStore } from './bank-cards.store.js';
import { ChangeContact } from './change-contact.js';
import { CheckCode } from './check-code.js';
import { ContactsController } from './contacts.controller.js';
import { CodesController } from './codes.controller.js';
import { GetBankCard } from './get-bank-card.js';
import { GetOwnAccount } from './get-own-account.js';
import { ListNotices } from './list-notices.js';
import { ListSessions } from './list-sessions.js';
import { LoginController } from './login.controller.js';
import { ProfileController } from './profile.controller.js';
import { RegistrationController } from './registration.controller.js';
import { SaveBankCard } from './save-bank-card.js';
import { SecurityController } from './security.controller.js';
import { SendOwnCode } from './send-own-code.js';
import { SetAntiPhishingWord } from './set-anti-phishing-word.js';
import { AccountJobs } from './account.jobs.js';
import { PruneAccounts } from './prune-accounts.js';
import { AreaCodes } from './area-codes.js';
import { ChangePassword } from './change-password.js';
import { CheckFundPassword } from './check-fund-password.js';
import { CodesStore } from './codes.store.js';
import { ConfirmationCodes } from './confirmation-codes.js';
import { CreateUser } from './create-user.js';
import { EndSessions } from './end-sessions.js';
import { FindUser } from './find-user.js';
import { FundPasswordsStore } from './fund-passwords.store.js';
import { GetHolds } from './get-holds.js';
import { HasFundPassword } from './has-fund-password.js';
import { KeepFundPassword } from './keep-fund-password.js';
import { LanguageController } from './language.controller.js';
import { LimitsStore } from './limits.store.js';
import { LogIn } from './log-in.js';
import { LoginTries } from './login-tries.js';
import { OpenSession } from './open-session.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordPolicy } from './password-policy.js';
import { ProvePassword } from './prove-password.js';
import { ReadSession } from './read-session.js';
import { RegisterUser } from './register-user.js';
import { RegistrationSettings } from './registration-settings.js';
import { ReplacePassword } from './replace-password.js';
import { ResetPassword } from './reset-password.js';
import { SecondFactor } from './second-factor.js';
import { SecretBox } from './secret-box.js';
import { SecurityLog } from './security-log.js';
import { SecurityStore } from './security.store.js';
import { SendCode } from './send-code.js';
import { SessionEnds } from './session-ends.js';
import { SessionsStore } from './sessions.store.js';
import { SetFundPassword } from './set-fund-password.js';
import { SetLanguage } from './set-language.js';
import { SetUpTotp } from './set-up-totp.js';
import { TotpStore } from './totp.store.js';
import { UsersStore } from './users.store.js';
import { WriteNotice } from './write-notice.js';
import { VerificationCodes } from './verification-codes.js';

const stores = [
  BankCardsStore,
  CodesStore,
  FundPasswordsStore,
  SecurityStore,
  SessionsStore,
  TotpStore,
  UsersStore,
  WalletKeysStore,
];

const useCases = [
  AccountJobs,
  AreaCodes,
  AskWallet,
  ChangeContact,
  ChangePassword,
  CheckCode,
  CreateUser,
  GetOwnAccount,
  HearSessionEnds,
  KeepFundPassword,
  ListNotices,
  ListWallets,
  LogIn,
  LogInWithWallet,
  LoginTries,
  OpenSession,
  PasswordPolicy,
  ProvePassword,
  PruneAccounts,
  RegisterUser,
  RegistrationSettings,
  ReplacePassword,
  ResetPassword,
  ResolveSocketSession,
  SaveBankCard,
  SecondFactor,
  SecurityLog,
  SendCode,
  SendOwnCode,
  SessionEnds,
  SetAntiPhishingWord,
  SetFundPassword,
  SetLanguage,
  SetUpTotp,
  VerificationCodes,
  WalletUsers,
];

const frontDoor = [
  CheckFundPassword,
  ConfirmationCodes,
  EndSessions,
  FindUser,
  GetBankCard,
  GetHolds,
  HasFundPassword,
  LimitsStore,
  ListSessions,
  PasswordHasher,
  SecretBox,
  WriteNotice,
];

/** Global, because the guard of every call asks the accounts who is calling. */
@Global()
@Module({
  controllers: [
    CodesController,
    ContactsController,
    LanguageController,
    LoginController,
    ProfileController,
    RegistrationController,
    SecurityController,
    WalletLoginController,
  ],
  providers: [...stores, ...useCases, ...frontDoor, { provide: SessionReader, useClass: ReadSession }],
  exports: [...frontDoor, SessionReader],
})
export class AccountModule {}
