import { Turns } from './turns.js';

/** A work that ends when it is told to, and notes that it has begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
    });
  };
  return { begun, work, end: (name: string, failure?: Error) => ends.get(name)?.(failure) };
}

it('so many run at a time, the others in the order in which they came, also behind one that fails', async () => {
  const { begun, work, end } = works();
  const turns = new Turns(2);
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => turns.run(work(name)));
  expect([begun, turns.waiting]).toEqual([['one', 'two'], 2]);
  end('two', new Error('of two'));
  await expect(two).rejects.toThrow('of two');
  expect([begun, turns.waiting]).toEqual([['one', 'two', 'three'], 1]);
  end('one');
  expect(await one).toBe('one');
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
  end('three');
  end('four');
  expect(await Promise.all([three, four])).toEqual(['three', 'four']);
  const five = turns.run(work('five'));
  expect(begun).toContain('five');
  end('five');
  expect(await five).toBe('five');
});

it('who comes when too many wait is refused, and nobody else', async () => {
  const { work, end } = works();
  const turns = new Turns(1, 1);
  const [one, two, three] = ['one', 'two', 'three'].map((name) => turns.run(work(name)));
  await expect(three).rejects.toMatchObject({ code: 'request.unavailable' });
  end('one');
  await one;
  end('two');
  expect(await two).toBe('two');
});
