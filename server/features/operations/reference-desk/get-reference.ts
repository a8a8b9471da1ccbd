import { Injectable } from '@nestjs/common';
import type { ReferenceView } from '../../../contract/operations/reference.dto.js';
import { ListBanks } from '../../account/profile/index.js';
import { ListExchangeRates } from '../../markets/exchange-rates/index.js';

/** The rates that were agreed on and the banks that are offered. */
@Injectable()
export class GetReference {
  constructor(
    private readonly listExchangeRates: ListExchangeRates,
    private readonly listBanks: ListBanks,
  ) {}

  async execute(): Promise<ReferenceView> {
    const [rates, banks] = await Promise.all([this.listExchangeRates.execute(), this.listBanks.execute()]);
    const newest = new Map(rates.toReversed().map(({ currency, id }) => [currency, id]));
    return {
      rates: rates.map(({ id, currency, yuan, decidedAt }) => ({
        id,
        currency,
        yuan,
        decidedAt: decidedAt.getTime(),
        holds: newest.get(currency) === id,
      })),
      banks,
    };
  }
}
