import { Injectable } from '@nestjs/common';
import type { OfferedProductsView } from '../../../contract/wallet/country-rules.dto.js';
import { CountryRulesStore } from './country-rules.store.js';

/** What a user may begin, so that pages say so before anything is typed. What counts is asked again when it is done. */
@Injectable()
export class GetOfferedProducts {
  constructor(private readonly store: CountryRulesStore) {}

  async execute(userId: string): Promise<OfferedProductsView> {
    const [country, products] = await Promise.all([this.store.verifiedCountry(userId), this.store.offered(userId)]);
    return {
      country,
      products: products.map(({ leverageMax, ...offered }) => ({ ...offered, leverage_max: leverageMax })),
    };
  }
}
