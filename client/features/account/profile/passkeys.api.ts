import { queryOptions } from '@tanstack/react-query';
import type { PasskeyCreationView, PasskeyView } from '../../../../server/contract/account/passkeys.dto';
import type { ProofFields } from '../../../../server/contract/account/proofs.dto';
import { post } from '../../../platform/api';
import { makePasskey } from '../../../platform/passkeys';
import { OWN } from './account.api';

const QUIET = { quiet: true };

export const passkeys = queryOptions({
  queryKey: [OWN, 'passkeys'],
  queryFn: ({ signal }) => post<PasskeyView[]>('user/passkeys', {}, { ...QUIET, signal }),
});

/** What the device makes a passkey under, good for five minutes. */
export function proposePasskey(proof: ProofFields): Promise<PasskeyCreationView> {
  return post('user/passkeys/options', { ...proof }, QUIET);
}

/** @throws PasskeyFailed, CallFailed */
export async function addPasskey(name: string, options: PasskeyCreationView): Promise<void> {
  await post<string>('user/passkeys/add', { name, passkey: await makePasskey(options) }, QUIET);
}

export function renamePasskey(id: string, name: string): Promise<string> {
  return post('user/passkeys/rename', { id, name }, QUIET);
}

export function removePasskey(id: string, proof: ProofFields): Promise<string> {
  return post('user/passkeys/remove', { id, ...proof }, QUIET);
}
