import { Inject, Injectable, Optional } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { isSameName } from './person-name.rules.js';
import { VerificationReader } from './verification-reader.js';

/** Whether a card is in the name of the person that the user was verified as. */
@Injectable()
export class IsOwnCard {
  constructor(@Optional() @Inject(VerificationReader) private readonly verification: VerificationReader | null) {}

  /** @throws Refusal `verification.required` for a user who is nobody yet, `account.card-name-differs`. */
  async assert(userId: string, holder: string): Promise<void> {
    const name = await this.verification?.verifiedName(userId);
    if (!name) throw new Refusal('verification.required');
    if (!isSameName(name, holder)) throw new Refusal('account.card-name-differs');
  }
}
