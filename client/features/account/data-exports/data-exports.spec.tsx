import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { DataExportView } from '../../../../server/contract/account/data-exports.dto';
import { speak, speakMore } from '../../../languages';
import { dataExportsWords } from '../../../languages/data-exports';
import * as api from '../../../platform/api';
import * as downloads from '../../../platform/download';
import * as files from '../../../platform/save-file';
import { DataExports } from './data-exports';

jest.mock('../../../platform/api', () => ({ ...jest.requireActual('../../../platform/api'), post: jest.fn() }));
jest.mock('../../../platform/download', () => ({ download: jest.fn() }));
jest.mock('../../../platform/save-file', () => ({ saveFile: jest.fn() }));
const post = jest.mocked(api.post);
const download = jest.mocked(downloads.download);

const READY: DataExportView = {
  id: '7',
  state: 'ready',
  asked_at: '2026-01-02 03:04:05',
  ready_at: '2026-01-02 03:04:15',
  expires_at: '2026-01-05 03:04:15',
  bytes: 48_200,
};

let listed: DataExportView[];
let answer: unknown;

beforeAll(async () => {
  await speak('en');
  await speakMore(dataExportsWords);
});
beforeEach(() => {
  listed = [];
  answer = 'Done';
  post.mockReset();
  download.mockReset();
  jest.mocked(files.saveFile).mockReset();
  post.mockImplementation(async (path: string) => {
    if (path === 'user/data_exports') return listed;
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

function show(): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <DataExports />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Presses the button of the file, and says who saves it. */
async function save(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

const sent = () => post.mock.calls.filter(([path]) => path === 'user/data_exports/add').map(([, fields]) => fields);

it('is asked for with the fund password, and what is refused stands at the field', async () => {
  show();
  await screen.findByText('You have not asked for a file yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for the file' }));
  answer = new api.CallFailed('refused', 'Wrong fund password', 'account.fund-password-wrong');
  await userEvent.type(screen.getByLabelText('Fund password'), '582913');
  await userEvent.click(screen.getByRole('button', { name: 'Ask for the file' }));
  expect(await screen.findByText('Wrong fund password')).toBeTruthy();
  answer = 'Done';
  listed = [{ ...READY, state: 'waiting', ready_at: '', expires_at: '', bytes: 0 }];
  await userEvent.click(screen.getByRole('button', { name: 'Ask for the file' }));
  expect(await screen.findByText('Being made')).toBeTruthy();
  expect(sent()).toEqual([{ pay_password: '582913' }, { pay_password: '582913' }]);
  // One at a time.
  expect(screen.getByRole('button', { name: 'Ask for the file' })).toHaveProperty('disabled', true);
});

it.each([
  ['is asked for', 'Ask for the file'],
  ['is saved', 'Save'],
])(
  'that %s with a fund password which only the login has set says so at the field, with the way on',
  async (_what, act) => {
    listed = [READY];
    const words = 'Set it again with a code first';
    const refusal = new api.CallFailed('refused', words, 'account.fund-password-plain');
    download.mockRejectedValue(refusal);
    answer = refusal;
    show();
    await userEvent.click(await screen.findByRole('button', { name: act }));
    await userEvent.type(screen.getByLabelText('Fund password'), '582913');
    await userEvent.click(screen.getByRole('button', { name: act }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    const way = screen.getByRole('link', { name: 'Change fund password' });
    expect(way.getAttribute('href')).toBe('/pages/settings/security/changePayPassword');
  },
);

it('is saved under the name that the server gives it', async () => {
  listed = [READY];
  const content = new Blob(['{}']);
  download.mockResolvedValue({ name: 'account-1-7.json', content });
  show();
  await save();
  await waitFor(() => expect(files.saveFile).toHaveBeenCalledWith('account-1-7.json', content));
  // The password stands in no address.
  expect(download).toHaveBeenCalledWith(
    'user/data_exports/file',
    { id: '7', pay_password: '582913' },
    { isPosted: true },
  );
  expect(await screen.findByText('48 kB')).toBeTruthy();
});

it('is not saved with a wrong fund password, which is said at the field, and saved with the right one', async () => {
  listed = [READY];
  download.mockRejectedValueOnce(new api.CallFailed('refused', 'Wrong fund password', 'account.fund-password-wrong'));
  download.mockResolvedValue({ name: 'account-1-7.json', content: new Blob(['{}']) });
  show();
  await save();
  expect(await screen.findByText('Wrong fund password')).toBeTruthy();
  expect(files.saveFile).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(files.saveFile).toHaveBeenCalledTimes(1));
});

it('that has gone meanwhile says so above the button', async () => {
  listed = [READY];
  download.mockRejectedValue(new api.CallFailed('refused', 'There is no such file any more', 'data-export.unknown'));
  show();
  await save();
  expect((await screen.findByRole('alert')).textContent).toBe('There is no such file any more');
});

it.each([
  ['failed', 'Could not be made'],
  ['gone', 'No longer kept'],
])('that is %s has no button to save it, and another can be asked for', async (state, words) => {
  listed = [{ ...READY, state }];
  show();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ask for the file' })).toHaveProperty('disabled', false);
});

it('that is too large says who makes it', async () => {
  listed = [{ ...READY, state: 'too-large', ready_at: '', expires_at: '', bytes: 0 }];
  show();
  expect(await screen.findByText('Too large for a file')).toBeTruthy();
  expect(screen.getByText(/Please ask support/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
