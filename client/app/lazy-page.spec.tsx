import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { lazyPage, PageNotLoaded } from './lazy-page';

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
