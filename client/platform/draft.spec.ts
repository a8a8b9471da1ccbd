import { textsOf } from './draft';

it.each([
  [null, { a: '', b: 'x' }],
  ['text', { a: '', b: 'x' }],
  [[1], { a: '', b: 'x' }],
  [
    { a: 'typed', c: 'old' },
    { a: 'typed', b: 'x' },
  ],
  [
    { a: 7, b: '' },
    { a: '', b: '' },
  ],
])('takes of what was kept (%p) only the texts that are known', (kept, expected) => {
  expect(textsOf(kept, { a: '', b: 'x' })).toEqual(expected);
});
