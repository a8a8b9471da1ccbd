import { Injectable } from '@nestjs/common';
import { allotmentRoot, roundOf } from '../../../contract/rules/ieo-proof.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { type DueProject, IeoWorkStore, type RoundRow } from './ieo-work.store.js';

/**
 * Computes what a round gives by the public rule and seals it: the root and all units stand before anything is shown or
 * moved. Two at once make one, and one that is killed leaves nothing.
 */
@Injectable()
export class SealAllotment {
  constructor(
    private readonly store: IeoWorkStore,
    private readonly transactions: Transactions,
  ) {}

  /** Seals the applications. @returns whether this call did. */
  async close({ id, cap }: DueProject, at: Date): Promise<boolean> {
    const rows = await this.store.rows(id);
    const units = rows.reduce((sum, { committed }) => sum + BigInt(committed), 0n).toString();
    const root = allotmentRoot(id, 0, rows, cap);
    return this.transactions.run((tx) => this.store.close(tx, id, { root, rows: rows.length, units, at }));
  }

  /** Seals a round. @param applied the root of the applications. @returns whether this call did. */
  execute({ id, supply, cap }: DueProject, round: 1 | 2, applied: string, at: Date): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const seed = await this.store.seed(tx, id, at);
      if (seed === null) return false;
      const rows = await this.store.rows(id, tx);
      const result = roundOf(round, rows, { projectId: id, supply, cap, seed, root: applied });
      const column = round === 1 ? 'first' : 'second';
      const units = result.units.map(String);
      for (const [place, row] of result.places.entries()) (rows[row] as RoundRow)[column] = units[place] ?? '0';
      return this.seal(tx, { id, round, cap, rows, at }, result.places, units);
    });
  }

  private seal(
    tx: Transaction,
    { id, round, cap, rows, at }: { id: number; round: 1 | 2; cap: string; rows: RoundRow[]; at: Date },
    places: readonly number[],
    units: string[],
  ): Promise<boolean> {
    const root = allotmentRoot(id, round, rows, cap);
    const applications = places.map((place) => (rows[place] as RoundRow).id);
    return this.store.seal(tx, { projectId: id, round, root, applications, units, at });
  }
}
