import { queryOptions } from '@tanstack/react-query';
import type { AddApiKeyRequest, ApiKeyView, NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { post } from '../../../platform/api';
import { OWN } from '../profile';

const QUIET = { quiet: true };

export const API_KEYS = [OWN, 'api-keys'] as const;

/** Of a sub-account; of the user where the number is empty. */
export const apiKeys = (subAccountId: string) =>
  queryOptions({
    queryKey: [...API_KEYS, subAccountId],
    queryFn: ({ signal }) =>
      post<ApiKeyView[]>('user/api_keys', subAccountId === '' ? {} : { sub_account_id: subAccountId }, {
        ...QUIET,
        signal,
      }),
  });

/** The answer holds the secret: it is in nobody's cache. */
export function addApiKey(asked: AddApiKeyRequest): Promise<NewApiKeyView> {
  return post('user/api_keys/add', { ...asked }, QUIET);
}

export function renameApiKey(id: string, name: string): Promise<string> {
  return post('user/api_keys/rename', { id, name }, QUIET);
}

export function revokeApiKey(id: string): Promise<string> {
  return post('user/api_keys/revoke', { id }, QUIET);
}
