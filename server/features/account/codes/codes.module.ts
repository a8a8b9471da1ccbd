import { Global, Module } from '@nestjs/common';
import { CheckCode } from './check-code.js';
import { CodePlaces } from './code-places.js';
import { CodesController } from './codes.controller.js';
import { CodesStore } from './codes.store.js';
import { ConfirmationCodes } from './confirmation-codes.js';
import { ForgetCodes } from './forget-codes.js';
import { GuestCodes } from './guest-codes.js';
import { SecondFactor } from './second-factor.js';
import { SendCode } from './send-code.js';
import { SendOwnCode } from './send-own-code.js';
import { SetUpTotp } from './set-up-totp.js';
import { TotpStore } from './totp.store.js';
import { VerificationCodes } from './verification-codes.js';

/** Global, because every step that needs a fresh proof asks for a code. */
@Global()
@Module({
  controllers: [CodesController],
  providers: [
    CheckCode,
    CodePlaces,
    CodesStore,
    ConfirmationCodes,
    ForgetCodes,
    GuestCodes,
    SecondFactor,
    SendCode,
    SendOwnCode,
    SetUpTotp,
    TotpStore,
    VerificationCodes,
  ],
  exports: [ConfirmationCodes, GuestCodes, SecondFactor, SendCode, SetUpTotp, VerificationCodes],
})
export class CodesModule {}
