import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { OptionOrderView } from '../../../contract/trading/options.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { CurrentSession } from '../../../platform/http/access.js';
import { FindUser } from '../../account/users/index.js';
import { accountOf } from './account-of.js';
import { optionOrderView } from './options-views.js';
import { OptionHistoryStore, type OptionQuery } from './option-history.store.js';

export interface OptionsAsked extends Omit<OptionQuery, 'now' | 'userId'> {
  session: CurrentSession;
  language: Language;
  page: number;
  limit: number;
}

/** A user's orders, newest first. */
@Injectable()
export class ListOptions {
  constructor(
    private readonly store: OptionHistoryStore,
    private readonly findUser: FindUser,
    private readonly clock: Clock,
  ) {}

  async execute({
    session,
    language,
    page,
    limit,
    ...asked
  }: OptionsAsked): Promise<{ rows: OptionOrderView[]; total: number }> {
    const now = this.clock.now();
    const [{ orders, total }, account] = await Promise.all([
      this.store.list({ ...asked, userId: session.userId, now }, { limit, offset: (page - 1) * limit }),
      this.accountOf(session),
    ]);
    const reader = { language, now, account };
    return { rows: orders.map((order) => optionOrderView(order, reader)), total };
  }

  /** See `accountOf`. */
  accountOf(session: CurrentSession): Promise<string> {
    return accountOf(this.findUser, session);
  }
}
