import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LANGUAGES } from '../../../../server/contract/errors';
import { API_KEY_SCOPES } from '../../../../server/contract/rules/api-keys.rules';
import { speak, speakMore } from '../../../languages';
import { apiKeysWords } from '../../../languages/api-keys';
import { changePreferences } from '../../../platform/preferences';
import { ApiCalls } from './api-calls';
import { callsOf } from './api-calls.api';

const DESCRIPTION = JSON.parse(readFileSync(join(__dirname, '../../../public/openapi.json'), 'utf8'));
const NAMES: string[] = Object.entries<Record<string, object>>(DESCRIPTION.paths).flatMap(([path, verbs]) =>
  Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
);

const fetched = jest.fn();
const before = globalThis.fetch;
beforeEach(() => {
  fetched.mockReset().mockResolvedValue({ ok: true, json: async () => DESCRIPTION });
  globalThis.fetch = fetched;
});
afterAll(() => {
  globalThis.fetch = before;
});

async function show(language: (typeof LANGUAGES)[number] = 'en') {
  changePreferences({ language });
  await speak(language);
  await speakMore(apiKeysWords);
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ApiCalls />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const rows = () => screen.queryAllByRole('listitem');
const namesOf = (shown: HTMLElement[]) =>
  shown.map((row) => `${row.querySelector('b')?.textContent} ${row.querySelector('code')?.textContent}`);

it.each(LANGUAGES)(
  'lists every call of the description once, in groups with a name of their own (%s)',
  async (language) => {
    const { unmount } = await show(language);
    await screen.findByRole('searchbox');
    expect(namesOf(rows()).sort()).toEqual([...NAMES].sort());
    const groups = [...new Set(callsOf(DESCRIPTION).map(({ group }) => group))];
    const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(new Set(names).size).toBe(groups.length);
    // None has the name of the file.
    for (const name of names) expect(groups).not.toContain(name);
    unmount();
  },
);

it('says of each what it does in a sentence, and the permission, or that no key is needed', async () => {
  await show();
  await screen.findByRole('searchbox');
  for (const row of rows()) expect(row.querySelector('[lang=en]')?.textContent).toMatch(/^[A-Z].*\.$/);
  const permissions = rows().map((row) => row.querySelector(':scope > span')?.textContent);
  expect(new Set(permissions)).toEqual(
    new Set(['Read', 'Trade spot', 'Trade contracts', 'Trade options', 'Without a key']),
  );
  expect(new Set(callsOf(DESCRIPTION).map(({ scope }) => scope))).toEqual(new Set([...API_KEY_SCOPES, null]));
  const [place] = rows().filter(
    (row) => row.textContent?.includes('/api/coin/trade') && !/cancel/.test(row.textContent),
  );
  expect(within(place as HTMLElement).getByText('Places a market or limit order.')).toBeTruthy();
  expect(within(place as HTMLElement).getByText('Trade spot')).toBeTruthy();
});

it('is searched by all the words, in the path, what it does, the group and the permission', async () => {
  await show();
  const field = await screen.findByRole('searchbox', { name: 'Find a call' });
  const find = async (words: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, words);
    return namesOf(rows());
  };
  expect(await find('coin/trade CANCEL')).toEqual(['PUT /api/coin/trade/cancel']);
  expect(screen.getByRole('status').textContent).toBe(`1 of ${NAMES.length} calls`);
  expect(await find('merkle')).toEqual(['GET /api/tape/proof']);
  expect(await find('trade options buys')).toEqual(['POST /api/microtrade/submit']);
  expect(await find('nothing of this')).toEqual([]);
  expect(screen.getByText('No call has these words.')).toBeTruthy();
});

it('says that it could not be read, and reads it again', async () => {
  fetched.mockResolvedValueOnce({ ok: false, status: 503 });
  await show();
  await userEvent.click(await screen.findByRole('button'));
  expect(await screen.findByRole('searchbox')).toBeTruthy();
  expect(rows()).toHaveLength(NAMES.length);
});
