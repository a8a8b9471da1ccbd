import { hashIn, judgeHash } from './transaction-hash';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

it.each([
  [HASH, HASH],
  [`  ${HASH}\n`, HASH],
  [`0x${HASH}`, `0x${HASH}`],
  [`https://tronscan.org/#/transaction/${HASH}`, HASH],
  [`https://etherscan.io/tx/0x${HASH}?utm=1`, `0x${HASH}`],
  ['nothing of the kind', 'nothing of the kind'],
  [`${HASH}00`, `${HASH}00`],
])('finds the hash in %p', (text, hash) => {
  expect(hashIn(text)).toBe(hash);
});

it.each([
  ['', 'required'],
  ['   ', 'required'],
  [HASH.slice(1), 'hash'],
  [`${HASH}0`, 'hash'],
  ['0'.repeat(64), 'hash'],
  [HASH.replace('9', 'g'), 'hash'],
  [HASH.toUpperCase(), null],
  [`0x${HASH}`, null],
] as const)('judges %p as %p', (text, verdict) => {
  expect(judgeHash(text)).toBe(verdict);
});
