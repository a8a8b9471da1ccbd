import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  taxEventsOf,
  TaxHoldings,
  type TaxLine,
  type TaxMethod,
  type TaxResult,
  taxResultsOf,
} from '../../../contract/rules/tax.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { TaxesStore } from './taxes.store.js';

/** Journals of all years up to the one that is asked for: more is no person. */
const JOURNALS_MAX = 200_000;
/** Journals after which others have their turn. */
const JOURNALS_A_TURN = 500;

export interface TaxesAsked {
  userId: string;
  method: TaxMethod;
  since: Date;
  until: Date;
}

export interface Reckoned {
  /** Of the time that was asked for, the oldest first. */
  lines: TaxLine[];
  results: TaxResult[];
}

/** Goes through all journals of a user up to an instant and keeps what falls into the time: what was sold had to be bought before. */
@Injectable()
export class ReckonTaxes {
  constructor(private readonly store: TaxesStore) {}

  /** @throws Refusal `exports.too-many-rows`. */
  async execute({ userId, method, since, until }: TaxesAsked): Promise<Reckoned> {
    const journals = await this.store.journals(userId, until, JOURNALS_MAX + 1);
    if (journals.length > JOURNALS_MAX) throw new Refusal('exports.too-many-rows', { maximum: String(JOURNALS_MAX) });
    const holdings = new TaxHoldings(method);
    const found: Reckoned = { lines: [], results: [] };
    for (const [place, row] of journals.entries()) {
      if (place % JOURNALS_A_TURN === 0) await nextTurn();
      const journal = { ...row, at: row.at.getTime() };
      const lines = taxEventsOf(journal).flatMap((event) => holdings.take(event));
      if (row.at < since) continue;
      // One by one: a sale of very many small purchases has more lines than a call may have arguments.
      for (const line of lines) found.lines.push(line);
      found.results.push(...taxResultsOf(journal));
    }
    return found;
  }
}
