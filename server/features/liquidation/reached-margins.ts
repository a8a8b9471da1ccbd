import { Injectable } from '@nestjs/common';
import { type AccountKey, DecisionMarkets, OpenContracts } from '../open-contracts/index.js';

/** Asks the index whom the marks of now have reached. */
@Injectable()
export class ReachedMargins {
  constructor(
    private readonly markets: DecisionMarkets,
    private readonly contracts: OpenContracts,
  ) {}

  /** Notes the mark of now; call it with every notice, so that no sample is missed while others are judged. */
  sample(marketId: number): void {
    this.markets.sample(marketId);
  }

  /** Isolated positions, those first that were reached first, and cross accounts. */
  by(marketIds: readonly number[]): { ids: number[]; accounts: AccountKey[] } {
    const ids: number[] = [];
    const accounts = new Set<AccountKey>();
    for (const marketId of marketIds) {
      if (!this.markets.sample(marketId)) continue;
      const marks = this.markets.of(marketId)?.marks;
      if (!marks) continue;
      for (const id of this.contracts.margins.reached(marketId, Number(marks.long), Number(marks.short))) {
        const account = this.contracts.account(id);
        if (account === undefined) ids.push(id);
        else accounts.add(account);
      }
    }
    return { ids, accounts: [...accounts] };
  }
}
