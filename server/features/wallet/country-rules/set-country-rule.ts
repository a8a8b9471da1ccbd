import { Injectable } from '@nestjs/common';
import { type CountryRuleTerms, wrongField } from '../../../contract/rules/country-rules.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CountryRulesStore } from './country-rules.store.js';

/** Sets what two operators agreed on: it holds for every command that begins after the commit, in all processes. */
@Injectable()
export class SetCountryRule {
  constructor(
    private readonly store: CountryRulesStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `request.invalid` for what can be no rule, `operations.nothing-changed`. */
  async execute(tx: Transaction, rule: CountryRuleTerms): Promise<void> {
    const wrong = wrongField(rule);
    if (wrong !== null) throw new Refusal('request.invalid', { field: wrong });
    const isNew = await this.store.set(tx, rule, new Date(this.clock.now()));
    if (!isNew) throw new Refusal('operations.nothing-changed');
  }
}
