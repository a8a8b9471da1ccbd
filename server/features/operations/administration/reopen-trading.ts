import { Injectable } from '@nestjs/common';
import type { Book } from '../../../contract/books.js';
import type { ProposeReopenRequest } from '../../../contract/operations/books.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { brokenFor, CheckBooks, TradingMode } from '../../wallet/ledger/index.js';
import { parseDetail, reopenDetail } from './proposal-details.js';
import { type ActingOperator, type ProposalRow, SecondPerson } from '../review/index.js';

/** What ends cancel-only of a book: the word of two operators, and a check that begins after both have spoken. */
@Injectable()
export class ReopenTrading {
  constructor(
    private readonly mode: TradingMode,
    private readonly checkBooks: CheckBooks,
    private readonly second: SecondPerson,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Nothing is opened yet. @returns the proposal's number.
   * @throws Refusal `operations.nothing-changed` when the book is open, `operations.proposal-open`.
   */
  async propose(actor: ActingOperator, { book, reason }: ProposeReopenRequest): Promise<string> {
    const { mode, cause } = (await this.mode.read())[book];
    if (mode === 'open') throw new Refusal('operations.nothing-changed');
    return this.transactions.run(async (tx) => {
      const detail = { book, cause };
      const asked = { kind: 'books-reopen', subjectId: null, userId: null, detail, reason } as const;
      const id = await this.second.propose(tx, actor, asked);
      const line = { action: 'books-reopen.propose', subject: 'proposal', subjectId: id };
      await this.log.record(tx, actor, { ...line, detail: { ...detail, reason } });
      return id;
    });
  }

  /**
   * Before the transaction of the approval, for it takes long.
   * @throws Refusal `operations.books-broken`, `request.unavailable` where there was more than one look covers: workers catch up with it.
   */
  async prepare(proposal: ProposalRow): Promise<void> {
    const { checked, isComplete } = await this.checkBooks.look();
    const broken = brokenFor(bookOf(proposal), checked);
    if (broken.length > 0) throw new Refusal('operations.books-broken', { broken: broken.join(', ') });
    if (!isComplete) throw new Refusal('request.unavailable');
  }

  /** @throws Refusal `operations.nothing-changed` when the book is open, or was found broken since. */
  async execute(tx: Transaction, { operatorId }: ActingOperator, proposal: ProposalRow): Promise<void> {
    const isOpened = await this.mode.clear(bookOf(proposal), { operatorId, reason: proposal.reason }, tx);
    if (!isOpened) throw new Refusal('operations.nothing-changed');
  }
}

function bookOf({ detail }: ProposalRow): Book {
  return parseDetail(reopenDetail, detail).book;
}
