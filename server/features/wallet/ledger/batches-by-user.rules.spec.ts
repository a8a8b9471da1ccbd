import { batchesByUser } from './batches-by-user.rules.js';

const rows = (users: string) => [...users].map((userId, place) => ({ id: String(place), userId }));

describe('rows in batches', () => {
  it.each<[string, number, string[]]>([
    ['', 2, []],
    ['a', 2, ['0']],
    ['aaa', 2, ['012']],
    ['abc', 2, ['01', '2']],
    ['aabcc', 2, ['01', '234']],
    ['aabc', 2, ['01', '23']],
    ['abbbc', 2, ['0123', '4']],
    ['abcde', 1, ['0', '1', '2', '3', '4']],
    ['abc', 5, ['012']],
  ])('%s by %i', (users, size, batches) => {
    expect(batchesByUser(rows(users), size).map((batch) => batch.join(''))).toEqual(batches);
  });
});
