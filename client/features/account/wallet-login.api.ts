import type { WalletNonceView } from '../../../server/contract/account-security.dto';
import { post } from '../../platform/api';
import { openSession } from './account.api';
import { type Signer, WalletFailed } from './wallet-signature';

const QUIET = { quiet: true };

/** Signs what the server gives, if it is a login text, and opens a session with it. */
export async function logInByWallet(signer: Signer, totp: string): Promise<void> {
  const { chain, address, chainId } = signer;
  const asked = { chain, address, ...(chainId === null ? {} : { chain_id: chainId }) };
  const { message, nonce } = await post<WalletNonceView>('user/wallet_nonce', asked, QUIET);
  if (!message.startsWith(`${window.location.host} `)) throw new WalletFailed('failed');
  const signature = await signer.sign(message);
  const proof = { chain, address, nonce, signature, ...(totp === '' ? {} : { totp_code: totp }) };
  await openSession(await post<string>('user/wallet_login', proof, QUIET));
}
