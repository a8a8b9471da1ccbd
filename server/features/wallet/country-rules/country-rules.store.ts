import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  COUNTRY_PRODUCTS,
  type CountryProduct,
  type CountryRuleTerms,
  type OfferState,
} from '../../../contract/rules/country-rules.rules.js';
import { callForRow, callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface CountryRuleRow extends CountryRuleTerms {
  id: string;
  decidedAt: Date;
}

export interface OfferedProduct {
  product: CountryProduct;
  state: OfferState;
  leverageMax: number | null;
}

const COLUMNS = 'id, country, product, state, leverage_max as "leverageMax", decided_at as "decidedAt"';

/** The SQL of what is offered in which country. */
@Injectable()
export class CountryRulesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** What holds for the user, each product once. */
  offered(userId: string): Promise<OfferedProduct[]> {
    return this.source.query(
      `select asked.product, rule.state, rule.leverage_max as "leverageMax"
         from unnest($2::text[]) with ordinality asked (product, place), country_rule_of($1, asked.product) rule
        order by asked.place`,
      [userId, COUNTRY_PRODUCTS],
    );
  }

  /** The country of the verified document; null: none is verified. */
  async verifiedCountry(userId: string): Promise<string | null> {
    const { countries, isVerified } = await callForRow(this.source.manager, 'country_claims', { user: userId });
    return isVerified ? (countries[0] ?? null) : null;
  }

  /** What holds of each country and product; where a country goes by the row of all others again, nothing. */
  inForce(): Promise<CountryRuleRow[]> {
    return this.source.query(
      `select * from (
         select distinct on (country, product) ${COLUMNS} from country_rule
          order by country, product, country_rule.id desc) newest
        where state is not null`,
    );
  }

  /** The newest first. */
  changes(limit: number): Promise<CountryRuleRow[]> {
    return this.source.query(`select ${COLUMNS} from country_rule order by country_rule.id desc limit $1`, [limit]);
  }

  /** False where it is so already. */
  set(tx: Transaction, rule: CountryRuleTerms, at: Date): Promise<boolean> {
    return callFunction(tx, 'country_rule_set', { ...rule, at });
  }

  /** @throws the states of `country_rule_judge`. */
  async assert(tx: Transaction, userId: string, product: CountryProduct): Promise<void> {
    await callFunction(tx, 'country_rule_assert', { user: userId, product, leverage: null });
  }

  /** The same of somebody else, where the rules are held already. */
  async judge(tx: Transaction, userId: string, product: CountryProduct): Promise<void> {
    await callFunction(tx, 'country_rule_judge', { user: userId, product, leverage: null });
  }
}
