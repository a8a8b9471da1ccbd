import { Global, Module } from '@nestjs/common';
import { PasskeyProofs } from '../security/index.js';
import { AddPasskey } from './add-passkey.js';
import { AskPasskey } from './ask-passkey.js';
import { AskPasskeyLogin } from './ask-passkey-login.js';
import { ForgetPasskeyChallenges } from './forget-passkey-challenges.js';
import { ManagePasskeys } from './manage-passkeys.js';
import { LogInWithPasskey } from './log-in-with-passkey.js';
import { PasskeyChallengesStore } from './passkey-challenges.store.js';
import { PasskeyLoginController } from './passkey-login.controller.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysStore } from './passkeys.store.js';
import { ProposePasskey } from './propose-passkey.js';
import { ProveByPasskey } from './prove-by-passkey.js';
import { ReadNewPasskey } from './read-new-passkey.js';
import { RelyingParty } from './relying-party.js';
import { VerifyPasskey } from './verify-passkey.js';
import './passkeys-personal.js';

/** Login and proof by passkey. Global, because the security, which stands below, takes passkeys as proofs. */
@Global()
@Module({
  controllers: [PasskeyLoginController, PasskeysController],
  providers: [
    AddPasskey,
    AskPasskey,
    AskPasskeyLogin,
    ForgetPasskeyChallenges,
    ManagePasskeys,
    LogInWithPasskey,
    PasskeyChallengesStore,
    { provide: PasskeyProofs, useExisting: ProveByPasskey },
    PasskeysStore,
    ProposePasskey,
    ProveByPasskey,
    ReadNewPasskey,
    RelyingParty,
    VerifyPasskey,
  ],
  exports: [PasskeyProofs],
})
export class PasskeysModule {}
