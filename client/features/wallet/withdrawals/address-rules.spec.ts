import { isLongEnough, judgeAddress, plainAddress } from './address-rules';

// EIP-55's own examples; the issuer's contract on TRON; BIP-173's example and the first block's payee.
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const GENESIS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

it.each([
  [EVM, 'ethereum', null],
  [` ${EVM} `, 'ethereum', null],
  [`ethereum:${EVM}@1?value=0`, 'ethereum', null],
  [EVM.toLowerCase(), 'ethereum', 'spelling'],
  [EVM.replace('aA', 'Aa'), 'ethereum', 'checksum'],
  [EVM, 'tron', 'otherChain'],
  [EVM.toLowerCase(), 'tron', 'otherChain'],
  [TRON, 'tron', null],
  [TRON.replace('6t', '6u'), 'tron', 'checksum'],
  [TRON, 'ethereum', 'otherChain'],
  [SEGWIT, 'bitcoin', null],
  [GENESIS, 'bitcoin', null],
  [GENESIS, 'tron', 'otherChain'],
  ['', 'tron', 'required'],
  ['hello', 'bitcoin', 'checksum'],
] as const)('judges %p on %s as %p', (text, chain, verdict) => {
  expect(judgeAddress(text, chain)).toBe(verdict);
});

it('keeps quiet until the address can be whole', () => {
  expect(isLongEnough(TRON.slice(0, 33), 'tron')).toBe(false);
  expect(isLongEnough(TRON, 'tron')).toBe(true);
  expect(isLongEnough(EVM.slice(0, 41), 'ethereum')).toBe(false);
});

it('takes the address out of what wallets show', () => {
  expect(plainAddress(`tron:${TRON}`)).toBe(TRON);
  expect(plainAddress('TR7NHqjeKQx GTCi8q8ZY4pL8otSzgjLj6t')).toBe(TRON);
});
