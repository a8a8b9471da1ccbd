import { Injectable } from '@nestjs/common';
import type {
  JournalListRequest,
  LedgerAccountsRequest,
  LedgerLinesRequest,
} from '../../../contract/operations/books.dto.js';
import type { UserStatementRequest } from '../../../contract/operations/users.dto.js';
import { grouped } from '../../../contract/rules/profit-days.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { type AccountLineRow, AccountLinesStore } from './account-lines.store.js';
import { DeskBooksStore } from './books.store.js';
import { accountsAsked, instantOf, journalsAsked, loggedJournals } from './inspect-books.js';

const ACCOUNTS = {
  number: 'text',
  user: 'text',
  kind: 'text',
  coin: 'text',
  balance: 'amount',
  demo: 'text',
  lines: 'text',
} as const;

const LINES = {
  number: 'text',
  time: 'instant',
  account: 'text',
  kind: 'text',
  coin: 'text',
  change: 'amount',
  before: 'amount',
  after: 'amount',
  event: 'text',
  reference: 'text',
  journal: 'text',
} as const;

const JOURNALS = {
  number: 'text',
  time: 'instant',
  event: 'text',
  reference: 'text',
  demo: 'text',
  account: 'text',
  user: 'text',
  kind: 'text',
  coin: 'text',
  change: 'amount',
  after: 'amount',
} as const;

/** The books as files: accounts, the lines of one, journals with their legs, and a user's statement. */
@Injectable()
export class ExportBooks {
  constructor(
    private readonly store: DeskBooksStore,
    private readonly accountLines: AccountLinesStore,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal those of `WriteDeskFile`. */
  accounts(asked: FileAsked, request: LedgerAccountsRequest): Promise<ExportedFile> {
    const { userId, filter } = accountsAsked(request);
    return this.writeDeskFile.execute(asked, {
      name: 'ledger-accounts',
      columns: ACCOUNTS,
      filter: { house: userId === null, currency: filter.currencyId, demo: filter.demo },
      userId,
      ids: (limit) => this.store.accountIds(filter, limit),
      rows: (ids) => this.store.accountsOf(ids),
      cells: ({ id, userId: user, kind, coin, balance, demo, lines }) => ({
        number: id,
        user,
        kind,
        coin,
        balance,
        demo: flag(demo),
        lines,
      }),
    });
  }

  /** What was posted to one account, the newest first. @throws Refusal `operations.not-found`, and those of `WriteDeskFile`. */
  async lines(asked: FileAsked, accountId: string, { from, to }: LedgerLinesRequest): Promise<ExportedFile> {
    const userId = await this.store.ownerOf(accountId);
    if (userId === undefined) throw new Refusal('operations.not-found');
    const between = { from: instantOf(from), to: instantOf(to) };
    return this.writeDeskFile.execute(asked, {
      name: 'ledger-lines',
      columns: LINES,
      filter: { account: accountId, from: from ?? null, to: to ?? null },
      userId,
      ids: (limit) => this.accountLines.ids([accountId], between, limit),
      rows: (ids) => this.accountLines.ofIds(ids),
      cells: lineCells,
    });
  }

  /** A user's lines as the statement shows them. @throws Refusal those of `WriteDeskFile`. */
  async statement(asked: FileAsked, userId: string, request: UserStatementRequest): Promise<ExportedFile> {
    const { account = null, currency = null } = request;
    const demo = request.demo === '1';
    const accountIds = await this.accountLines.accounts({
      userId,
      demo,
      kinds: account === null ? null : [account, `${account}_frozen`],
      currencyId: currency === null ? null : Number.parseInt(currency, 10),
    });
    return this.writeDeskFile.execute(asked, {
      name: 'statement',
      columns: LINES,
      filter: { account, currency, demo },
      userId,
      ids: (limit) => this.accountLines.ids(accountIds, { from: null, to: null }, limit),
      rows: (ids) => this.accountLines.ofIds(ids),
      cells: lineCells,
    });
  }

  /** Each leg is a row, below one another those of a journal. @throws Refusal those of `WriteDeskFile`. */
  journals(asked: FileAsked, request: JournalListRequest): Promise<ExportedFile> {
    const filter = journalsAsked(request);
    return this.writeDeskFile.execute(asked, {
      name: 'journals',
      columns: JOURNALS,
      filter: loggedJournals(request),
      userId: filter.userId,
      ids: (limit) => this.store.journalIds(filter, limit),
      rows: async (ids) => {
        const rows = await this.store.journalsOf(ids);
        const legs = await this.store.legs(rows.map(({ id }) => id));
        const ofJournal = grouped(legs, ({ journalId }) => journalId);
        return rows.map((row) => ({ ...row, legs: ofJournal.get(row.id) ?? [] }));
      },
      cells: ({ id, cause, reference, demo, at, legs }) =>
        legs.map((leg) => ({
          number: id,
          time: at,
          event: cause,
          reference,
          demo: flag(demo),
          account: leg.accountId,
          user: leg.userId,
          kind: leg.kind,
          coin: leg.coin,
          change: leg.amount,
          after: leg.after,
        })),
    });
  }
}

function lineCells({ sequence, at, accountId, kind, coin, amount, before, after, ...line }: AccountLineRow) {
  return {
    number: sequence,
    time: at,
    account: accountId,
    kind,
    coin,
    change: amount,
    before,
    after,
    event: line.reason,
    reference: line.reference,
    journal: line.journalId,
  };
}

function flag(is: boolean): string {
  return is ? '1' : '0';
}
