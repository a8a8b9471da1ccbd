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

const SAME_LOOK_MS = 10 * 60_000;

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

  /** A call that was refused. The same one from the same address, again and again, is one line for ten minutes. */
  async recordRefusal(actor: Actor, line: AuditLine): Promise<void> {
    const at = new Date(this.clock.now());
    const since = new Date(at.getTime() - SAME_LOOK_MS);
    await this.transactions.runStatement(async (tx) => {
      if (!(await this.store.isRecordedFrom(tx, actor, line, since))) await this.store.insert(tx, actor, line, at);
    });
  }

  /**
   * A look at a list of people's data, before it is shown: by whom, asked how, how many rows. What was asked must name
   * nobody. A list that a page asks for again and again, with the same answer, is one look for ten minutes.
   */
  async recordList(
    actor: Actor,
    { action, subject, userId }: Pick<AuditLine, 'action' | 'subject' | 'userId'>,
    looked: { filter: Record<string, unknown>; rows: number; total?: number },
  ): Promise<void> {
    const at = new Date(this.clock.now());
    const line = { action, subject, ...(userId ? { subjectId: userId, userId } : {}), detail: looked };
    const since = new Date(at.getTime() - SAME_LOOK_MS);
    await this.transactions.runStatement(async (tx) => {
      if (!(await this.store.isRecorded(tx, actor, line, since))) await this.store.insert(tx, actor, line, at);
    });
  }
}
