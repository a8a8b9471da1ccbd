import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../languages';
import { lazyPage, PageNotLoaded } from './lazy-page';

beforeAll(() => speak('en'));

class Boundary extends Component<{ children: ReactNode }, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null };
  static getDerivedStateFromError = (failure: Error) => ({ failure });
  override render = () =>
    this.state.failure instanceof PageNotLoaded ? <p>The page did not arrive</p> : this.props.children;
}

it('says that its files did not arrive, and fetches them again when it is opened again', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const failures = [new Error('cut')];
  const load = jest.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return { default: () => <p>Here is the page</p> };
  });
  const page = lazyPage(load);
  const first = render(<Boundary>{page}</Boundary>);
  await screen.findByText('The page did not arrive');
  first.unmount();
  render(<Boundary>{page}</Boundary>);
  await screen.findByText('Here is the page');
  expect(load).toHaveBeenCalledTimes(2);
  errors.mockRestore();
});

it('is there at once when it was opened before, and its files are fetched once', async () => {
  const load = jest.fn(async () => ({ default: () => <p>Here is the page</p> }));
  const page = lazyPage(load);
  const first = render(page);
  await screen.findByText('Here is the page');
  first.unmount();
  render(page);
  expect(screen.getByText('Here is the page')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is drawn when its files arrive after the indicator is drawn and before they are waited for', async () => {
  let arrive = () => {};
  const files = new Promise<{ default: () => ReactNode }>((resolve) => {
    arrive = () => resolve({ default: () => <p>Here is the page</p> });
  });
  const page = lazyPage(() => files);
  // The first opening fetches the files and is left before they arrive.
  render(page).unmount();
  // Layout effects run with the drawing; what waits for the files runs in a later task.
  const Arrival = () => {
    useLayoutEffect(arrive, []);
    return page;
  };
  // `act` would run both in one task.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  startTransition(() =>
    root.render(
      <MantineProvider>
        <Arrival />
      </MantineProvider>,
    ),
  );
  await waitFor(() => expect(place.textContent).toContain('Here is the page')).finally(() => {
    root.unmount();
    place.remove();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  });
});

it('takes the place of the shape that the document came with, without a gap', async () => {
  const page = lazyPage(() => new Promise(() => undefined));
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  place.innerHTML = '<div><div class="shape shape-list"></div></div>';
  await act(async () => createRoot(place).render(<MemoryRouter>{page}</MemoryRouter>));
  expect(place.querySelectorAll('.shape')).toHaveLength(1);
  expect(place.querySelector('main')?.dataset.follows).toBe('true');
  place.remove();
});

it('is waited for a moment before its shape is drawn where another page stood', async () => {
  jest.useFakeTimers();
  const page = lazyPage(() => new Promise(() => undefined));
  const { container } = render(<MemoryRouter>{page}</MemoryRouter>);
  expect(container.querySelector('.shape')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(container.querySelector('.shape')).not.toBeNull();
  jest.useRealTimers();
});
