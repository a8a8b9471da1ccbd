import { Injectable } from '@nestjs/common';
import type { FuturesMarginMode } from '../../../contract/trading/futures.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import type { Book } from './positions.store.js';
import { PreferencesStore } from './preferences.store.js';

const DAY_MS = 86_400_000;

/** What an order of the account means that does not say it, and what it may not say yet. */
export interface AccountTerms {
  marginMode: FuturesMarginMode;
  /** Until when the account counts as new, Unix milliseconds; null when it does not any more. */
  newUntil: number | null;
}

/** Reads by what terms an account trades. The order itself is judged in the database, by the same row. */
@Injectable()
export class GetAccountTerms {
  constructor(
    private readonly preferences: PreferencesStore,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async execute(book: Book): Promise<AccountTerms> {
    const [mode, openedAt] = await Promise.all([
      this.preferences.marginMode(book),
      this.preferences.openedAt(book.userId),
    ]);
    const until = (openedAt?.getTime() ?? 0) + this.config.values.FUTURES_NEW_ACCOUNT_DAYS * DAY_MS;
    return { marginMode: mode ?? 'isolated', newUntil: until > this.clock.now() ? until : null };
  }
}
