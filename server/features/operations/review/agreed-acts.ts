import { Injectable } from '@nestjs/common';
import type { ProposalKind } from '../../../contract/operations/words.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { ProposalRow } from './proposals.store.js';

export type AgreedProposal = Pick<ProposalRow, 'subjectId' | 'detail'> & Partial<Pick<ProposalRow, 'id'>>;

/** What a kind of proposal does once two operators have agreed. */
export interface AgreedAct {
  /** Whether it is announced first, and an administrator can stop it: what moves users' money is. */
  isAnnounced: boolean;
  /** For what may not take effect before an instant that its terms name: what was agreed on earlier waits for it. */
  notBefore?(tx: Transaction, proposal: AgreedProposal): Promise<Date>;
  /**
   * In the transaction of the agreement, where it waits: what is to be said of it before it takes effect, and what is judged already.
   * @throws Refusal: nobody agreed.
   */
  announced?(tx: Transaction, proposal: AgreedProposal, dueAt: Date): Promise<void>;
  /** In the transaction in which somebody says no, or takes back what they proposed. @throws Refusal: it is decided elsewhere. */
  rejected?(tx: Transaction, proposal: AgreedProposal): Promise<void>;
  /** In the transaction in which what waits was stopped, or refused as it was due. */
  dropped?(tx: Transaction, proposal: AgreedProposal): Promise<void>;
  /**
   * In the transaction in which it takes effect. What is proposed is judged again: much may have changed since.
   * @param proposal its number is left out where it was announced before.
   * @throws Refusal: nothing is done.
   */
  execute(tx: Transaction, proposal: AgreedProposal): Promise<void>;
  /** Once it is committed: a hint for whoever should know at once. */
  committed?(): void;
}

/**
 * The acts of features that have a room of their own at the desk. A feature registers its kinds in its `onModuleInit`; the
 * kinds also stand in `contract/operations/words.ts`, in the checks of `operator_proposal` and, where they are announced, of
 * `operator_announced_act`.
 */
@Injectable()
export class AgreedActs {
  private readonly acts = new Map<ProposalKind, AgreedAct>();

  register(kind: ProposalKind, act: AgreedAct): void {
    if (this.acts.has(kind)) throw new Error(`Two features do what was agreed on as ${kind}.`);
    this.acts.set(kind, act);
  }

  of(kind: ProposalKind): AgreedAct | undefined {
    return this.acts.get(kind);
  }
}
