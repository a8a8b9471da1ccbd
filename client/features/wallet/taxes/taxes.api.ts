import { queryOptions } from '@tanstack/react-query';
import type { TaxMethod } from '../../../../server/contract/rules/tax.rules';
import type { TaxPostingView, TaxReportView } from '../../../../server/contract/wallet/taxes.dto';
import { get } from '../../../platform/api';
import { OWN } from '../../account/profile';

const TAX_KEY = [OWN, 'taxes'] as const;
/** Long sums: what was read stays for a while. */
const FRESH_MS = 300_000;

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
