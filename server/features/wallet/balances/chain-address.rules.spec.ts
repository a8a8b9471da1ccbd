import { createHmac, pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import * as fc from 'fast-check';
import { addressOf, canonicalHash, isAddress, tronAccount, tronAddress } from './chain-address.rules.js';
import { depositAddress, isExtendedPublicKey } from './extended-key.rules.js';

/** BIP-39: the seed of a sentence. */
const seedOf = (sentence: string) => pbkdf2Sync(sentence, 'mnemonic', 2048, 64, 'sha512');
const ABANDON = seedOf(`${'abandon '.repeat(11)}about`);

describe('keys', () => {
  it('are derived from extended public keys as the first test vector of BIP-32 says', () => {
    const parent =
      'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw';
    const child =
      'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ';
    expect(HDKey.fromExtendedKey(parent).deriveChild(1).publicExtendedKey).toBe(child);
    expect(isExtendedPublicKey(parent)).toBe(true);
  });

  it('that are private are refused, and so is what is no key', () => {
    const hdKey = HDKey.fromMasterSeed(ABANDON);
    expect(isExtendedPublicKey(hdKey.privateExtendedKey as string)).toBe(false);
    expect(isExtendedPublicKey('')).toBe(false);
    expect(isExtendedPublicKey(`${hdKey.publicExtendedKey.slice(0, -1)}1`)).toBe(false);
  });

  it('give the addresses of BIP-84', () => {
    const key =
      'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(depositAddress(key, 'p2wpkh', 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(depositAddress(key, 'p2wpkh', 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  });

  it('give the addresses of BIP-44 that well-known wallets give for well-known sentences', () => {
    const account = (seed: Buffer, path: string) => HDKey.fromMasterSeed(seed).derive(path).publicExtendedKey;
    const junk = seedOf(`${'test '.repeat(11)}junk`);
    expect(depositAddress(account(junk, `m/44'/60'/0'`), 'evm', 0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(depositAddress(account(junk, `m/44'/60'/0'`), 'evm', 1)).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    expect(depositAddress(account(ABANDON, `m/44'/0'/0'`), 'p2pkh', 0)).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA');
    expect(depositAddress(account(ABANDON, `m/44'/195'/0'`), 'tron', 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });
});

describe('an address', () => {
  it.each([
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['ethereum', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['ethereum', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ] as const)('on %s: %s', (chain, address) => {
    expect(isAddress(chain, address)).toBe(true);
    for (const other of ['ethereum', 'tron', 'bitcoin'] as const) {
      if (other !== chain) expect(isAddress(other, address)).toBe(false);
    }
  });

  it.each([
    ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'],
    ['ethereum', '0x0000000000000000000000000000000000000000'],
    ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ethereum', ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
    ['tron', ''],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    // Of BIP-350's list of invalid addresses: version 1 in Bech32, version 0 in Bech32m, and the test network's.
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['bitcoin', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ] as const)('is refused on %s: %s', (chain, address) => {
    expect(isAddress(chain, address)).toBe(false);
  });

  it('of any key is an address of its own chain only, and no longer one with another letter', () => {
    const secrets = fc.uint8Array({ minLength: 16, maxLength: 64 });
    fc.assert(
      fc.property(secrets, fc.nat(1000), fc.constantFrom('evm', 'tron', 'p2pkh', 'p2wpkh'), (seed, index, form) => {
        const { publicKey } = HDKey.fromMasterSeed(createHmac('sha512', 'test').update(seed).digest()).deriveChild(
          index,
        );
        const address = addressOf(form, publicKey as Uint8Array);
        const chain = form === 'evm' ? 'ethereum' : form === 'tron' ? 'tron' : 'bitcoin';
        const last = address.slice(-1);
        expect(isAddress(chain, address)).toBe(true);
        expect(isAddress(chain, address.slice(0, -1) + (last === 'q' ? 'p' : 'q'))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('of TRON is read to its bytes and written again', () => {
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    // As the contract of Tether is named in TRON's own documents.
    expect(tronAccount(address)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(tronAddress('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(address);
  });
});

it.each([
  ['0x' + 'Ab'.repeat(32), 'ab'.repeat(32)],
  ['ab'.repeat(32), 'ab'.repeat(32)],
  ['0x' + 'ab'.repeat(31), null],
  ['zz'.repeat(32), null],
  ['0x' + '00'.repeat(32), null],
  ['', null],
])('the hash %s is kept as %s', (text, canonical) => {
  expect(canonicalHash(text)).toBe(canonical);
});
