import { Global, Module } from '@nestjs/common';
import { SessionReader } from '../../platform/http/access.js';
import { AreaCodes } from './area-codes.js';
import { LanguageController } from './language.controller.js';
import { ReadSession } from './read-session.js';
import { SessionsStore } from './sessions.store.js';
import { SetLanguage } from './set-language.js';

/** Global, because the guard of every call asks the accounts who is calling. */
@Global()
@Module({
  controllers: [LanguageController],
  providers: [SetLanguage, AreaCodes, SessionsStore, { provide: SessionReader, useClass: ReadSession }],
  exports: [SessionReader],
})
export class AccountModule {}
