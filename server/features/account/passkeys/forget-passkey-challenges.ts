import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PruneAccounts } from '../users/index.js';
import { PasskeyChallengesStore } from './passkey-challenges.store.js';

const CHALLENGE_RETENTION_DAYS = 1;

/** What passkeys were asked to sign is forgotten after a day. */
@Injectable()
export class ForgetPasskeyChallenges implements OnModuleInit {
  constructor(
    private readonly pruneAccounts: PruneAccounts,
    private readonly challenges: PasskeyChallengesStore,
  ) {}

  onModuleInit(): void {
    this.pruneAccounts.register(CHALLENGE_RETENTION_DAYS, (before, most) => this.challenges.prune(before, most));
  }
}
