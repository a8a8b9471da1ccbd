import { Injectable } from '@nestjs/common';
import type { Language } from '../../../contract/errors.js';
import type { StatementLineView, WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import { FindUser } from '../../account/users/index.js';
import { ListStatement } from '../ledger/index.js';
import { WalletCatalog } from './wallet-catalog.js';
import { statementLineView } from './wallet-views.js';

export interface LinesQuery {
  userId: string;
  /** Real money by default. */
  demo?: boolean;
  language: Language;
  /** All accounts when absent. */
  account?: WalletAccount;
  currencyId?: number;
  reasons?: readonly string[];
  page: number;
  limit: number;
}

/** What happened on a user's accounts, in words, newest first. */
@Injectable()
export class ListWalletLines {
  constructor(
    private readonly listStatement: ListStatement,
    private readonly findUser: FindUser,
    private readonly catalog: WalletCatalog,
  ) {}

  async execute(query: LinesQuery): Promise<{ lines: StatementLineView[]; total: number }> {
    const { userId, demo = false, language, account, currencyId, reasons, page, limit } = query;
    const [{ lines, total }, user] = await Promise.all([
      this.listStatement.execute({
        userId,
        demo,
        page,
        limit,
        ...(account && { kinds: [account, `${account}_frozen` as const] }),
        ...(currencyId !== undefined && { currencyId }),
        ...(reasons && { reasons }),
      }),
      this.findUser.execute(userId),
    ]);
    const codeOf = (id: number) => this.catalog.codeOf(id);
    const reader = { userId, account: user?.account ?? userId, language, codeOf };
    return { lines: lines.map((line) => statementLineView(line, reader)), total };
  }
}
