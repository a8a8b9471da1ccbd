import { queryOptions } from '@tanstack/react-query';
import type { TaxMethod } from '../../../../server/contract/rules/tax.rules';
import type { TaxPostingView, TaxReportView, TaxResultLinesView } from '../../../../server/contract/wallet/taxes.dto';
import { get } from '../../../platform/api';
import { OWN } from '../../account/profile';

const TAX_KEY = [OWN, 'taxes'] as const;
/** Long sums: what was read stays for a while. */
const FRESH_MS = 300_000;
/** Each page is a heavy question, so that there are few of them. */
const LINES_A_PAGE = 100;
/** A sum and the lines that it is made of are shown together where they were read within this time of each other. */
export const TOGETHER_MS = 60_000;

export const taxReportOf = (year: number, method: TaxMethod, language: string) =>
  queryOptions({
    queryKey: [...TAX_KEY, 'report', year, method, language],
    queryFn: ({ signal }) => get<TaxReportView>('taxes/report', { year, method }, { quiet: true, signal }),
    staleTime: FRESH_MS,
  });

/** What a journal wrote in the reader's accounts. */
export const journalOf = (id: string, language: string) =>
  queryOptions({
    queryKey: [...TAX_KEY, 'journal', id, language],
    queryFn: ({ signal }) => get<TaxPostingView[]>('taxes/journal', { id }, { quiet: true, signal }),
  });

export const resultLinesKey = (year: number, reason: string) => [...TAX_KEY, 'results', year, reason] as const;

/** The journals that one of the sums is made of. A journal has a line for each coin that it brought. */
export async function readResultLines(year: number, reason: string, page: number, signal: AbortSignal) {
  const asked = { year, reason, page, limit: LINES_A_PAGE };
  const { lines, has_more } = await get<TaxResultLinesView>('taxes/results', asked, { quiet: true, signal });
  return { rows: lines.map((line) => ({ id: `${line.journal} ${line.currency}`, ...line })), hasMore: has_more };
}
