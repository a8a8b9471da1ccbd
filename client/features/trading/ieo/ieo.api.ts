import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../../server/contract/errors';
import type { TapeRootView } from '../../../../server/contract/markets/tape.dto';
import { hoursOf } from '../../../../server/contract/rules/ieo-draw.rules';
import type { AllotmentTerms } from '../../../../server/contract/rules/ieo-proof.rules';
import { wholeTableOf } from '../../../../server/contract/rules/ieo-table.rules';
import type { IeoAllotmentView } from '../../../../server/contract/trading/ieo-allotment.dto';
import type {
  IeoApplicationDetailView,
  IeoApplicationPage,
  IeoPreviewView,
  IeoProjectPage,
  IeoProjectView,
} from '../../../../server/contract/trading/ieo.dto';
import { get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const PAGE_ROWS = 20;
const TABLE_ROWS = 50;
const ALL_ROWS_AT_ONCE = 1000;
const OFFERED = ['ieo'] as const;
const MINE = [OWN, 'ieo'] as const;
export const KEYS = { offered: OFFERED, mine: MINE } as const;

export const readProjects =
  (keyword: string, status: string) =>
  async (
    page: number,
    signal: AbortSignal,
  ): Promise<{ rows: (IeoProjectView & { key: string })[]; hasMore: boolean }> => {
    const asked = { page, limit: PAGE_ROWS, keyword, status };
    const { data, pages } = await post<IeoProjectPage>('ieo/list', asked, { ...QUIET, signal });
    return { rows: data.map((row) => ({ ...row, key: String(row.id) })), hasMore: page < pages };
  };

export const project = (id: string, language: Language) =>
  queryOptions({
    queryKey: [...OFFERED, 'project', id, language],
    queryFn: ({ signal }) => get<IeoProjectView>('ieo/project', { id }, { ...QUIET, signal }),
  });

export const readApplications = (status: string, keyword: string) => async (page: number, signal: AbortSignal) => {
  const asked = { page, limit: PAGE_ROWS, status, keyword };
  const { data, pages } = await post<IeoApplicationPage>('ieo/myApply', asked, { ...QUIET, signal });
  return { rows: data, hasMore: page < pages };
};

export const application = (id: string, language: Language) =>
  queryOptions({
    queryKey: [...MINE, 'application', id, language],
    queryFn: ({ signal }) => get<IeoApplicationDetailView>('ieo/application', { id }, { ...QUIET, signal }),
  });

export interface Wish {
  projectId: number;
  /** Whole coins. */
  number: string;
}

const wireOf = ({ projectId, number }: Wish) => ({ project_id: projectId, number });

/** What an application would do. Nothing is done. */
export const preview = (wish: Wish, language: Language) =>
  queryOptions({
    queryKey: [...MINE, 'preview', wish.projectId, wish.number, language],
    queryFn: ({ signal }) => post<IeoPreviewView>('ieo/preview', wireOf(wish), { ...QUIET, signal }),
    retry: false,
  });

export function apply(wish: Wish, key: string): Promise<string> {
  return post('ieo/apply', { ...wireOf(wish), agreement: 1 }, { ...QUIET, idempotencyKey: key });
}

export function pay({ id, round }: { id: string; round: number }, key: string): Promise<string> {
  return post('ieo/pay', { id, round }, { ...QUIET, idempotencyKey: key });
}

/** The seals of a sale, and the first rows of its table that begin so. */
export const allotment = (id: string, keyword: string) =>
  queryOptions({
    queryKey: [...OFFERED, 'allotment', id, keyword],
    queryFn: ({ signal }) =>
      get<IeoAllotmentView>('ieo/allotment', { id, keyword, limit: TABLE_ROWS }, { ...QUIET, signal }),
  });

/** The whole table, page by page. */
export function wholeTable(
  id: string,
  onRows: (count: number) => void,
  signal: AbortSignal,
): Promise<IeoAllotmentView> {
  const page = (after: string) =>
    get<IeoAllotmentView>('ieo/allotment', { id, after, limit: ALL_ROWS_AT_ONCE }, { ...QUIET, signal });
  return wholeTableOf(page, onRows);
}

/** The roots of the tape from the close of a sale to its draw, read apart from its table; null before the draw. */
export function publishedRoots({ draw, closed }: AllotmentTerms, signal: AbortSignal): Promise<TapeRootView[]> | null {
  if (draw === null) return null;
  return get<TapeRootView[]>('tape/roots', { symbol: draw.symbol, ...hoursOf(draw, closed) }, { ...QUIET, signal });
}

/** Reads sales and applications again whenever something of the user's has moved, or may have. */
export function useIeoEvents(): void {
  const mine = useRefresh(MINE);
  const offered = useRefresh(OFFERED);
  useAccountEvents('ieo', () => {
    mine();
    offered();
  });
  useAccountEventsStart(mine);
}
