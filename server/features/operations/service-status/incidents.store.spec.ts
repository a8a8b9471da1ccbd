import type { DataSource } from 'typeorm';
import { IncidentsStore } from './incidents.store.js';

const UPDATE = { state: 'investigating', texts: { en: 'We look at it.' }, writtenBy: 'ann', at: 1 };
const ROW = {
  id: '1',
  kind: 'incident',
  parts: ['login'],
  state: 'investigating',
  titles: { en: 'Logins', zh: '登录' },
};

const storing = (row: object) => new IncidentsStore({ query: () => Promise.resolve([row]) } as unknown as DataSource);
const AT = new Date(0);

/** Each way in which they are read. */
const READS: [string, (store: IncidentsStore) => Promise<unknown[]>][] = [
  ['the desk', (store) => store.list(1, 0)],
  ['the page', (store) => store.shown(1, 1, AT)],
];

describe.each(READS)('incidents, for %s', (_reader, read) => {
  it('have what was written in each language', async () => {
    const row = { ...ROW, updates: [UPDATE] };
    expect(await read(storing(row))).toEqual([row]);
  });

  it.each([
    ['a title in no language of ours', { titles: { xx: 'Logins' } }, 'service_incident.titles'],
    ['a title that is no text', { titles: { en: 7 } }, 'service_incident.titles'],
    ['no titles', { titles: null }, 'service_incident.titles'],
    ['an update that is no text', { updates: [{ ...UPDATE, texts: { en: {} } }] }, 'service_incident_update.texts'],
  ])('are not shown with %s', async (_what, change, column) => {
    await expect(read(storing({ ...ROW, updates: [UPDATE], ...change }))).rejects.toThrow(
      `${column} is not what it has to be`,
    );
  });
});

it('notes of incidents are not shown with a title that is no text', async () => {
  expect(await storing(ROW).notes(1, AT)).toEqual([ROW]);
  await expect(storing({ ...ROW, titles: { en: 7 } }).notes(1, AT)).rejects.toThrow(
    'service_incident.titles is not what it has to be: en (invalid_type)',
  );
});
