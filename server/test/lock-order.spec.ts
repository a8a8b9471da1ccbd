import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { courseOf, entrances, lockingFiles, lockOrder, quoted, rowsOf } from './lock-order.js';
import { locksIn } from './stores-locks.js';

const order = lockOrder();
const courses = new Map(entrances().map((name) => [name, courseOf(name, order)]));

describe('documents/locks.md', () => {
  it('has the steps in one order, each name once', () => {
    const rows = rowsOf('The order');
    expect(rows.map(([, rank]) => Number(rank))).toEqual(rows.map((_, place) => place + 1));
    const names = rows.flatMap((cells) => quoted(cells[3] ?? ''));
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it.each([...courses])('%s takes its locks in the order', (_name, { faults }) => {
    expect(faults).toEqual([]);
  });

  it('lists every stored function that locks, with its locks in their order', () => {
    const locking = [...courses].filter(([, { steps }]) => steps.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const listed = rowsOf('Stored functions').map(([, name = '', steps = '']) => [quoted(name)[0], steps]);
    expect(listed).toEqual(locking.map(([name, { steps }]) => [name, steps.join(', ')]));
  });

  it.each(rowsOf('Stores').map(([, file = '', names = '']) => [quoted(file)[0] ?? '', quoted(names)] as const))(
    '%s locks what the list says, as its statements have it',
    (file, names) => {
      // Each once: a constant may stand in several statements.
      const [found, listed] = [[...new Set(locksIn(file))], [...new Set(names)]];
      // The name of an advisory lock may be worked out: then it stands elsewhere in the file.
      const isSame = (name: string, place: number) => {
        const other = found[place] ?? '';
        return name === other || (other === 'lock:?' && name.startsWith('lock:') && isNamedIn(file, name));
      };
      expect({ file, found, listed, isSame: found.length === listed.length && listed.every(isSame) }).toEqual({
        file,
        found,
        listed,
        isSame: true,
      });
    },
  );

  it('says the whole order of what several steps need: desk, users, cases, orders, accounts with the fund last, counts, streams', () => {
    const rank = (name: string) => order.get(name)?.rank ?? 0;
    const names = ['operator_proposal', 'account_user', 'withdrawal', 'futures_position', 'ledger_account'];
    const ranks = [...names, 'futures_open_lots', 'outbox_stream', 'taken_depth'].map(rank);
    expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => one - other));
    expect(ranks[0]).toBeGreaterThan(0);
    const accounts = rowsOf('The order').find(([, , step]) => step === 'accounts')?.[4] ?? '';
    expect(accounts).toMatch(/users by id.*then the house.*insurance fund is the last/s);
  });

  it('lists every file that locks rows itself, each lock by a name that is in the order', () => {
    const listed = rowsOf('Stores').map(([, file = '', names = '']) => [quoted(file)[0] ?? '', quoted(names)] as const);
    expect(listed.map(([file, names]) => [file, names.length])).toEqual(
      [...lockingFiles()].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    expect(listed.flatMap(([, names]) => names).filter((name) => !order.has(name))).toEqual([]);
  });
});

function isNamedIn(file: string, name: string): boolean {
  const text = readFileSync(join(__dirname, '..', file), 'utf8');
  return text.includes(name.slice('lock:'.length));
}
