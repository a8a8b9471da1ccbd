import { Injectable } from '@nestjs/common';
import type { AnnouncedActKind } from '../../../contract/operations/words.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AnnouncedActsStore, type NewAnnouncedAct } from './announced-acts.store.js';
import type { ProposalRow } from './proposals.store.js';

/** An hour: long enough for an administrator to see it and to stop it. */
const MINUTES_IN_PRODUCTION = 60;

/** What is decided and takes effect later, so that one administrator can still stop it. */
@Injectable()
export class AnnouncedActs {
  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Whether anything waits at all in this installation. */
  get isOn(): boolean {
    return this.minutes() > 0;
  }

  /** @returns when it takes effect, by the database's clock. @throws Refusal `operations.act-waits`. */
  begin(tx: Transaction, act: NewAnnouncedAct, notBefore: Date | null = null): Promise<Date> {
    return this.store.insert(tx, act, { at: this.now(), minutes: this.minutes(), notBefore });
  }

  now(): Date {
    return new Date(this.clock.now());
  }

  /** {@link begin} for what two have agreed on. */
  beginProposed(
    tx: Transaction,
    kind: AnnouncedActKind,
    { id, subjectId, userId, detail, reason, proposedById, proposedAt }: ProposalRow,
    { approvedById, notBefore = null }: { approvedById: string; notBefore?: Date | null },
  ): Promise<Date> {
    const proposed = { subjectId, userId, detail, reason, proposedById, proposedAt };
    return this.begin(tx, { ...proposed, kind, proposalId: id, approvedById }, notBefore);
  }

  private minutes(): number {
    const { OPERATIONS_WAIT_MINUTES: minutes, NODE_ENV } = this.config.values;
    if (minutes >= 0) return minutes;
    return NODE_ENV === 'production' ? MINUTES_IN_PRODUCTION : 0;
  }
}
