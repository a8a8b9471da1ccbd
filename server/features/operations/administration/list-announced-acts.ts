import { Injectable } from '@nestjs/common';
import type { AnnouncedActListRequest, AnnouncedActPage } from '../../../contract/operations/announced-acts.dto.js';
import { ANNOUNCED_ACT_STATUSES } from '../../../contract/operations/words.js';
import { pageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AuditLog } from '../audit/index.js';
import { type ActingOperator, announcedActView, AnnouncedActsStore, seenKinds } from '../review/index.js';

/** What waits before it takes effect, the next one first, and what became of the rest. */
@Injectable()
export class ListAnnouncedActs {
  constructor(
    private readonly store: AnnouncedActsStore,
    private readonly log: AuditLog,
  ) {}

  /**
   * Those of the kinds that the operator decides, and all to a treasurer and an auditor. The look is written down: some of them move users' money.
   * @throws Refusal `request.invalid` for a status that there is not.
   */
  async execute(actor: ActingOperator, request: AnnouncedActListRequest): Promise<AnnouncedActPage> {
    const { page, limit } = pageAsked(request);
    const status = announcedStatus(request);
    const filter = { status, seen: seenKinds(actor) };
    const [rows, total] = await Promise.all([
      this.store.list(filter, limit, (page - 1) * limit),
      this.store.count(filter),
    ]);
    const looked = { filter: { status, page, limit }, rows: rows.length, total };
    await this.log.recordList(actor, { action: 'announced-act.list', subject: 'announced-act' }, looked);
    return { list: rows.map(announcedActView), total, page, limit };
  }
}

/** What is asked for, `waiting` where nothing is; null: all. @throws Refusal `request.invalid` for a status that there is not. */
export function announcedStatus({ status: asked = 'waiting' }: Pick<AnnouncedActListRequest, 'status'>): string | null {
  const isKnown = asked === 'all' || ANNOUNCED_ACT_STATUSES.some((status) => status === asked);
  if (!isKnown) throw new Refusal('request.invalid', { field: 'status' });
  return asked === 'all' ? null : asked;
}
