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

const emit = (orderId: string) => listener?.({ payload: { orderId } });
const is = (wanted: string) => (payload: object) => (payload as { orderId: string }).orderId === wanted;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('what is told of a command', () => {
  it('is found when it came before the answer', async () => {
    const subscription = awaitEvent('fill');
    emit('1');
    emit('2');
    await expect(subscription.first(is('2'))).resolves.toMatchObject({ orderId: '2' });
  });

  it('is waited for when it comes afterwards', async () => {
    const subscription = awaitEvent('fill');
    const found = subscription.first(is('3'));
    emit('1');
    emit('3');
    await expect(found).resolves.toMatchObject({ orderId: '3' });
  });

  it('is nothing when it does not come, and nobody listens after the end', async () => {
    const subscription = awaitEvent('fill');
    const found = subscription.first(is('3'));
    jest.advanceTimersByTime(2000);
    await expect(found).resolves.toBeNull();
    subscription.end();
    expect(listener).toBeNull();
  });
});
