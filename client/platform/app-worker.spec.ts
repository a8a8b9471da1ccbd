import { workingWorker } from './app-worker';

class FakeWorker extends EventTarget {
  state = 'installing';

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const register = jest.fn();
const installing = (worker: FakeWorker) => ({ active: null, waiting: null, installing: worker });
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeAll(() => Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } }));
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'));
beforeEach(() => register.mockReset());

describe('the worker of the app', () => {
  it('that cannot be installed leaves nobody waiting, and is tried again by the next who asks', async () => {
    const [broken, sound] = [new FakeWorker(), new FakeWorker()];
    const registration = installing(sound);
    register.mockResolvedValueOnce(installing(broken)).mockResolvedValueOnce(registration);
    const first = workingWorker();
    await turn();
    broken.become('redundant');
    expect(await first).toBeNull();
    const second = workingWorker();
    await turn();
    sound.become('installed');
    sound.become('activated');
    expect(await second).toBe(registration);
    expect(register).toHaveBeenCalledTimes(2);
  });
});
