import type { WalletNonceView } from '../../../../server/contract/account/account-security.dto';
import { post } from '../../../platform/api';
import { openSession } from './login.api';
import { type Signer, WalletFailed } from '../../../platform/wallet-signature';

const QUIET = { quiet: true };

export interface WalletProof {
  /** Of the authenticator; empty for none. */
  totp: string;
  /** Code of whoever invited, for a first login; empty for none. */
  invitation: string;
}

/** Signs what the server gives, if it is a login text, and opens a session with it. */
export async function logInByWallet(signer: Signer, { totp, invitation }: WalletProof): Promise<void> {
  const { chain, address, chainId } = signer;
  const asked = { chain, address, ...(chainId === null ? {} : { chain_id: chainId }) };
  const { message, nonce } = await post<WalletNonceView>('user/wallet_nonce', asked, QUIET);
  if (!message.startsWith(`${window.location.host} `)) throw new WalletFailed('failed');
  const signature = await signer.sign(message);
  const more = {
    ...(totp === '' ? {} : { totp_code: totp }),
    ...(invitation === '' ? {} : { extension_code: invitation }),
  };
  const proof = { chain, address, nonce, signature, ...more };
  await openSession(await post<string>('user/wallet_login', proof, QUIET));
}
