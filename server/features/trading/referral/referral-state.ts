import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { ReferralStore } from './referral.store.js';

/** How often a user's invitations changed, in the user's whole state: what events of them are held against. */
@Injectable()
export class ReferralState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: ReferralStore,
  ) {}

  onModuleInit(): void {
    this.parts.register('referral', async (tx, userId) => {
      const version = await this.store.version(tx, userId);
      return version === null ? [] : [{ entity: `referral:${userId}`, entityVersion: version }];
    });
  }
}
