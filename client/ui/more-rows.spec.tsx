import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { speak } from '../languages';
import { MoreRows } from './more-rows';

/** Observers that say when they are told to that their element is on the screen. */
let watching: (() => void)[] = [];
const real = globalThis.IntersectionObserver;

class FakeObserver {
  private readonly intersect: () => void;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.intersect = () => callback([{ isIntersecting: true }]);
  }
  observe(): void {
    watching.push(this.intersect);
  }
  disconnect(): void {
    watching = watching.filter((intersect) => intersect !== this.intersect);
  }
}

beforeAll(async () => {
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  await speak('en');
});
afterAll(() => Object.assign(globalThis, { IntersectionObserver: real }));

const onMore = jest.fn();
beforeEach(() => {
  onMore.mockReset();
  watching = [];
});

const foot = (change: { hasMore?: boolean; loading?: boolean; failed?: boolean; pages?: number }) => (
  <MantineProvider env="test">
    <MoreRows hasMore loading={false} failed={false} pages={1} {...change} onMore={onMore} />
  </MantineProvider>
);
const seen = () => act(() => watching.forEach((intersect) => intersect()));

it('asks once for the next page when its foot is seen, and again after that page', () => {
  const { rerender } = render(foot({}));
  seen();
  seen();
  expect(onMore).toHaveBeenCalledTimes(1);
  rerender(foot({ loading: true }));
  seen();
  expect(onMore).toHaveBeenCalledTimes(1);
  // A page may have brought nothing that is shown, so that the foot never left the screen.
  rerender(foot({ pages: 2 }));
  seen();
  expect(onMore).toHaveBeenCalledTimes(2);
});

it('asks for nothing at the end, and says that it is the end', () => {
  render(foot({ hasMore: false }));
  expect(watching).toEqual([]);
  expect(screen.getByText('That is all')).toBeTruthy();
});

it('does not try again by itself after a failure', async () => {
  render(foot({ failed: true }));
  expect(watching).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe('More could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onMore).toHaveBeenCalledTimes(1);
});
