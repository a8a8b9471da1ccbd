import { writeFileSync } from 'node:fs';
import { type ElementHandle, launch } from 'puppeteer-core';
import { PHONE } from '../browser/product.js';
import type { Engine } from './engine.js';

/** Firefox ESR over WebDriver BiDi, which it speaks by itself. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // As people who want no motion have it.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  const call = (source: string, parameters: unknown[]) =>
    `(${source})(${parameters.map((one) => JSON.stringify(one)).join(', ')})`;
  const found = async (finder: string, parameters: unknown[]) => {
    const handle = await page.evaluateHandle(call(finder, parameters));
    return handle.asElement() as ElementHandle<HTMLElement> | null;
  };
  return {
    goto: async (address) => {
      await page.goto(address, { waitUntil: 'load' });
    },
    back: async () => {
      await page.goBack();
    },
    evaluate: async <T>(source: string, ...parameters: unknown[]) =>
      (await page.evaluate(call(source, parameters))) as T,
    press: async (finder, ...parameters) => {
      const element = await found(finder, parameters);
      if (!element) return false;
      // What is on the screen may still be below the bar at the foot of the page; a hand scrolls on.
      await element.evaluate((node) => node.scrollIntoView({ block: 'center' })).catch(() => null);
      return element.click().then(
        () => true,
        // It went, or something lies above it: whoever asks looks again.
        () => false,
      );
    },
    type: (text) => page.keyboard.type(text),
    // Of its names of keys the space bar's is what it writes.
    key: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    paste: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('v');
      await page.keyboard.up('Control');
    },
    isFocused: async (role, name) => {
      const named = await page.$$(`::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`);
      const focused = await Promise.all(named.map((one) => one.evaluate((node) => node === document.activeElement)));
      return focused.includes(true);
    },
    picture: async (path) => writeFileSync(path, await page.screenshot()),
    choose: async (finder, path) => {
      const element = await found(finder, []);
      if (!element) throw new Error('There is no input for a file.');
      await (element as unknown as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    close: () => browser.close(),
  };
}
