import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../../server/contract/errors';
import type {
  InvitationView,
  InvitedUserPage,
  InvitedUserView,
  PosterView,
  RankedInviterView,
  RebatePage,
  RebateView,
  ShareView,
} from '../../../../server/contract/trading/referral.dto';
import { CallFailed, get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import type { RowPage } from '../../../platform/use-pages';
import { OWN } from '../../account/profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const MINE = [OWN, 'referral'] as const;
const PAGE_ROWS = 20;
export const REFERRAL_KEYS = { mine: MINE, people: [...MINE, 'people'], rebates: [...MINE, 'rebates'] } as const;

export const invitation = queryOptions({
  queryKey: [...MINE, 'invitation'],
  queryFn: ({ signal }) => get<InvitationView>('user/invite', {}, { ...QUIET, signal }),
});

/** The old clients of the contract are refused an empty one; a page says that nobody is in it. */
function emptyRanking(error: unknown): RankedInviterView[] {
  if (error instanceof CallFailed && error.code === 'referral.nobody-ranked') return [];
  throw error;
}

export const ranking = queryOptions({
  queryKey: [...MINE, 'ranking'],
  queryFn: ({ signal }) => post<RankedInviterView[]>('user/invite_list', {}, { ...QUIET, signal }).catch(emptyRanking),
});

export const poster = queryOptions({
  queryKey: [...MINE, 'poster'],
  queryFn: ({ signal }) => get<PosterView>('user/my_poster', {}, { ...QUIET, signal }),
});

/** The link with its words in the language. */
export const share = (language: Language) =>
  queryOptions({
    queryKey: [...MINE, 'share', language],
    queryFn: ({ signal }) => get<ShareView>('user/my_share', {}, { ...QUIET, signal }),
  });

export const readPeople =
  (search: string) =>
  async (page: number, signal: AbortSignal): Promise<RowPage<InvitedUserView>> => {
    const asked = { page, limit: PAGE_ROWS, status: 2, search };
    const { data, next_page_url } = await post<InvitedUserPage>('user/my_invite_list', asked, { ...QUIET, signal });
    return { rows: data, hasMore: next_page_url !== null };
  };

export const readRebates =
  ({ search, day }: { search: string; day: string }) =>
  async (page: number, signal: AbortSignal): Promise<RowPage<RebateView>> => {
    const asked = { page, limit: PAGE_ROWS, time: day, search };
    const { data, next_page_url } = await post<RebatePage>('user/my_account_return', asked, { ...QUIET, signal });
    return { rows: data, hasMore: next_page_url !== null };
  };

export function saveProfile(profile: { nickname: string; listed: boolean }): Promise<string> {
  return post('referral/profile', { nickname: profile.nickname, listed: profile.listed ? 1 : 0 }, QUIET);
}

/** Reads everything again whenever somebody was invited, a day was rebated, or terms or nickname changed. */
export function useReferralEvents(): void {
  const mine = useRefresh(MINE);
  useAccountEvents('referral', mine);
  useAccountEventsStart(mine);
}
