import { queryOptions } from '@tanstack/react-query';
import type { DataExportView } from '../../../../server/contract/account/data-exports.dto';
import { post } from '../../../platform/api';
import { OWN } from '../profile';

const QUIET = { quiet: true };
/** A file is written within seconds; a page that waits for one looks again. */
const LOOK_MS = 4000;

export const dataExports = queryOptions({
  queryKey: [OWN, 'data-exports'],
  queryFn: ({ signal }) => post<DataExportView[]>('user/data_exports', {}, { ...QUIET, signal }),
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? LOOK_MS : false),
});

export function askForDataExport(fundPassword: string): Promise<string> {
  return post('user/data_exports/add', { pay_password: fundPassword }, QUIET);
}
