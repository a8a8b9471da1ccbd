import { Injectable } from '@nestjs/common';
import type { VerificationReader, VerificationState } from '../profile/index.js';
import { GetVerification } from './get-verification.js';
import { VerificationStore } from './verification.store.js';

/** Tells the accounts how far a user's verification has come. */
@Injectable()
export class GetVerificationState implements VerificationReader {
  constructor(
    private readonly getVerification: GetVerification,
    private readonly store: VerificationStore,
  ) {}

  async read(userId: string): Promise<VerificationState> {
    const { basic, advanced } = await this.getVerification.execute(userId);
    return {
      basic: basic.review_status,
      advanced: advanced.review_status,
      name: basic.name,
      cardId: basic.card_id,
    };
  }

  async verifiedName(userId: string): Promise<string | null> {
    const cases = await this.store.casesOf(userId);
    return cases.find(({ level, status }) => level === 'basic' && status === 'verified')?.name ?? null;
  }
}
