import { FakeClock } from '../../test/fakes/fake-clock.js';
import { PushService } from '../../test/fakes/push-service.js';
import type { Config, Configuration } from '../config/config.js';
import { Breakers, DependencyAway } from '../health/breaker.js';
import { HealthRegistry } from '../health/health.registry.js';
import { Metrics } from '../metrics/metrics.js';
import { PushHosts } from './push-hosts.js';
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
  const health = new HealthRegistry();
  const breakers = new Breakers(clock, health, new Metrics());
  return { clock, health, sender: new PushSender({ values: settings } as Config, breakers, clock) };
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

it('leaves one host of a service alone and no other', async () => {
  const { sender } = aSender({ WEB_PUSH_SERVICES: ['*'] });
  const [failing, other] = [service.aBrowser(), service.aBrowser()];
  // The same machine by another name.
  const made = { ...failing.subscription, endpoint: failing.endpoint.replace('127.0.0.1', 'localhost') };
  failing.answers.push(...Array.from({ length: 5 }, () => ({ status: 503 })));
  for (let number = 0; number < 5; number += 1)
    await expect(sender.send(made, MESSAGE)).rejects.toThrow('answered 503');
  await expect(sender.send(made, MESSAGE)).rejects.toThrow(DependencyAway);
  expect(await sender.send(other.subscription, MESSAGE)).toEqual({ is: 'sent' });
});

describe('a service is away', () => {
  const MINUTE_MS = 60_000;

  function aService() {
    const [clock, health, metrics] = [new FakeClock(), new HealthRegistry(), new Metrics()];
    const hosts = new PushHosts(new Breakers(clock, health, metrics), clock);
    const fails = async (host: string) => {
      for (let number = 0; number < 5; number += 1)
        await hosts
          .breaker('*', host)
          .call(() => Promise.reject(new Error('no answer')))
          .catch(() => undefined);
    };
    const takes = async (host: string) => {
      await hosts.breaker('*', host).call(() => Promise.resolve());
      hosts.took('*', host);
    };
    /** What the figure and the readiness say, which are the same. */
    const isAway = async () => {
      const figure = /^gateway_dependency_away\{dependency="push-any"\} (\d)$/m.exec(await metrics.text())?.[1];
      const part = (await health.ask())['push-any'];
      expect([part?.state, part?.detail?.leftAlone]).toEqual(figure === '1' ? ['degraded', true] : ['ok', false]);
      return figure === '1';
    };
    return { clock, hosts, fails, takes, isAway };
  }

  it('while the host that people use is left alone, at once, although it took messages until now', async () => {
    const { fails, takes, isAway, clock } = aService();
    await takes('real');
    expect(await isAway()).toBe(false);
    await fails('real');
    expect(await isAway()).toBe(true);
    clock.advance(MINUTE_MS);
    await takes('real');
    expect(await isAway()).toBe(false);
  });

  it('not by a host that somebody made up, while another one takes messages', async () => {
    const { fails, takes, isAway, clock } = aService();
    await takes('real');
    await fails('made-up');
    expect(await isAway()).toBe(false);
    // Nobody else has sent anything for an hour, and the one that was made up is asked again.
    clock.advance(60 * MINUTE_MS);
    await fails('made-up');
    expect(await isAway()).toBe(false);
    clock.advance(1);
    expect(await isAway()).toBe(true);
    await takes('real');
    expect(await isAway()).toBe(false);
  });

  it('not by a host that nobody asks any more: it is forgotten by time alone', async () => {
    const { hosts, fails, isAway, clock } = aService();
    await fails('made-up');
    const failed = hosts.breaker('*', 'made-up');
    clock.advance(10 * MINUTE_MS);
    expect(await isAway()).toBe(true);
    // It is asked, in vain: it goes on resting, and is remembered for so long again.
    expect(hosts.breaker('*', 'made-up')).toBe(failed);
    clock.advance(10 * MINUTE_MS);
    expect(await isAway()).toBe(true);
    clock.advance(1);
    expect(await isAway()).toBe(false);
    const anew = hosts.breaker('*', 'made-up');
    expect([anew === failed, anew.isOpen, anew.failuresInARow]).toEqual([false, false, 0]);
  });

  it('and a host that works is not forgotten by time', async () => {
    const { hosts, takes, clock } = aService();
    await takes('real');
    const works = hosts.breaker('*', 'real');
    clock.advance(30 * MINUTE_MS);
    expect([hosts.breaker('*', 'real') === works, hosts.isTaking('*', 'real')]).toEqual([true, true]);
  });
});

it('keeps so many hosts of a service in mind, and of one that was forgotten no failure', () => {
  const clock = new FakeClock();
  const health = new HealthRegistry();
  const hosts = new PushHosts(new Breakers(clock, health, new Metrics()), clock);
  const first = hosts.breaker('*', 'host0');
  hosts.took('*', 'host0');
  for (let number = 1; number < 100; number += 1) hosts.breaker('*', `host${number}`);
  expect([hosts.breaker('*', 'host0') === first, hosts.isTaking('*', 'host0')]).toEqual([true, true]);
  for (let number = 100; number < 199; number += 1) hosts.breaker('*', `host${number}`);
  expect(hosts.breaker('*', 'host0') === first).toBe(true);
  for (let number = 200; number < 300; number += 1) hosts.breaker('*', `host${number}`);
  expect([hosts.isTaking('*', 'host0'), hosts.breaker('*', 'host0') === first]).toEqual([false, false]);
  // Those of another service take none of these places.
  const mine = hosts.breaker('fcm.example', 'fcm.example');
  for (let number = 0; number < 200; number += 1) hosts.breaker('*', `host${number}`);
  expect(hosts.breaker('fcm.example', 'fcm.example')).toBe(mine);
});

it('a host counts as well for an hour after it took a message', async () => {
  const { sender, clock } = aSender();
  const browser = service.aBrowser();
  expect(sender.isTaking(browser.endpoint)).toBe(false);
  browser.answers.push({ status: 400 });
  await sender.send(browser.subscription, MESSAGE);
  expect(sender.isTaking(browser.endpoint)).toBe(false);
  await sender.send(browser.subscription, MESSAGE);
  expect(sender.isTaking(browser.endpoint)).toBe(true);
  clock.advance(3_600_001);
  expect(sender.isTaking(browser.endpoint)).toBe(false);
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
