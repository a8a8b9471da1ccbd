import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';

/** What the operator of the product asks of those who register. */
@Injectable()
export class RegistrationSettings {
  readonly invitationRequired: boolean;
  readonly fundPasswordRequired: boolean;
  readonly passwordLengthMin: number;

  constructor(
    { values }: Config,
    private readonly clock: Clock,
  ) {
    this.invitationRequired = values.REGISTER_INVITATION_REQUIRED;
    this.fundPasswordRequired = values.REGISTER_FUND_PASSWORD_REQUIRED;
    this.passwordLengthMin = values.PASSWORD_LENGTH_MIN;
  }

  now(): Date {
    return new Date(this.clock.now());
  }
}
