import { Global, Module } from '@nestjs/common';
import { AccountJobs } from './account.jobs.js';
import { AreaCodes } from './area-codes.js';
import { ExcludedPeople } from './excluded-people.js';
import { FindLoginName } from './find-login-name.js';
import { FindUser } from './find-user.js';
import { KnownClients } from './known-clients.js';
import { LanguageController } from './language.controller.js';
import { LimitsStore } from './limits.store.js';
import { PruneAccounts } from './prune-accounts.js';
import { SecretBox } from './secret-box.js';
import { SetLanguage } from './set-language.js';
import { UsersStore } from './users.store.js';
import './users-personal.js';

/** Global, because every feature may ask who a user is, and counts what people do too often. */
@Global()
@Module({
  controllers: [LanguageController],
  providers: [
    AccountJobs,
    AreaCodes,
    ExcludedPeople,
    FindLoginName,
    FindUser,
    KnownClients,
    LimitsStore,
    PruneAccounts,
    SecretBox,
    SetLanguage,
    UsersStore,
  ],
  exports: [ExcludedPeople, FindLoginName, FindUser, KnownClients, LimitsStore, PruneAccounts, SecretBox, UsersStore],
})
export class UsersModule {}
