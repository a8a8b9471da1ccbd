import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { caseEvent } from './case-event.js';
import { VerificationStore } from './verification.store.js';

/** The verification's part of a user's state. Reasons of single photos come with the page of the verification. */
@Injectable()
export class VerificationPart implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: VerificationStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('kyc', async (tx, userId) => (await this.store.casesOf(userId, tx)).map(caseEvent));
  }
}
