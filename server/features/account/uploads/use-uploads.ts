import { Injectable } from '@nestjs/common';
import type { UploadPurpose } from '../../../contract/account/uploads.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { isReference, WAITING_MS } from './upload.rules.js';
import { UploadsStore } from './uploads.store.js';

export interface UploadsToUse {
  userId: string;
  purpose: UploadPurpose;
  /** What they are used for, `verification:17:2`; no secret. */
  usedFor: string;
  /** References as the client sent them. */
  references: string[];
}

/** Hands photos in for something, in the transaction of that something. Each can be handed in once. */
@Injectable()
export class UseUploads {
  constructor(
    private readonly store: UploadsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * All of them or none.
   * @throws Refusal `uploads.unknown` when one is not the user's, is for something else, too old, or used before.
   */
  async execute(tx: Transaction, { userId, purpose, usedFor, references }: UploadsToUse): Promise<void> {
    if (references.length === 0) return;
    if (!references.every(isReference) || new Set(references).size < references.length) {
      throw new Refusal('uploads.unknown');
    }
    const now = this.clock.now();
    const times = { at: new Date(now), since: new Date(now - WAITING_MS) };
    const used = await this.store.use(tx, { userId, purpose, usedFor, ids: references, ...times });
    if (used.length < references.length) throw new Refusal('uploads.unknown');
  }

  /** What they were handed in for is decided: from now on they are kept for as long as the setting says. */
  async close(tx: Transaction, references: string[]): Promise<void> {
    if (references.length > 0) await this.store.close(tx, references, new Date(this.clock.now()));
  }

  /** It is to be decided again: those that are still there stay. */
  async reopen(tx: Transaction, references: string[]): Promise<void> {
    if (references.length > 0) await this.store.reopen(tx, references);
  }

  /** The photos are needed no more: nobody can look at them from now on, and the storage forgets them soon. */
  async discard(tx: Transaction, references: string[]): Promise<void> {
    if (references.length > 0) await this.store.discard(tx, references);
  }
}
