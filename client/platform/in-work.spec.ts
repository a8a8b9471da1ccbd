import { attempt, CallFailed } from './api';
import { followTyping, isInWork } from './in-work';
import { enterSheet } from './sheet-history';

let stop = () => undefined as void;
const page = (path: string) => window.history.replaceState(null, '', path);
const type = (field: HTMLInputElement) => field.dispatchEvent(new Event('input', { bubbles: true }));

beforeEach(() => {
  document.body.innerHTML = '<form><input type="text" /><input type="checkbox" value="on" /></form>';
  page('/pages/home');
  stop = followTyping();
});
afterEach(() => stop());

describe('a page is in work', () => {
  it('not before anything was done on it', () => {
    expect(isInWork()).toBe(false);
  });

  it('once something was typed on it, until another page is opened', () => {
    const field = document.querySelector('input');
    if (field) type(field);
    expect(isInWork()).toBe(true);
    page('/pages/other');
    expect(isInWork()).toBe(false);
  });

  it('with what was typed before anybody looked', () => {
    stop();
    page('/pages/early');
    const field = document.querySelector('input');
    if (field) field.value = '0.5';
    stop = followTyping();
    expect(isInWork()).toBe(true);
  });

  it('while a sheet is open', () => {
    page('/pages/sheets');
    const leave = enterSheet(() => undefined);
    expect(isInWork()).toBe(true);
    leave();
    expect(isInWork()).toBe(false);
  });

  it('while a command is on its way', () => {
    page('/pages/commands');
    document.body.innerHTML = '<button data-loading="true">Buy</button>';
    expect(isInWork()).toBe(true);
    document.body.innerHTML = '<button>Buy</button>';
    expect(isInWork()).toBe(false);
  });

  it('while the server is asked, and as long as nobody knows what it did', async () => {
    page('/pages/unknown');
    let cut: (failure: CallFailed) => void = () => undefined;
    const sent = attempt(
      { idempotencyKey: 'one' },
      () =>
        new Promise((_done, failed) => {
          cut = failed;
        }),
    );
    expect(isInWork()).toBe(true);
    cut(new CallFailed('timeout', ''));
    await expect(sent).rejects.toBeInstanceOf(CallFailed);
    expect(isInWork()).toBe(true);
    await attempt({ idempotencyKey: 'one' }, async () => 'done');
    expect(isInWork()).toBe(false);
  });
});
