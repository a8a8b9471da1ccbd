import { Injectable } from '@nestjs/common';
import type { AnnouncedActListRequest } from '../../../contract/operations/announced-acts.dto.js';
import type { ExportedFile } from '../../wallet/exports/index.js';
import { type FileAsked, WriteDeskFile } from '../desk-files/index.js';
import { ManageOperators } from '../operators/index.js';
import { announcedActView, AnnouncedActsStore, seenKinds } from '../review/index.js';
import { announcedStatus } from './list-announced-acts.js';
import { ListSettings } from './list-settings.js';

const ANNOUNCED = {
  number: 'text',
  time: 'instant',
  due: 'instant',
  kind: 'text',
  subjectNumber: 'text',
  user: 'text',
  detail: 'text',
  reason: 'text',
  status: 'text',
  proposedBy: 'text',
  decidedBy: 'text',
  ended: 'instant',
  stoppedBy: 'text',
  endReason: 'text',
} as const;

const MARKETS = {
  number: 'text',
  market: 'text',
  name: 'text',
  category: 'text',
  status: 'text',
  reason: 'text',
} as const;

const OPERATORS = {
  number: 'text',
  time: 'instant',
  operator: 'text',
  roles: 'text',
  status: 'text',
  lastLogin: 'instant',
} as const;

/** What waits before it takes effect, the markets, and who is at the desk, as files. */
@Injectable()
export class ExportDeskLists {
  constructor(
    private readonly announcedActs: AnnouncedActsStore,
    private readonly listSettings: ListSettings,
    private readonly manageOperators: ManageOperators,
    private readonly writeDeskFile: WriteDeskFile,
  ) {}

  /** @throws Refusal `request.invalid` for the status, and those of `WriteDeskFile`. */
  async announced(asked: FileAsked, request: AnnouncedActListRequest): Promise<ExportedFile> {
    const status = announcedStatus(request);
    const seen = seenKinds(asked.actor);
    return this.writeDeskFile.execute(asked, {
      name: 'announced',
      columns: ANNOUNCED,
      filter: { status },
      ids: (limit) => this.announcedActs.ids({ status, seen }, limit),
      rows: async (ids) => (await this.announcedActs.ofIds(ids)).map(announcedActView),
      cells: (view) => ({
        number: view.id,
        time: new Date(view.beganAt),
        due: new Date(view.dueAt),
        kind: view.kind,
        subjectNumber: view.subjectId,
        user: view.userId,
        detail: JSON.stringify(view.detail),
        reason: view.reason,
        status: view.status,
        proposedBy: view.proposedBy,
        decidedBy: view.approvedBy,
        ended: view.endedAt === null ? null : new Date(view.endedAt),
        stoppedBy: view.stoppedBy,
        endReason: view.endReason,
      }),
    });
  }

  /** All that the page shows. @throws Refusal those of `WriteDeskFile`. */
  async markets(asked: FileAsked): Promise<ExportedFile> {
    const markets = (await this.listSettings.markets()).map((market) => ({ ...market, id: String(market.id) }));
    return this.writeDeskFile.execute(asked, {
      name: 'markets',
      columns: MARKETS,
      filter: {},
      ...atHand(markets),
      cells: ({ id, symbol, name, category, haltedReason }) => ({
        number: id,
        market: symbol,
        name,
        category,
        status: haltedReason === null ? 'trading' : 'halted',
        reason: haltedReason,
      }),
    });
  }

  /** All that the page shows. @throws Refusal those of `WriteDeskFile`. */
  async operators(asked: FileAsked): Promise<ExportedFile> {
    return this.writeDeskFile.execute(asked, {
      name: 'operators',
      columns: OPERATORS,
      filter: {},
      ...atHand(await this.manageOperators.list()),
      cells: ({ id, login, roles, status, createdAt, lastLoginAt }) => ({
        number: id,
        time: new Date(createdAt),
        operator: login,
        roles: roles.join(' '),
        status,
        lastLogin: lastLoginAt === null ? null : new Date(lastLoginAt),
      }),
    });
  }
}

/** A list that the page shows whole, and that has a limit of its own. */
function atHand<Row extends { id: string }>(list: readonly Row[]) {
  return {
    ids: async (limit: number) => list.slice(0, limit).map(({ id }) => id),
    rows: async (ids: readonly string[]) => list.filter(({ id }) => ids.includes(id)),
  };
}
