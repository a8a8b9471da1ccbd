import { queryOptions } from '@tanstack/react-query';
import type { ErasureView } from '../../../../server/contract/account/erasure.dto';
import { type Parameters, post } from '../../../platform/api';
import { OWN } from '../profile';

const QUIET = { quiet: true };

export const erasure = queryOptions({
  queryKey: [OWN, 'erasure'],
  queryFn: ({ signal }) => post<ErasureView>('user/erasure', {}, { ...QUIET, signal }),
});

export function askForErasure(fields: Parameters): Promise<string> {
  return post('user/erasure/ask', fields, QUIET);
}

export function takeBackErasure(): Promise<string> {
  return post('user/erasure/take_back');
}
