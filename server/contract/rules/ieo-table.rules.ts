import type { IeoAllotmentView } from '../trading/ieo-allotment.dto.js';
import { closedAt } from './ieo-draw.rules.js';
import type { AllotmentRow, AllotmentTerms } from './ieo-proof.rules.js';

/** What the check of a table takes of what is published over it. */
export function termsOf(table: Omit<IeoAllotmentView, 'rows' | 'next'>): AllotmentTerms {
  const { project_id: projectId, supply, cap, seed_hash: seedHash, seed, order, rounds, draw } = table;
  const sealed = rounds.find(({ round }) => round === 0)?.sealed_ms;
  const closed = closedAt(table.apply_until_ms, sealed);
  const terms = { projectId, supply, cap, seedHash, seed, order, rounds, closed };
  if (draw === null) return { ...terms, draw };
  const { market_id: marketId, symbol, hour_ms: hour, root, samples, last, path } = draw;
  return { ...terms, draw: { marketId, symbol, hour, root, samples, last, path } };
}

/** A page of a published table: what stands over it, its rows, and the account after which the next ones begin. */
export interface TablePage {
  rounds: readonly { round: number; root: string }[];
  rows: AllotmentRow[];
  next: string | null;
}

/**
 * Reads a published table page by page. Where a round was sealed meanwhile the rows of the first pages do not know of it, so it
 * begins anew: rows and seals are always those of one time.
 * @param page those after an account; empty: from the first.
 * @param onRows told how many rows there are after each page.
 */
export async function wholeTableOf<Page extends TablePage>(
  page: (after: string) => Promise<Page>,
  onRows: (count: number) => void = () => undefined,
): Promise<Page> {
  let rows: AllotmentRow[] = [];
  let seals: string | null = null;
  for (let after = ''; ; ) {
    const read = await page(after);
    const roots = read.rounds.map(({ round, root }) => `${round} ${root}`).join();
    if (seals !== null && seals !== roots) {
      rows = [];
      seals = null;
      after = '';
      continue;
    }
    seals = roots;
    rows.push(...read.rows);
    onRows(rows.length);
    if (read.next === null) return { ...read, rows };
    after = read.next;
  }
}
