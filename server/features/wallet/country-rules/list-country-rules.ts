import { Injectable } from '@nestjs/common';
import { type CountryRuleRow, CountryRulesStore } from './country-rules.store.js';

const CHANGES_SHOWN = 50;

/** What holds, and what was agreed on last. */
@Injectable()
export class ListCountryRules {
  constructor(private readonly store: CountryRulesStore) {}

  async execute(): Promise<{ rules: CountryRuleRow[]; changes: CountryRuleRow[] }> {
    const [rules, changes] = await Promise.all([this.store.inForce(), this.store.changes(CHANGES_SHOWN)]);
    return { rules, changes };
  }
}
