import { render, screen } from '@testing-library/react';
import { late } from './late';

it('tries again after a failure, and when the network is back, without harm to what is around it', async () => {
  const failures = [new Error('cut'), new Error('still cut')];
  const load = jest.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return ({ name }: { name: string }) => <p>{`Here is ${name}`}</p>;
  });
  const Part = late(load, <p>Soon</p>);
  render(
    <div>
      <p>Around</p>
      <Part name="the chart" />
    </div>,
  );
  await screen.findByText('Soon');
  window.dispatchEvent(new Event('online'));
  await screen.findByText('Here is the chart', undefined, { timeout: 15_000 });
  expect(screen.getByText('Around')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(3);
});

it('is there at once when it was drawn before', async () => {
  const Part = late(async () => () => <p>Chart</p>);
  const { unmount } = render(<Part />);
  await screen.findByText('Chart');
  unmount();
  render(<Part />);
  expect(screen.getByText('Chart')).toBeTruthy();
});
