import { Inject, Injectable, Optional } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { type User, userOf, UsersStore } from '../users/index.js';
import { FundPasswordsStore } from '../security/index.js';
import { SecondFactor } from '../codes/index.js';
import { VerificationReader, type VerificationState } from './verification-reader.js';

/** Everything that a user's own pages show of its account. */
export interface OwnAccount {
  user: User;
  verification: VerificationState;
  hasPassword: boolean;
  hasFundPassword: boolean;
  hasTotp: boolean;
  antiPhishingWord: string;
}

const UNVERIFIED: VerificationState = { basic: 0, advanced: 0, name: '', cardId: '' };

@Injectable()
export class GetOwnAccount {
  constructor(
    private readonly users: UsersStore,
    private readonly fundPasswords: FundPasswordsStore,
    private readonly factor: SecondFactor,
    @Optional() @Inject(VerificationReader) private readonly verification: VerificationReader | null,
  ) {}

  async execute(userId: string): Promise<OwnAccount> {
    const [row, verification, hasFundPassword, hasTotp] = await Promise.all([
      this.users.byId(userId),
      this.verification?.read(userId),
      this.fundPasswords.exists(userId),
      this.factor.isOn(userId),
    ]);
    if (!row) throw new Refusal('session.required');
    return {
      user: userOf(row),
      verification: verification ?? UNVERIFIED,
      hasPassword: row.passwordHash !== null,
      hasFundPassword,
      hasTotp,
      antiPhishingWord: row.antiPhishingWord ?? '',
    };
  }
}
