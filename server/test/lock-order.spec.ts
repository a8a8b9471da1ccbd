import { courseOf, entrances, lockingFiles, lockOrder, quoted, rowsOf } from './lock-order.js';

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

  it('lists every file that locks rows itself, each lock by a name that is in the order', () => {
    const listed = rowsOf('Stores').map(([, file = '', names = '']) => [quoted(file)[0] ?? '', quoted(names)] as const);
    expect(listed.map(([file, names]) => [file, names.length])).toEqual(
      [...lockingFiles()].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    expect(listed.flatMap(([, names]) => names).filter((name) => !order.has(name))).toEqual([]);
  });
});
