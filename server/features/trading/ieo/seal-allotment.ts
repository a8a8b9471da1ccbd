import { Injectable } from '@nestjs/common';
import { allotmentRoot, roundOf } from '../../../contract/rules/ieo-proof.rules.js';
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
    const rows = await this.transactions.run((tx) => this.store.rows(tx, id));
    const units = rows.reduce((sum, { committed }) => sum + BigInt(committed), 0n).toString();
    const root = allotmentRoot(id, 0, rows, cap);
    return this.transactions.run((tx) => this.store.close(tx, id, { root, rows: rows.length, units, at }));
  }

  /**
   * Seals a round, once it stands which prices it is drawn by. It is computed while nothing is held: the seal holds it against the rows as they are then.
   * @param applied the root of the applications. @returns whether this call did.
   */
  async execute({ id, supply, cap }: DueProject, round: 1 | 2, applied: string, at: Date): Promise<boolean> {
    const known = await this.transactions.run(async (tx) => {
      if (!(await this.store.recordDraw(tx, id, at))) return null;
      const seed = await this.store.seed(tx, id, at);
      if (seed === null) return null;
      return { seed, drawRoot: await this.store.drawRoot(tx, id), rows: await this.store.rows(tx, id) };
    });
    if (known === null) return false;
    const { seed, drawRoot, rows } = known;
    const result = roundOf(round, rows, { projectId: id, supply, cap, seed, root: applied, drawRoot });
    const column = round === 1 ? 'first' : 'second';
    const units = result.units.map(String);
    for (const [place, row] of result.places.entries()) (rows[row] as RoundRow)[column] = units[place] ?? '0';
    const root = allotmentRoot(id, round, rows, cap);
    const applications = result.places.map((place) => (rows[place] as RoundRow).id);
    const sealed = { projectId: id, round, root, applications, units, drawRoot };
    return this.transactions.run((tx) => this.store.seal(tx, { ...sealed, at }));
  }
}
