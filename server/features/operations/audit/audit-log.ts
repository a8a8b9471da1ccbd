import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import type { Actor } from './actor.js';
import { AuditStore } from './audit.store.js';

/** What an operator did, or looked at. */
export interface AuditLine {
  /** Feature's noun and verb: `deposit.approve`, `user.view`. */
  action: string;
  subject: string;
  subjectId?: string | null;
  /** Whose file it is about. */
  userId?: string | null;
  /** What it was about, in plain values. Never a password, a code, a token or the number of an ID. */
  detail?: Record<string, unknown>;
}

/** Writes down what operators do. An act whose line cannot be written does not happen. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly store: AuditStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** In the transaction of the act. */
  async record(tx: Transaction, actor: Actor, line: AuditLine): Promise<void> {
    await this.store.insert(tx, actor, line, new Date(this.clock.now()));
  }

  /** A look at somebody's file: written before anything is shown. */
  async recordLook(actor: Actor, line: AuditLine): Promise<void> {
    await this.transactions.runStatement((tx) => this.record(tx, actor, line));
  }
}
