import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { UploadLookPage, UploadLooksRequest } from '../../../contract/operations/audit.dto.js';
import type {
  UserBalanceView,
  UserDetailView,
  UserListRequest,
  UserPage,
} from '../../../contract/operations/users.dto.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { eventText, GetHolds } from '../../account/notices/index.js';
import { ListSessions } from '../../account/sessions/index.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, DeskStore, listedUserView, userRowView } from '../review/index.js';
import { type BalanceRow, PeopleStore } from './people.store.js';

/** Users for the desk. A look at the list or at somebody's file is written down first. */
@Injectable()
export class ListUsers {
  constructor(
    private readonly desk: DeskStore,
    private readonly store: PeopleStore,
    private readonly listSessions: ListSessions,
    private readonly getHolds: GetHolds,
    private readonly log: AuditLog,
  ) {}

  async list(actor: ActingOperator, request: UserListRequest): Promise<UserPage> {
    const { page, limit } = pageAsked(request);
    const search = request.search?.trim() || null;
    const [rows, total] = await Promise.all([
      this.desk.users(search, limit, (page - 1) * limit),
      this.desk.countUsers(search),
    ]);
    const filter = { search: searchKind(search), page, limit };
    await this.log.recordList(actor, { action: 'user.list', subject: 'user' }, { filter, rows: rows.length, total });
    return { list: rows.map(listedUserView), total, page, limit };
  }

  /**
   * Events of security are named in the language.
   * @throws Refusal `operations.not-found`.
   */
  async open(actor: ActingOperator, id: string, language: Language): Promise<UserDetailView> {
    const [user, file] = await Promise.all([this.desk.user(id), this.store.file(id)]);
    if (!user || !file) throw new Refusal('operations.not-found');
    await this.log.recordLook(actor, { action: 'user.view', subject: 'user', subjectId: id, userId: id });
    const [sessions, holds, verification, balances, events, subAccounts] = await Promise.all([
      this.listSessions.execute(id),
      this.getHolds.execute(id),
      this.store.verifications(id),
      this.store.balances(id),
      this.store.securityEvents(id),
      this.store.subAccounts(id),
    ]);
    return {
      ...file,
      subAccounts,
      erasesAt: file.erasesAt?.getTime() ?? null,
      erasedAt: file.erasedAt?.getTime() ?? null,
      user: userRowView(user),
      sessions: sessions.map(({ id: sessionId, device, ip, method, created_at, last_used_at }) => ({
        id: sessionId,
        device,
        ip,
        method,
        createdAt: created_at.getTime(),
        lastUsedAt: last_used_at.getTime(),
      })),
      holds: holds.map(({ reason, until }) => ({ reason, until: until.getTime() })),
      verification,
      balances: balanceViews(balances),
      securityEvents: events.map(({ at, kind, ...event }) => ({
        ...event,
        kind: eventText(language, kind),
        at: at.getTime(),
      })),
    };
  }

  /** Who looked at users' photos, newest first. */
  async uploadLooks(request: UploadLooksRequest): Promise<UploadLookPage> {
    const { page, limit } = pageAsked(request);
    const filter = { userId: request.user ?? null, operatorId: request.operator ?? null };
    const { rows, total } = await this.store.uploadLooks(filter, limit, (page - 1) * limit);
    return { list: rows.map((row) => ({ ...row, at: row.at.getTime() })), total, page, limit };
  }
}

/** What was searched for, without saying whom. */
export function searchKind(search: string | null): 'all' | 'digits' | 'e-mail' | 'name' {
  if (search === null) return 'all';
  if (/^[+0-9][0-9]*$/.test(search)) return 'digits';
  return search.includes('@') ? 'e-mail' : 'name';
}

const FROZEN = '_frozen';

/** An account and what is frozen of it, in one line. */
function balanceViews(rows: BalanceRow[]): UserBalanceView[] {
  const lines = new Map<string, UserBalanceView>();
  for (const { kind, currencyId, coin, balance, demo } of rows) {
    const isFrozen = kind.endsWith(FROZEN);
    const account = isFrozen ? kind.slice(0, -FROZEN.length) : kind;
    const key = `${demo} ${account} ${currencyId}`;
    const line = lines.get(key) ?? { account, currencyId, coin, balance: '0', frozen: '0', demo };
    lines.set(key, isFrozen ? { ...line, frozen: balance } : { ...line, balance });
  }
  return [...lines.values()];
}
