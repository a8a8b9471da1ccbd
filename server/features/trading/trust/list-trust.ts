import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { GetTrustReport, type TrustReport } from './get-trust-report.js';
import { TrustHistoryStore } from './trust-history.store.js';
import { type TrustOrder, type TrustProduct, TrustStore } from './trust.store.js';

/** The old clients' numbers of what an order is. */
function statesOf(status: string | undefined, cancelled: string | undefined): TrustOrder['state'][] {
  if (status === '1') return ['custody'];
  const ended: TrustOrder['state'][] =
    cancelled === '1' ? ['redeemed'] : cancelled === '0' ? ['completed'] : ['completed', 'redeemed'];
  return status === '2' ? ended : ['custody', ...ended];
}

/** Products and orders to look at. */
@Injectable()
export class ListTrust {
  constructor(
    private readonly store: TrustStore,
    private readonly history: TrustHistoryStore,
    private readonly getTrustReport: GetTrustReport,
  ) {}

  products(query: { currencyId: number | null; demo: boolean } & PageAsked): Promise<TrustProduct[]> {
    return this.store.products(query);
  }

  /** @throws Refusal `trust.not-offered`. */
  async product(id: number, demo: boolean): Promise<TrustProduct> {
    const product = await this.store.product(id, demo);
    if (!product) throw new Refusal('trust.not-offered');
    return product;
  }

  orders(
    query: { userId: string; demo: boolean; status: string | undefined; cancelled: string | undefined } & PageAsked,
  ): Promise<{ orders: TrustOrder[]; total: number }> {
    const { status, cancelled, ...rest } = query;
    return this.history.orders({ ...rest, states: statesOf(status, cancelled) });
  }

  async order(
    userId: string,
    id: string,
  ): Promise<{ order: TrustOrder; accruals: { day: string; amount: string }[] } | null> {
    const order = await this.store.order(userId, id);
    return order && { order, accruals: await this.history.accruals(id) };
  }

  report(userId: string, demo: boolean): Promise<TrustReport> {
    return this.getTrustReport.execute(userId, demo);
  }
}
