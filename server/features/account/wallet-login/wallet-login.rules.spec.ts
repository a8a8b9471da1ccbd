import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { sample, string } from 'fast-check';
import { readWalletAddress, trcAddress } from './wallet-address.rules.js';
import { loginText, signerOf } from './wallet-message.rules.js';

describe('the signer of a text', () => {
  it('is the one of the example in the documentation of web3.js', () => {
    // docs.web3js.org, web3-eth-accounts, sign(): key 0x4c0883a6…362318, whose address the same page gives.
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c';
    expect(signerOf('ERC', 'Some data', signature)).toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23');
    expect(signerOf('ERC', 'Some datA', signature)).not.toBe('0x2c7536E3605D9C16a7a3D7b1898e529396a65c23');
  });

  it('is the one of the TRON vector of the Dart library blockchain_utils', () => {
    // mrtnetwork/blockchain_utils, test/signer/tron_test.dart; the address is derived from the key beside the product.
    const key = hex.decode('43985273a3d94eb753fe6acfd7003e88254effce1eb53e2e97b8522558a98038');
    const address = trcAddress(keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(12));
    const signature =
      'fde00bc33d78109bc61de314c1c0526a047e22a2aaae473ca84b32d8aa35ed3e03720e05d614087e3d8c6fae63879755b32aa08818a2d4de66fee1a617a971671b';
    expect(signerOf('TRC', 'message', signature)).toBe(address);
    expect(signerOf('TRC', 'message', `0x${signature.slice(0, -2)}00`)).toBe(address);
    expect(signerOf('ERC', 'message', signature)).not.toBe(readWalletAddress('TRC', address));
  });

  it('is null for what is no signature', () => {
    const texts = sample(string({ maxLength: 140 }), 200);
    expect(texts.filter((text) => signerOf('ERC', 'text', text) !== null)).toEqual([]);
    expect(signerOf('ERC', 'text', `0x${'00'.repeat(65)}`)).toBeNull();
    expect(signerOf('ERC', 'text', `0x${'ff'.repeat(65)}`)).toBeNull();
  });
});

describe('addresses', () => {
  // EIP-55, "Test Cases".
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s is a right ERC address', (address) => {
    expect(readWalletAddress('ERC', address)).toBe(address);
    expect(readWalletAddress('ERC', address.toLowerCase())).toBe(address);
  });

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    '',
  ])('%s is none', (address) => {
    expect(readWalletAddress('ERC', address)).toBeNull();
  });

  it('TRON addresses have a checksum of their own', () => {
    // The contract of USDT on TRON, as its issuer publishes it.
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(readWalletAddress('TRC', address)).toBe(address);
    expect(readWalletAddress('TRC', address.replace('6t', '6u'))).toBeNull();
    expect(readWalletAddress('TRC', address.toLowerCase())).toBeNull();
    expect(readWalletAddress('TRC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeNull();
  });
});

describe('the text to be signed', () => {
  it('has the form of EIP-4361', () => {
    const text = loginText({
      chain: 'ERC',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      domain: 'example.com',
      uri: 'https://example.com',
      chainId: '1',
      nonce: '32891756abcdefgh',
      issuedAt: Date.UTC(2021, 8, 30, 16, 25, 24),
      expiresAt: Date.UTC(2021, 8, 30, 16, 30, 24),
    });
    // The message format of EIP-4361, its grammar written as a pattern.
    expect(text).toMatch(
      /^[^\s]+ wants you to sign in with your Ethereum account:\n0x[0-9a-fA-F]{40}\n\n[^\n]+\n\nURI: \S+\nVersion: 1\nChain ID: \d+\nNonce: [a-zA-Z0-9]{8,}\nIssued At: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\nExpiration Time: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    );
  });
});
