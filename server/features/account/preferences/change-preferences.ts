import { Injectable } from '@nestjs/common';
import type { PreferencesRequest } from '../../../contract/account/preferences.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { UsersStore } from '../users/index.js';
import { chosenIn } from './chosen.js';
import { PreferencesStore } from './preferences.store.js';

/** Changes what is named, and leaves the rest as other devices have chosen it: of two changes of one thing the later holds. */
@Injectable()
export class ChangePreferences {
  constructor(
    private readonly store: PreferencesStore,
    private readonly users: UsersStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `language.unknown`, `request.invalid`. */
  async execute(userId: string, request: PreferencesRequest): Promise<void> {
    const { look, language } = chosenIn(request);
    const at = new Date(this.clock.now());
    await this.transactions.run(async (tx) => {
      await this.store.change(tx, userId, look, at);
      if (language !== null) await this.users.setLanguage(userId, language, tx);
    });
  }
}
