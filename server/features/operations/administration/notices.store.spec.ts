import type { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';
import { NoticesStore } from './notices.store.js';

const ROW = { id: '1', texts: [{ language: 'en', title: 'Maintenance', text: 'On Sunday.' }] };
const FAULTS: [string, unknown, string][] = [
  ['a language that there is not', [{ ...ROW.texts[0], language: 'xx' }], '0.language (invalid_value)'],
  ['no title', [{ language: 'en', text: 'On Sunday.' }], '0.title (invalid_type)'],
  ['one text instead of a list', ROW.texts[0], 'the whole (invalid_type)'],
];

const answering = (row: object) => ({ query: () => Promise.resolve([row]) });
const list = (row: object) => new NoticesStore(answering(row) as unknown as DataSource).list(1, 0);
const lockOpen = (row: object) => new NoticesStore({} as DataSource).lockOpen(answering(row) as unknown as Transaction);

describe('a notice to every user', () => {
  it('has its texts as they were written', async () => {
    expect(await list(ROW)).toEqual([ROW]);
    expect(await lockOpen(ROW)).toEqual(ROW);
  });

  it.each(FAULTS)('is neither shown nor delivered with %s', async (_what, texts, fault) => {
    const says = `operator_notice.texts is not what it has to be: ${fault}`;
    await expect(list({ ...ROW, texts })).rejects.toThrow(says);
    await expect(lockOpen({ ...ROW, texts })).rejects.toThrow(says);
  });
});
