import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { NoticeView } from '../../../../server/contract/account/account.dto';
import type { AccountEvent } from '../../../../server/contract/events.dto';
import { speak } from '../../../languages';
import { serverNow } from '../../../platform/server-clock';
import { Toasts } from '../../../ui/toast';
import { readNotices } from './event-centre.api';
import EventToasts from './event-toasts';

let tell: (event: AccountEvent<'notice'>) => void = () => undefined;
jest.mock('../../../platform/use-account-events', () => ({
  onAccountEvent: (_kind: string, listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  },
}));
jest.mock('./event-centre.api', () => ({
  ...jest.requireActual('./event-centre.api'),
  readNotices: jest.fn(),
}));
const read = jest.mocked(readNotices);

let written: NoticeView[] = [];

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

/** The newest come first, as the server has them. */
function happen(...contents: string[]): void {
  for (const content of contents) {
    const id = written.length + 1;
    written = [{ id, kind: 'order-bought', content, sub_account: '', created_time: '' }, ...written];
    const payload = {
      entity: `notice:${id}`,
      entityVersion: 1,
      noticeId: String(id),
      notice: 'order-bought',
      parameters: {},
    };
    act(() => tell({ sequence: id, kind: 'notice', at: serverNow(), payload }));
  }
}

const lines = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeAll(() => speak('en'));
beforeEach(() => {
  jest.useFakeTimers();
  written = [];
  read.mockImplementation(async () => ({ list: written.slice(0, 20), count: written.length, page: 1, limit: 20 }));
  render(
    <MemoryRouter>
      <Toasts />
      <EventToasts />
      <Place />
    </MemoryRouter>,
  );
});
afterEach(async () => {
  await pass(20_000);
  jest.useRealTimers();
});

describe('what has happened', () => {
  it('is said by its words, up to three at once', async () => {
    happen('Bought 1', 'Bought 2', 'Bought 3');
    await pass(600);
    expect(lines()).toEqual(['Bought 1', 'Bought 2', 'Bought 3']);
    expect(read).toHaveBeenCalledTimes(1);
    await pass(6000);
    expect(lines()).toEqual([]);
  });

  it('in a burst is said by the words of the newest, and of all others how many there are', async () => {
    happen(...Array.from({ length: 40 }, (_, place) => `Bought ${place + 1}`));
    await pass(600);
    expect(lines()).toEqual(['Bought 39', 'Bought 40', 'More notices: 38']);
  });

  it('leads to the page of all notices', async () => {
    happen(...Array.from({ length: 7 }, (_, place) => `Bought ${place + 1}`));
    await pass(600);
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('link', { name: 'More notices: 5' }));
    expect(screen.getByTestId('place').textContent).toBe('/pages/notice/index?kind=own');
    expect(lines()).toEqual(['Bought 6', 'Bought 7']);
  });

  it('is counted on while more comes, and from the beginning when that was gone', async () => {
    happen('Bought 1', 'Bought 2', 'Bought 3', 'Bought 4');
    await pass(600);
    happen('Bought 5', 'Bought 6');
    await pass(600);
    expect(lines()).toEqual(['Bought 3', 'Bought 4', 'More notices: 4']);
    await pass(7000);
    happen('Bought 7');
    await pass(600);
    expect(lines()).toEqual(['Bought 7']);
  });

  it('is counted where its words cannot be read, and where the same words stand there already', async () => {
    read.mockRejectedValueOnce(new Error('away'));
    happen('Bought 1', 'Bought 2');
    await pass(600);
    expect(lines()).toEqual(['More notices: 2']);
    await pass(7000);
    happen('Bought 1', 'Bought 1');
    await pass(600);
    expect(lines()).toEqual(['Bought 1', 'More notices: 1']);
  });
});
