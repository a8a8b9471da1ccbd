import { z } from 'zod';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SetExchangeRate } from '../../markets/exchange-rates/index.js';
import { COUNTRY_PRODUCTS, type CountryRuleTerms, OFFER_STATES } from '../../../contract/rules/country-rules.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { SetCountryRule } from '../../wallet/country-rules/index.js';
import { AgreedActs } from '../review/index.js';

const countryRuleDetail = z.object({
  country: z.string(),
  product: z.enum(COUNTRY_PRODUCTS),
  state: z.enum(OFFER_STATES).nullable(),
  leverageMax: z.number().nullable(),
});

/** What becomes of a proposed rate, and of a proposed rule of a country. */
@Injectable()
export class ReferenceActs implements OnModuleInit {
  constructor(
    private readonly agreedActs: AgreedActs,
    private readonly setExchangeRate: SetExchangeRate,
    private readonly setCountryRule: SetCountryRule,
  ) {}

  onModuleInit(): void {
    this.agreedActs.register('exchange-rate', {
      isAnnounced: false,
      execute: (tx, { detail }) => this.setExchangeRate.execute(tx, { currency: detail.currency, yuan: detail.yuan }),
    });
    this.agreedActs.register('country-rule', {
      isAnnounced: false,
      execute: (tx, { detail }) => this.setCountryRule.execute(tx, countryRuleOf(detail)),
    });
  }
}

function countryRuleOf(detail: unknown): CountryRuleTerms {
  const { data } = countryRuleDetail.safeParse(detail);
  if (!data) throw new Refusal('request.invalid', { field: 'detail' });
  return data;
}
