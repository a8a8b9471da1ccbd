import { Injectable } from '@nestjs/common';
import type { CountryRulesView, CountryRuleView } from '../../../contract/operations/country-rules.dto.js';
import { ListCountryRules } from '../../wallet/country-rules/index.js';

/** What is offered in which country, and what was agreed on last. */
@Injectable()
export class GetCountryRules {
  constructor(private readonly listCountryRules: ListCountryRules) {}

  async execute(): Promise<CountryRulesView> {
    const { rules, changes } = await this.listCountryRules.execute();
    return { rules: rules.map(ruleView), changes: changes.map(ruleView) };
  }
}

type Row = Awaited<ReturnType<ListCountryRules['execute']>>['rules'][number];

function ruleView({ decidedAt, ...rule }: Row): CountryRuleView {
  return { ...rule, decidedAt: decidedAt.getTime() };
}
