import { Injectable } from '@nestjs/common';
import type {
  JournalListRequest,
  JournalPage,
  LedgerAccountPage,
  LedgerAccountsRequest,
} from '../../../contract/operations/books.dto.js';
import type { LedgerLinePage, UserStatementRequest } from '../../../contract/operations/users.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { AuditLog } from '../audit/index.js';
import { ListStatement, type UserAccountKind } from '../../wallet/ledger/index.js';
import { WalletCatalog } from '../../wallet/balances/index.js';
import { type AccountFilter, DeskBooksStore, type JournalFilter } from './books.store.js';
import type { ActingOperator } from '../review/index.js';

/** The books for the desk: accounts, journals and a user's lines. */
@Injectable()
export class InspectBooks {
  constructor(
    private readonly store: DeskBooksStore,
    private readonly listStatement: ListStatement,
    private readonly catalog: WalletCatalog,
    private readonly log: AuditLog,
  ) {}

  async accounts(actor: ActingOperator, request: LedgerAccountsRequest): Promise<LedgerAccountPage> {
    const { page, limit } = pageAsked(request);
    const { userId, filter } = accountsAsked(request);
    const [list, total] = await Promise.all([
      this.store.accounts(filter, limit, (page - 1) * limit),
      this.store.countAccounts(filter),
    ]);
    // The house's own accounts are nobody's data.
    if (userId !== null) {
      const asked = { currency: filter.currencyId, demo: filter.demo, page, limit };
      await this.look(actor, 'books.accounts', userId, { filter: asked, rows: list.length, total });
    }
    return { list, total, page, limit };
  }

  async journals(actor: ActingOperator, request: JournalListRequest): Promise<JournalPage> {
    const { page, limit } = pageAsked(request);
    const filter = journalsAsked(request);
    const found = await this.store.journals(filter, limit + 1, (page - 1) * limit);
    const rows = found.slice(0, limit);
    const legs = rows.length === 0 ? [] : await this.store.legs(rows.map(({ id }) => id));
    const list = rows.map((row) => ({
      ...row,
      at: row.at.getTime(),
      legs: legs.filter(({ journalId }) => journalId === row.id).map(({ journalId: _journalId, ...leg }) => leg),
    }));
    const asked = { ...loggedJournals(request), page, limit };
    await this.look(actor, 'books.journals', filter.userId, { filter: asked, rows: list.length });
    return { list, more: found.length > limit, page, limit };
  }

  /** A user's statement lines, newest first, as the user sees them. */
  async statement(actor: ActingOperator, userId: string, request: UserStatementRequest): Promise<LedgerLinePage> {
    const { page, limit } = pageAsked(request);
    const { account, currency, demo } = request;
    const { lines, total } = await this.listStatement.execute({
      userId,
      page,
      limit,
      demo: demo === '1',
      ...(account === undefined ? {} : { kinds: [account, `${account}_frozen` as UserAccountKind] }),
      ...(currency === undefined ? {} : { currencyId: Number.parseInt(currency, 10) }),
    });
    const asked = { account: account ?? null, currency: currency ?? null, demo: demo === '1', page, limit };
    await this.look(actor, 'user.statement', userId, { filter: asked, rows: lines.length, total });
    const list = lines.map((line) => ({ ...line, coin: this.catalog.codeOf(line.currencyId), at: line.at.getTime() }));
    return { list, total, page, limit };
  }

  /** Written down before anything is shown; `userId` null: everybody's. */
  private look(
    actor: ActingOperator,
    action: string,
    userId: string | null,
    looked: { filter: Record<string, unknown>; rows: number; total?: number },
  ): Promise<void> {
    return this.log.recordList(actor, { action, subject: 'user', userId }, looked);
  }
}

/** The largest instant that there is: anything later is as good as it. */
const LATEST_MS = 8.64e15;

/** Whose accounts, null: the house's; and which of them. */
export function accountsAsked({ owner = 'house', currency, demo }: Omit<LedgerAccountsRequest, 'page' | 'limit'>): {
  userId: string | null;
  filter: AccountFilter;
} {
  const userId = owner === 'house' ? null : owner;
  const filter = {
    ownerKey: userId ?? '0',
    currencyId: currency === undefined ? null : Number.parseInt(currency, 10),
    demo: demo === undefined ? null : demo === '1',
  };
  return { userId, filter };
}

export function journalsAsked({ user, cause, reference, from, to }: JournalListRequest): JournalFilter {
  return {
    userId: user ?? null,
    cause: cause ?? null,
    reference: reference ?? null,
    from: instantOf(from),
    to: instantOf(to),
  };
}

/** What was asked for, for the audit log. */
export function loggedJournals({ cause, reference, from, to }: JournalListRequest): Record<string, unknown> {
  return { cause: cause ?? null, byReference: reference !== undefined, from: from ?? null, to: to ?? null };
}

export function instantOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(Math.min(Number.parseInt(text, 10), LATEST_MS));
}
