import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';

const ACCOUNTS_PER_ADDRESS = 10;
const ACCOUNTS_PER_ADDRESS_IN_DEVELOPMENT = 10_000;

/** What the operator of the product asks of those who register. */
@Injectable()
export class RegistrationSettings {
  readonly invitationRequired: boolean;
  readonly fundPasswordRequired: boolean;
  readonly passwordLengthMin: number;
  /** Accounts that may be opened from a network in an hour. */
  readonly accountsPerAddress: number;
  /** Whether it counts too how many were opened in a browser. */
  readonly countsDevices: boolean;

  constructor(
    { values }: Config,
    private readonly clock: Clock,
  ) {
    this.invitationRequired = values.REGISTER_INVITATION_REQUIRED;
    this.fundPasswordRequired = values.REGISTER_FUND_PASSWORD_REQUIRED;
    this.passwordLengthMin = values.PASSWORD_LENGTH_MIN;
    const asked = values.CODES_PER_ADDRESS;
    this.countsDevices = asked > 0 || values.NODE_ENV === 'production';
    this.accountsPerAddress =
      asked || (this.countsDevices ? ACCOUNTS_PER_ADDRESS : ACCOUNTS_PER_ADDRESS_IN_DEVELOPMENT);
  }

  now(): Date {
    return new Date(this.clock.now());
  }
}
