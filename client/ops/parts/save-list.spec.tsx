import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showDesk, sitDown, speakDesk } from '../../test/desk';
import { deskState } from '../frame/desk-session';
import { SaveList } from './save-list';

const saved: { name: string; size: number }[] = [];
jest.mock('../../platform/save-file', () => ({
  saveFile: (name: string, content: { size: number }) => saved.push({ name, size: content.size }),
}));

let asked: string[];

function answer(reply: object) {
  asked = [];
  globalThis.fetch = (async (address: string) => {
    asked.push(address);
    return reply;
  }) as unknown as typeof fetch;
}

const file = {
  ok: true,
  headers: new Headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="deposits_2026-01-05.csv"',
  }),
  blob: async () => new Blob(['abc']),
};
const refusal = (message: object) => ({
  ok: false,
  headers: new Headers({ 'content-type': 'application/json' }),
  json: async () => message,
});

beforeAll(speakDesk);
beforeEach(() => {
  saved.length = 0;
  sitDown('treasurer');
});

const open = () => showDesk(<SaveList path="deposits" query={{ status: 'all', user: '', page: '3', limit: '20' }} />);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }));

it('saves all pages of what the filter selects, and says how many rows it may have', async () => {
  answer(file);
  open();
  expect(screen.getByText(/50,000 rows at most/)).toBeTruthy();
  await save();
  await waitFor(() => expect(saved).toEqual([{ name: 'deposits_2026-01-05.csv', size: 3 }]));
  const [path, query] = (asked[0] ?? '').split('?');
  expect(path).toBe('/ops/api/deposits/file');
  const { zone, ...filter } = Object.fromEntries(new URLSearchParams(query));
  expect([filter, zone !== undefined]).toEqual([{ status: 'all' }, true]);
});

it('says why there is no file', async () => {
  answer(refusal({ type: 'error', code: 'operations.too-many-rows', message: 'There are more than 50000 rows.' }));
  open();
  await save();
  expect((await screen.findByRole('alert')).textContent).toContain('more than 50000 rows');
  expect(saved).toEqual([]);
});

it('keeps no part of a file that broke off', async () => {
  answer({ ...file, blob: () => Promise.reject(new TypeError('the line broke')) });
  open();
  await save();
  await screen.findByRole('alert');
  expect([saved, deskState().phase]).toEqual([[], 'in']);
});

it('is a button alone in the row of a table, which says what it keeps', async () => {
  answer(file);
  showDesk(
    <SaveList path="books/accounts/7/lines" query={{ from: '1' }} inRow="Save the lines of account 7 as a file" />,
  );
  expect(screen.queryByText(/rows at most/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV: Save the lines of account 7 as a file' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked[0]).toMatch(/^\/ops\/api\/books\/accounts\/7\/lines\/file\?from=1&zone=/);
});
