import { queryOptions } from '@tanstack/react-query';
import type { DemoStateView } from '../../../../server/contract/wallet/demo.dto';
import { get, post } from '../../../platform/api';

/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const STATE = ['own', 'demo'] as const;

export const demoState = queryOptions({
  queryKey: STATE,
  queryFn: ({ signal }) => get<DemoStateView>('demo/state', {}, { quiet: true, signal }),
});

export const enterDemo = () => post<DemoStateView>('demo/enter');
export const leaveDemo = () => post<DemoStateView>('demo/leave', {}, { quiet: true });
export const topUpDemo = (key: string) => post<DemoStateView>('demo/top_up', {}, { idempotencyKey: key });
