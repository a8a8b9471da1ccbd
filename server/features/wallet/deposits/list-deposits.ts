import { Injectable } from '@nestjs/common';
import { type PageAsked, type Paginator, paginator } from '../../../contract/pages.dto.js';
import type { DepositView } from '../../../contract/wallet/wallet-deposits.dto.js';
import { WalletCatalog } from '../balances/index.js';
import { depositView } from './deposits-views.js';
import { DepositHistoryStore } from './deposit-history.store.js';

const PATH = '/api/charge_mention/log2';

/** A user's deposits, newest first. */
@Injectable()
export class ListDeposits {
  constructor(
    private readonly history: DepositHistoryStore,
    private readonly catalog: WalletCatalog,
  ) {}

  async execute(userId: string, asked: PageAsked): Promise<Paginator<DepositView>> {
    const { page, limit } = asked;
    const [rows, total] = await Promise.all([
      this.history.page(userId, limit, (page - 1) * limit),
      this.history.count(userId),
    ]);
    const views = rows.map((row) => depositView(row, this.catalog));
    return paginator(views, total, { ...asked, path: PATH });
  }
}
