import { Module } from '@nestjs/common';
import { CountryRules } from './country-rules.js';
import { CountryRulesController } from './country-rules.controller.js';
import { CountryRulesStore } from './country-rules.store.js';
import { GetOfferedProducts } from './get-offered-products.js';
import { ListCountryRules } from './list-country-rules.js';
import { SetCountryRule } from './set-country-rule.js';

@Module({
  controllers: [CountryRulesController],
  providers: [CountryRulesStore, CountryRules, GetOfferedProducts, ListCountryRules, SetCountryRule],
  exports: [CountryRules, ListCountryRules, SetCountryRule],
})
export class CountryRulesModule {}
