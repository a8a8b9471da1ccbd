import { Injectable } from '@nestjs/common';
import type { MergePreferencesRequest } from '../../../contract/account/preferences.dto.js';
import { FAVOURITES_MAX } from '../../../contract/rules/preferences.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UsersStore } from '../users/index.js';
import { chosenIn } from './chosen.js';
import { PreferencesStore } from './preferences.store.js';

/**
 * Takes over what a browser has of a guest who has logged in: favourites that the account lacks, and choices that it has not made.
 * What the account has chosen stays. Its language counts as chosen once it has preferences at all: before, it is only the one that
 * somebody registered in.
 */
@Injectable()
export class MergePreferences {
  constructor(
    private readonly store: PreferencesStore,
    private readonly users: UsersStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Markets that are none, and favourites beyond the most, are passed over. @throws Refusal `language.unknown`, `request.invalid`. */
  async execute(userId: string, request: MergePreferencesRequest): Promise<void> {
    const { look, language } = chosenIn(request);
    const symbols = [...new Set(request.symbols?.split(',') ?? [])];
    if (symbols.length > FAVOURITES_MAX) throw new Refusal('request.invalid', { field: 'symbols' });
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      const revision = await this.store.fill(tx, userId, look, at);
      await this.store.add(tx, userId, { symbols, most: FAVOURITES_MAX, at });
      if (revision === 1 && language !== null) await this.users.setLanguage(userId, language, tx);
    });
  }
}
