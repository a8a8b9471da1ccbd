import { FakeClock } from '../../test/fakes/fake-clock.js';
import { PushService } from '../../test/fakes/push-service.js';
import type { Config, Configuration } from '../config/config.js';
import { Breakers, DependencyAway } from '../health/breaker.js';
import { HealthRegistry } from '../health/health.registry.js';
import { Metrics } from '../metrics/metrics.js';
import { type PushMessage, PushSender } from './push-sender.js';
import { newWebPushKey } from './web-push-key.js';

const MESSAGE: PushMessage = {
  payload: JSON.stringify({ tag: 'a', title: 'b', body: 'c', path: '/pages/d' }),
  ttlSeconds: 60,
  topic: 'a',
  isUrgent: false,
};
let service: PushService;
beforeAll(async () => {
  service = await PushService.open();
});
afterAll(() => service?.close());

function aSender(values: Partial<Configuration> = {}) {
  const clock = new FakeClock();
  const settings = {
    NODE_ENV: 'test',
    PROVIDERS_MAY_BE_PRIVATE: 'auto',
    WEB_PUSH_SERVICES: ['127.0.0.1'],
    WEB_PUSH_SUBJECT: '',
    WEB_PUSH_PRIVATE_KEY: newWebPushKey(),
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_FROM: 'no-reply@trade.example',
    ...values,
  } as Configuration;
  const breakers = new Breakers(clock, new HealthRegistry(), new Metrics());
  return { clock, sender: new PushSender({ values: settings } as Config, breakers) };
}

it('leaves a service alone that has failed five times in a row, and goes on after a while', async () => {
  const { sender, clock } = aSender();
  const browser = service.aBrowser();
  browser.answers.push(...Array.from({ length: 5 }, () => ({ status: 503 })));
  for (let number = 0; number < 5; number += 1)
    await expect(sender.send(browser.subscription, MESSAGE)).rejects.toThrow('answered 503');
  await expect(sender.send(browser.subscription, MESSAGE)).rejects.toThrow(DependencyAway);
  expect(browser.asked).toBe(5);
  clock.advance(30_000);
  expect(await sender.send(browser.subscription, MESSAGE)).toEqual({ is: 'sent' });
  expect(browser.asked).toBe(6);
});

it('what one browser is refused, or a name that nobody has, keeps others from nothing', async () => {
  const { sender } = aSender({ WEB_PUSH_SERVICES: ['*'] });
  const [refused, other] = [service.aBrowser(), service.aBrowser()];
  refused.answers.push(...Array.from({ length: 8 }, () => ({ status: 400 })));
  for (let number = 0; number < 8; number += 1) {
    expect(await sender.send(refused.subscription, MESSAGE)).toEqual({ is: 'refused' });
    const nobody = { ...other.subscription, endpoint: 'https://nobody.invalid/x' };
    await expect(sender.send(nobody, MESSAGE)).rejects.toThrow();
  }
  expect(await sender.send(other.subscription, MESSAGE)).toEqual({ is: 'sent' });
});

describe('where services stand on the open network', () => {
  const { sender } = aSender({ WEB_PUSH_SERVICES: ['*'], PROVIDERS_MAY_BE_PRIVATE: 'false' });

  it('a name that leads inwards is not called', async () => {
    const browser = service.aBrowser();
    const endpoint = new URL(browser.endpoint);
    const inwards = { ...browser.subscription, endpoint: `https://localhost${endpoint.pathname}` };
    await expect(sender.send(inwards, MESSAGE)).rejects.toThrow('no machine on the open network');
    expect(browser.asked).toBe(0);
  });

  it('nor a number', async () => {
    const browser = service.aBrowser();
    expect(await sender.send(browser.subscription, MESSAGE)).toEqual({ is: 'gone' });
    expect([browser.asked, sender.takes(browser.endpoint)]).toEqual([0, false]);
  });
});

it.each([
  [{ WEB_PUSH_SERVICES: [] }, false],
  [{ WEB_PUSH_PRIVATE_KEY: '' }, false],
  [{}, true],
] as const)('%o: there is Web Push: %s', (values, is) => {
  const { sender } = aSender(values as Partial<Configuration>);
  expect(sender.publicKey !== null).toBe(is);
});
