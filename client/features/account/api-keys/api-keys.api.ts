import { queryOptions } from '@tanstack/react-query';
import type { AddApiKeyRequest, ApiKeyView, NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { post } from '../../../platform/api';
import { OWN } from '../profile';

const QUIET = { quiet: true };

export const apiKeys = queryOptions({
  queryKey: [OWN, 'api-keys'],
  queryFn: ({ signal }) => post<ApiKeyView[]>('user/api_keys', {}, { ...QUIET, signal }),
});

/** The answer holds the secret: it is in nobody's cache. */
export function addApiKey(asked: AddApiKeyRequest): Promise<NewApiKeyView> {
  return post('user/api_keys/add', { ...asked }, QUIET);
}

export function renameApiKey(id: string, name: string): Promise<string> {
  return post('user/api_keys/rename', { id, name }, QUIET);
}

export function revokeApiKey(id: string, fundPassword: string): Promise<string> {
  return post('user/api_keys/revoke', { id, pay_password: fundPassword }, QUIET);
}
