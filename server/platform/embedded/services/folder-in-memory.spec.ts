import { folderInMemory } from './folder-in-memory.mjs';

const LITTLE = { leastFree: 1 };

it.each([
  ['that is none', { folder: '/proc', ...LITTLE }],
  ['that is not there', { folder: '/no/such/folder', ...LITTLE }],
  ['with too little room', { leastFree: 2 ** 60 }],
])('no folder is given in a place in memory %s', (_what, options) => {
  expect(folderInMemory('/somewhere', options)).toBeNull();
});

it('a folder has its own place, and the same one again', () => {
  const one = folderInMemory('/somewhere', LITTLE);
  const places = [one, folderInMemory('/somewhere', LITTLE), folderInMemory('/elsewhere', LITTLE)];
  // A machine without such a file system has none for anybody.
  expect([1, 3]).toContain(new Set([...places, null]).size);
  expect(places[1]).toBe(one);
});
