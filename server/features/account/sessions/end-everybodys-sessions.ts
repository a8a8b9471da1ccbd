import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SessionEnds } from './session-ends.js';
import { SessionsStore } from './sessions.store.js';

/** Ends all sessions of all users at once: for the day on which tokens may be in the wrong hands, and nobody knows whose. */
@Injectable()
export class EndEverybodysSessions {
  constructor(
    private readonly store: SessionsStore,
    private readonly ends: SessionEnds,
  ) {}

  /** Their tokens are dead at the next call, from the commit on. @param proposalId on which two operators agreed. */
  async execute(tx: Transaction, proposalId: string): Promise<void> {
    await this.store.endEverybodys(tx, proposalId);
  }

  /** Call after the commit: every gateway looks at all of its sockets. What misses it is found within a minute. */
  announce(): void {
    this.ends.announceAll();
  }
}
