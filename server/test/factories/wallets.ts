import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { ercAddress, trcAddress } from '../../features/account/wallet-login/wallet-address.rules.js';

/** A wallet of its own, built on the curve alone and on none of the product's signing rules. */
export function aWallet(chain: 'ERC' | 'TRC') {
  const key = secp256k1.utils.randomSecretKey();
  const bytes = keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(12);
  const address = chain === 'ERC' ? ercAddress(bytes) : trcAddress(bytes);
  const name = chain === 'ERC' ? 'Ethereum' : 'TRON';
  const sign = (text: string) => {
    const message = Buffer.from(text);
    const digest = keccak_256(Buffer.concat([Buffer.from(`\x19${name} Signed Message:\n${message.length}`), message]));
    const [recovery = 0, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  };
  return { chain, address, sign };
}
