import { Module } from '@nestjs/common';
import { ProfileModule } from '../../account/profile/index.js';
import { ExchangeRatesModule } from '../../markets/exchange-rates/index.js';
import { CountryRulesModule } from '../../wallet/country-rules/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { CountryRulesDeskController } from './country-rules-desk.controller.js';
import { ListBank } from './list-bank.js';
import { GetCountryRules } from './get-country-rules.js';
import { GetReference } from './get-reference.js';
import { ProposeCountryRule } from './propose-country-rule.js';
import { ProposeExchangeRate } from './propose-exchange-rate.js';
import { ReferenceActs } from './reference-acts.js';
import { ReferenceDeskController } from './reference-desk.controller.js';

@Module({
  imports: [AuditModule, ReviewModule, ExchangeRatesModule, ProfileModule, CountryRulesModule],
  controllers: [ReferenceDeskController, CountryRulesDeskController],
  providers: [GetReference, ProposeExchangeRate, ListBank, GetCountryRules, ProposeCountryRule, ReferenceActs],
})
export class ReferenceDeskModule {}
