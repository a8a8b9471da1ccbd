import { soughtBy } from './find.rules.js';

const HASH = 'ab'.repeat(32);

it.each([
  ['7', { as: 'number', number: '7', hash: null, emailKeys: [] }],
  [' #100001 ', { as: 'number', number: '100001' }],
  [`0x${HASH.toUpperCase()}`, { as: 'hash', hash: HASH, number: null }],
  [HASH, { as: 'hash', hash: HASH }],
  ['Ann.Lee+x@Gmail.com', { as: 'e-mail', emailKeys: ['annlee@gmail.com', 'annlee@googlemail.com'] }],
  ['not@an@address', { as: 'e-mail', emailKeys: [] }],
  ['+44 20 7946 0018', { as: 'phone', phones: ['+442079460018'] }],
  ['+1', { as: 'phone', phones: [] }],
  ['AnnLee', { as: 'name', usernameKey: 'annlee' }],
  ['two words', { as: 'name', usernameKey: null, number: null }],
  ['0', { as: 'name', number: null }],
  ['99999999999999999999', { number: null }],
])('%s means what it can', (text, expected) => {
  expect(soughtBy(text)).toMatchObject(expected);
});

it('reads a number as a phone of any country, too', () => {
  expect(soughtBy('13800138000').phones).toContain('+8613800138000');
});
