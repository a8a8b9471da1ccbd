import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { NoticeView } from '../../../../server/contract/account/account.dto';
import type { AccountEvent } from '../../../../server/contract/events.dto';
import { speak } from '../../../languages';
import { serverNow } from '../../../platform/server-clock';
import { toast, Toasts } from '../../../ui/toast';
import { readNotices } from './event-centre.api';
import EventToasts from './event-toasts.late';

let emit: (event: AccountEvent<'notice'>) => void = () => undefined;
jest.mock('../../../platform/use-account-events', () => ({
  onAccountEvent: (_kind: string, listener: typeof emit) => {
    emit = listener;
    return () => undefined;
  },
}));
jest.mock('./event-centre.api', () => ({
  ...jest.requireActual('./event-centre.api'),
  readNotices: jest.fn(),
}));
const read = jest.mocked(readNotices);

let written: NoticeView[] = [];
let logOut: () => void;

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
    act(() => emit({ sequence: id, kind: 'notice', at: serverNow(), payload }));
  }
}

const lines = () => [...screen.getByRole('status').children].map(({ textContent }) => textContent);
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeAll(() => speak('en'));
beforeEach(() => {
  jest.useFakeTimers();
  written = [];
  read.mockImplementation(async () => ({ list: written.slice(0, 20), count: written.length, page: 1, limit: 20 }));
  const page = (isLoggedIn: boolean) => (
    <MemoryRouter>
      <Toasts />
      {isLoggedIn && <EventToasts />}
      <Place />
    </MemoryRouter>
  );
  const { rerender } = render(page(true));
  logOut = () => rerender(page(false));
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

  it('is counted where something else takes its place before its time', async () => {
    happen('Bought 1', 'Bought 2', 'Bought 3');
    await pass(600);
    act(() => void toast('Too little money'));
    expect(lines()).toEqual(['Bought 3', 'Too little money', 'More notices: 2']);
    act(() => void toast('No connection'));
    expect(lines()).toEqual(['Too little money', 'No connection', 'More notices: 3']);
    // Those that stood there for their whole time are not counted.
    await pass(7000);
    happen('Bought 4', 'Bought 5', 'Bought 6', 'Bought 7');
    await pass(600);
    expect(lines()).toEqual(['Bought 6', 'Bought 7', 'More notices: 2']);
  });

  it('takes the place of nothing else that is said', async () => {
    act(() => ['Too little money', 'No connection', 'Copied'].forEach((words) => toast(words)));
    happen('Bought 1', 'Bought 2');
    await pass(600);
    expect(lines()).toEqual(['Too little money', 'No connection', 'Copied', 'More notices: 2']);
  });

  it('is counted from the beginning once the count was pressed', async () => {
    happen('Bought 1', 'Bought 2', 'Bought 3', 'Bought 4');
    await pass(600);
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('link', { name: 'More notices: 2' }));
    happen('Bought 5', 'Bought 6', 'Bought 7');
    await pass(600);
    expect(lines()).toEqual(['Bought 3', 'Bought 4', 'More notices: 3']);
  });

  it('fills three lines at most where reading takes long', async () => {
    const reading: (() => void)[] = [];
    read.mockImplementation(async () => {
      const list = written.slice(0, 20);
      await new Promise<void>((done) => reading.push(done));
      return { list, count: list.length, page: 1, limit: 20 };
    });
    happen('Bought 1', 'Bought 2', 'Bought 3');
    await pass(600);
    happen('Bought 4', 'Bought 5');
    await pass(600);
    await act(async () => reading.forEach((done) => done()));
    expect(lines()).toEqual(['Bought 2', 'Bought 3', 'More notices: 3']);
  });

  it('is said to nobody who has logged out, though it was being read', async () => {
    let give = () => {};
    read.mockImplementation(async () => {
      await new Promise<void>((done) => {
        give = done;
      });
      return { list: written, count: written.length, page: 1, limit: 20 };
    });
    happen('Bought 1', 'Bought 2', 'Bought 3', 'Bought 4');
    await pass(600);
    logOut();
    await act(async () => give());
    expect(lines()).toEqual([]);
  });
});
