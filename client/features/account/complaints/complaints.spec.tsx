import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { ComplaintDetailView, ComplaintView } from '../../../../server/contract/account/complaints.dto';
import { speak, speakMore } from '../../../languages';
import { complaintsWords } from '../../../languages/complaints';
import { CallFailed } from '../../../platform/api';
import { ComplaintDetail } from './complaint-detail';
import { ComplaintForm } from './complaint-form';
import { ComplaintList } from './complaint-list';
import * as api from './complaints.api';

jest.mock('./complaints.api', () => ({
  ...jest.requireActual('./complaints.api'),
  readComplaints: jest.fn(),
  writeComplaint: jest.fn(),
  reopenComplaint: jest.fn(),
}));
const { readComplaints, writeComplaint, reopenComplaint } = jest.mocked(api);

const AT = Date.UTC(2026, 4, 6, 7, 8, 9);
const DAY = 86_400_000;
const RECEIVED: ComplaintView = {
  id: '17',
  subject: 'spot',
  orderNumber: 'A-1',
  state: 'received',
  receivedAt: AT,
  dueAt: AT + 15 * DAY,
  answeredAt: null,
  reopenUntil: null,
};
const ANSWERED: ComplaintDetailView = {
  ...RECEIVED,
  state: 'answered',
  dueAt: null,
  answeredAt: AT + DAY,
  reopenUntil: AT + 31 * DAY,
  entries: [
    { author: 'user', text: 'First line\nSecond line', at: AT },
    { author: 'desk', text: 'We looked again.', at: AT + DAY },
  ],
};

beforeAll(async () => {
  await speak('en');
  await speakMore(complaintsWords);
});
beforeEach(() => jest.resetAllMocks());

function show(what: ReactNode, detail?: ComplaintDetailView): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  if (detail) client.setQueryData(api.complaint(detail.id).queryKey, detail);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const listed = (rows: ComplaintView[]) => ({
  list: rows.map((row) => ({ ...row, id: Number(row.id) })),
  count: rows.length,
  limit: 20,
});

describe('the list of complaints', () => {
  it('says that there is none', async () => {
    readComplaints.mockResolvedValue(listed([]));
    show(<ComplaintList />);
    expect(await screen.findByText('You have written no complaint yet.')).toBeTruthy();
  });

  it('leads to each, with its number, its state and the day of the answer while one is due', async () => {
    readComplaints.mockResolvedValue(listed([RECEIVED, { ...ANSWERED, id: '16', state: 'closed', reopenUntil: null }]));
    show(<ComplaintList />);
    const [first, second] = await screen.findAllByRole('link');
    expect(first?.getAttribute('href')).toBe('/pages/complaints/detail?id=17');
    expect(first?.textContent).toMatch(/Spot.*Received.*No\. 17 · A-1.*Final answer by May 21, 2026/);
    expect(second?.textContent).toMatch(/Closed/);
    expect(second?.textContent).not.toMatch(/Final answer/);
  });
});

describe('a new complaint', () => {
  it('is not sent empty', async () => {
    show(<ComplaintForm onSent={jest.fn()} />);
    await userEvent.type(screen.getByLabelText('What happened'), '   ');
    await press('Send');
    expect(screen.getByRole('alert').textContent).toBe('Please say what happened');
    expect(writeComplaint).not.toHaveBeenCalled();
  });

  it('is sent with its subject and the number of an order, and its own number is handed on', async () => {
    const onSent = jest.fn();
    writeComplaint.mockResolvedValue(RECEIVED);
    show(<ComplaintForm onSent={onSent} />);
    await userEvent.selectOptions(screen.getByLabelText('What it is about'), 'Options');
    await userEvent.type(screen.getByLabelText(/Order number/), 'A-1');
    await userEvent.type(screen.getByLabelText('What happened'), ' It was settled wrongly ');
    await press('Send');
    const sent = { subject: 'option', text: 'It was settled wrongly', order_number: 'A-1' };
    expect(writeComplaint).toHaveBeenCalledWith(sent, expect.any(String));
    expect(onSent).toHaveBeenCalledWith(RECEIVED);
  });

  it('that is refused stays typed, with the words of the refusal', async () => {
    const words = 'You can write 3 complaints within 24 hours';
    writeComplaint.mockRejectedValue(new CallFailed('refused', words, 'complaints.too-many'));
    show(<ComplaintForm onSent={jest.fn()} />);
    await userEvent.type(screen.getByLabelText('What happened'), 'Again');
    await press('Send');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByLabelText<HTMLTextAreaElement>('What happened').value).toBe('Again');
  });
});

describe('a complaint', () => {
  it('that was answered is reopened with what is not settled', async () => {
    reopenComplaint.mockResolvedValue({ ...RECEIVED, state: 'reopened' });
    show(<ComplaintDetail id="17" />, ANSWERED);
    expect(screen.getByText('We looked again.')).toBeTruthy();
    expect(screen.getByText(/First line\s+Second line/)).toBeTruthy();
    expect(screen.getByText(/until Jun 6, 2026/)).toBeTruthy();
    await press('Reopen the complaint');
    await userEvent.type(screen.getByLabelText('What is not settled'), 'The price');
    await press('Send');
    expect(reopenComplaint).toHaveBeenCalledWith({ id: '17', text: 'The price' }, expect.any(String));
  });

  it('that is closed cannot be', () => {
    show(<ComplaintDetail id="17" />, { ...ANSWERED, state: 'closed', reopenUntil: null });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(/This complaint is closed/)).toBeTruthy();
  });
});
