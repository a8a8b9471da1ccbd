import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { SecurityLog } from '../notices/index.js';
import type { Caller } from '../users/index.js';
import { caseEvent } from './case-event.js';
import type { PhotoTexts } from './verification.rules.js';
import { type CaseRow, VerificationStore } from './verification.store.js';

export interface CaseChange {
  /** Null when the user made it. */
  operatorId: string | null;
  /** From where the user made it: what was handed in is a security event. */
  caller?: Caller;
  photoReasons: PhotoTexts;
  at: Date;
}

/** Who hands something in, and from where. */
export interface Submitter {
  userId: string;
  caller: Caller;
}

/** Writes down a change of a case and tells the user, in the transaction of the change. Call it last. */
@Injectable()
export class CaseLog {
  constructor(
    private readonly store: VerificationStore,
    private readonly outbox: Outbox,
    private readonly security: SecurityLog,
  ) {}

  async record(tx: Transaction, changed: CaseRow, { operatorId, caller, photoReasons, at }: CaseChange): Promise<void> {
    const { id, userId, status, version, reason } = changed;
    await this.store.record(tx, id, { version, status, operatorId, reason, photoReasons, at });
    if (caller) await this.security.note(tx, userId, 'verification-submitted', caller, changed.level);
    await this.outbox.append(tx, userId, 'kyc', {
      ...caseEvent(changed),
      photoReasons: { ...photoReasons },
    });
  }
}
