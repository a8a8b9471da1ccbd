import { HDKey } from '@scure/bip32';
import { type AddressForm, addressOf } from './chain-address.rules.js';

/** Version bytes of public and private extended keys: BIP-32's own, and SLIP-132's for the two kinds of SegWit. */
const VERSIONS: Record<string, { public: number; private: number }> = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  ypub: { public: 0x049d7cb2, private: 0x049d7878 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
};
/** External chain: addresses that are given out. BIP-44. */
const EXTERNAL = 0;

/** Whether the text is an extended public key. A private one is refused: it must never come near a server. */
export function isExtendedPublicKey(text: string): boolean {
  try {
    return read(text).privateKey === null;
  } catch {
    return false;
  }
}

/**
 * The address number `index` below an extended public key of an account (`m/44'/60'/0'` and the like): its child
 * `0/index`, as BIP-44 says.
 * @throws Error for a key that is none.
 */
export function depositAddress(extendedKey: string, form: AddressForm, index: number): string {
  const { publicKey } = read(extendedKey).deriveChild(EXTERNAL).deriveChild(index);
  if (!publicKey) throw new Error('There is no key at this index.');
  return addressOf(form, publicKey);
}

function read(text: string): HDKey {
  const versions = VERSIONS[text.slice(0, 4)];
  if (!versions) throw new Error('This is no extended public key.');
  return HDKey.fromExtendedKey(text, versions);
}
