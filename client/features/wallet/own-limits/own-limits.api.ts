import { queryOptions } from '@tanstack/react-query';
import type { OwnLimitsView, OwnLimitView, StayView } from '../../../../server/contract/wallet/own-limits.dto';
import type { DecimalText } from '../../../../server/contract/money';
import type { BreakSpan } from '../../../../server/contract/rules/own-limits.rules';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';

/** The caller shows in place what went wrong. */
const QUIET = { quiet: true };

export const ownLimits = queryOptions({
  queryKey: [OWN, 'limits'],
  queryFn: ({ signal }) => get<OwnLimitsView>('own_limits/state', {}, { ...QUIET, signal }),
});

export type LimitName = Pick<OwnLimitView, 'kind' | 'period'>;

/** @param amount empty: no limit any more. */
export function setLimit({ kind, period }: LimitName, amount: DecimalText): Promise<OwnLimitsView> {
  return post<OwnLimitsView>('own_limits/set', { kind, period, amount }, QUIET);
}

export function callBack({ kind, period }: LimitName): Promise<OwnLimitsView> {
  return post<OwnLimitsView>('own_limits/call_back', { kind, period });
}

/** @param fundPassword of an exclusion, where the account has one; else empty. */
export function takeBreak(span: BreakSpan, fundPassword: string): Promise<OwnLimitsView> {
  return post<OwnLimitsView>('own_limits/break', { span, pay_password: fundPassword }, QUIET);
}

/** @param minutes 0: never. */
export function chooseCheck(minutes: number): Promise<OwnLimitsView> {
  return post<OwnLimitsView>('own_limits/check', { minutes: String(minutes) });
}

export function acknowledge(): Promise<StayView> {
  return post<StayView>('own_limits/stay/seen', {});
}
