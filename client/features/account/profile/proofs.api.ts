import { queryOptions } from '@tanstack/react-query';
import type { WalletNonceView } from '../../../../server/contract/account/account-security.dto';
import type {
  ConfirmedActRequest,
  ProofAct,
  ProofFields,
  ProofsView,
  ProofWalletView,
} from '../../../../server/contract/account/proofs.dto';
import type { PasskeyRequestView } from '../../../../server/contract/account/passkeys.dto';
import { post } from '../../../platform/api';
import { askPasskey } from '../../../platform/passkeys';
import { findErcWallets, findTronWallet } from '../../../platform/wallet-providers';
import { connectErc, connectTron, type Signer, WalletFailed } from '../../../platform/wallet-signature';
import { OWN } from './account.api';

const QUIET = { quiet: true };

/** The values that are confirmed; a proof of others is none. */
export type Confirmed = Pick<ConfirmedActRequest, 'amount' | 'coin' | 'target'>;

/** With what the user can prove to be at hand for the act. */
export const proofsOf = (act: ProofAct) =>
  queryOptions({
    queryKey: [OWN, 'proofs', act],
    queryFn: ({ signal }) => post<ProofsView>('user/proofs', { act }, { ...QUIET, signal }),
  });

/** Sends a code to the user's own e-mail or phone, for this act and these values alone. */
export function sendOwnCode(act: ProofAct, confirmed: Confirmed): Promise<string> {
  return post('sms_other_mail', { act, ...confirmed }, QUIET);
}

/** Has one of the user's passkeys confirm the act. @throws PasskeyFailed, CallFailed */
export async function signByPasskey(act: ProofAct, confirmed: Confirmed): Promise<ProofFields> {
  const options = await post<PasskeyRequestView>('user/proof_passkey', { act, ...confirmed }, QUIET);
  return { passkey: await askPasskey(options) };
}

/** Has one of the user's wallets sign a text that names the act. @throws WalletFailed, CallFailed */
export async function signByWallet(
  act: ProofAct,
  confirmed: Confirmed,
  wallets: readonly ProofWalletView[],
): Promise<ProofFields> {
  const signer = await connect(wallets);
  const { chain, address, chainId } = signer;
  const asked = { chain, address, ...(chainId === null ? {} : { chain_id: chainId }), act, ...confirmed };
  const { message, nonce } = await post<WalletNonceView>('user/proof_nonce', asked, QUIET);
  if (!message.startsWith(`${window.location.host} `)) throw new WalletFailed('failed');
  return { proof_nonce: nonce, proof_signature: await signer.sign(message) };
}

async function connect(wallets: readonly ProofWalletView[]): Promise<Signer> {
  if (wallets.some(({ chain }) => chain === 'ERC')) {
    const [found] = await findErcWallets();
    if (found) return connectErc(found.provider);
  }
  const tron = findTronWallet();
  if (tron && wallets.some(({ chain }) => chain === 'TRC')) return connectTron(tron);
  throw new WalletFailed('failed');
}
