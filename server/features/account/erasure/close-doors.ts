import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { sqlStateOf, type Transaction } from '../../../platform/database/transaction.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ApiKeyEnds } from '../security/index.js';
import { EndSessions } from '../sessions/index.js';
import type { Caller } from '../users/index.js';
import { ErasureStore, type RestRow } from './erasure.store.js';

/** `account_erasure_ask`: what is given up is not what is too little to leave. */
const REST_CHANGED = 'AE001';

/**
 * What ends at once: the other sessions and the keys of programs. By which names browsers are known stays until the account is
 * erased: it opens nothing, and tells whether somebody was invited by themselves.
 */
@Injectable()
export class CloseDoors {
  constructor(
    private readonly store: ErasureStore,
    private readonly endSessions: EndSessions,
    private readonly apiKeyEnds: ApiKeyEnds,
    private readonly commits: AfterCommit,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Until when it can be taken back; null where it waits already. The user's row is held. @throws Refusal `account.erasure-rest`. */
  async begin(
    tx: Transaction,
    session: CurrentSession,
    { rest, caller }: { rest: readonly RestRow[]; caller: Caller },
  ): Promise<Date | null> {
    const { userId } = session;
    const at = new Date(this.clock.now());
    const asked = { user: userId, days: this.config.values.ERASURE_WAIT_DAYS, at, rest };
    const due = await this.store.ask(tx, asked).catch((error: unknown) => {
      // A credit, or another price, has come since it was looked at.
      throw sqlStateOf(error) === REST_CHANGED ? new Refusal('account.erasure-rest') : error;
    });
    if (due === null) return null;
    const announceKeys = await this.apiKeyEnds.endAll(tx, userId, 'sessions', caller);
    const announceSessions = await this.endSessions.others(tx, session, { reason: 'revoked', caller });
    this.commits.run(tx, () => {
      announceKeys();
      announceSessions();
    });
    return due;
  }
}
