import { awaitEvent } from './awaited-event';

type Listener = (event: { payload: { orderId: string } }) => void;
let listener: Listener | null = null;
jest.mock('./use-account-events', () => ({
  onAccountEvent: (_kind: string, heard: Listener) => {
    listener = heard;
    return () => {
      listener = null;
    };
  },
}));

const tell = (orderId: string) => listener?.({ payload: { orderId } });
const is = (wanted: string) => (payload: object) => (payload as { orderId: string }).orderId === wanted;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('what is told of a command', () => {
  it('is found when it came before the answer', async () => {
    const told = awaitEvent('fill');
    tell('1');
    tell('2');
    await expect(told.first(is('2'))).resolves.toMatchObject({ orderId: '2' });
  });

  it('is waited for when it comes afterwards', async () => {
    const told = awaitEvent('fill');
    const found = told.first(is('3'));
    tell('1');
    tell('3');
    await expect(found).resolves.toMatchObject({ orderId: '3' });
  });

  it('is nothing when it does not come, and nobody listens after the end', async () => {
    const told = awaitEvent('fill');
    const found = told.first(is('3'));
    jest.advanceTimersByTime(2000);
    await expect(found).resolves.toBeNull();
    told.end();
    expect(listener).toBeNull();
  });
});
