import { Global, Module } from '@nestjs/common';
import { ChangeAuthenticator } from './change-authenticator.js';
import { ChangePassword } from './change-password.js';
import { CheckFundPassword } from './check-fund-password.js';
import { FundPasswordsStore } from './fund-passwords.store.js';
import { HasFundPassword } from './has-fund-password.js';
import { WriteFundPassword } from './write-fund-password.js';
import { LoginTries } from './login-tries.js';
import { OwnedProofs } from './owned-proofs.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordPolicy } from './password-policy.js';
import { ProveLogin } from './prove-login.js';
import { ProvePassword } from './prove-password.js';
import { ReplacePassword } from './replace-password.js';
import { RequireFreshProof } from './require-fresh-proof.js';
import { ResetPassword } from './reset-password.js';
import { SecurityController } from './security.controller.js';
import { SignedProofs } from './signed-proofs.js';
import { SetAntiPhishingWord } from './set-anti-phishing-word.js';
import { SetFundPassword } from './set-fund-password.js';
import './security-personal.js';

/** Global, because every money command asks for the fund password. */
@Global()
@Module({
  controllers: [SecurityController],
  providers: [
    ChangeAuthenticator,
    ChangePassword,
    CheckFundPassword,
    FundPasswordsStore,
    HasFundPassword,
    WriteFundPassword,
    LoginTries,
    OwnedProofs,
    PasswordHasher,
    PasswordPolicy,
    ProveLogin,
    ProvePassword,
    ReplacePassword,
    RequireFreshProof,
    ResetPassword,
    SetAntiPhishingWord,
    SetFundPassword,
    SignedProofs,
  ],
  exports: [
    CheckFundPassword,
    FundPasswordsStore,
    HasFundPassword,
    LoginTries,
    PasswordHasher,
    PasswordPolicy,
    RequireFreshProof,
    ResetPassword,
  ],
})
export class SecurityModule {}
