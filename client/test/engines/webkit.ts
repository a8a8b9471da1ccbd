import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver';
import { eventually, freePort, PHONE, stopProcess } from '../browser/product.js';
import type { Engine, Key } from './engine.js';

const KEYS: Record<Key, string> = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  Space: Keys.SPACE,
  ArrowRight: Keys.ARROW_RIGHT,
};

export interface WebKitPrograms {
  /** WebKitWebDriver. */
  driver: string;
  /** The smallest browser of WebKitGTK, which Debian keeps beside its library. */
  browser: string;
  /** An X server without a screen. */
  display: string;
}

/** The window is no narrower than what its bar needs, which is more than a phone has: all of that is made as small as can be. */
const SMALL_BAR = 'window * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }';
/** As people who want no motion have it. */
const STILL = '[Settings]\ngtk-enable-animations=0\n';

/** Settings of the toolkit, which the engine goes by, in a folder of their own. */
function toolkitSettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/gtk.css'), SMALL_BAR);
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), STILL);
  return folder;
}

/**
 * So small that its middle, where the pointer begins, lies in the window: with nobody to manage windows, the one below the pointer has
 * the focus, and without it the engine has no keyboard and shows no focus.
 */
const SCREEN = '600x900x24';

/** WebKitGTK over WebDriver. It has no headless mode, and draws on a display of its own. */
export async function openWebKit({ driver, browser, display }: WebKitPrograms): Promise<Engine> {
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const port = await freePort();
  const settings = toolkitSettings();
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      GDK_BACKEND: 'x11',
      XDG_CONFIG_HOME: settings,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // Where the tests are root, as in a container, there are no user namespaces to lock it up in.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const end = async () => {
    for (const process of [server, screen]) await stopProcess(process);
    rmSync(settings, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await eventually(
      async () => (await fetch(`${address}/status`).catch(() => null))?.ok === true,
      'the driver answers',
    );
    return await opened(address, browser, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function opened(address: string, binary: string, end: () => Promise<void>): Promise<Engine> {
  const session: WebDriver = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  const set = (width: number, height: number) => session.manage().window().setRect({ x: 0, y: 0, width, height });
  await set(PHONE.width, PHONE.height);
  const [width, height] = await session.executeScript<[number, number]>('return [innerWidth, innerHeight]');
  // What the window has around its page is known only once there is one.
  await set(PHONE.width + (PHONE.width - width), PHONE.height + (PHONE.height - height));
  expect(await session.executeScript('return [innerWidth, innerHeight]')).toEqual([PHONE.width, PHONE.height]);
  const run = <T>(source: string, parameters: unknown[]) =>
    session.executeScript<T>(`return (${source})(...arguments)`, ...parameters);
  return {
    goto: (url) => session.get(url),
    back: () => session.navigate().back(),
    evaluate: (source, ...parameters) => run(source, parameters),
    press: async (finder, ...parameters) => {
      const element = await run<WebElement | null>(finder, parameters);
      if (!element) return false;
      // Its driver scrolls no further than needed, which may be below the bar at the foot of the page; a hand scrolls on.
      await session.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element).catch(() => null);
      return element.click().then(
        () => true,
        // It went, or something lies above it: whoever asks looks again.
        () => false,
      );
    },
    type: async (text) => {
      await session.switchTo().activeElement().sendKeys(text);
    },
    key: (key) => session.actions().sendKeys(KEYS[key]).perform(),
    paste: () => session.actions().keyDown(Keys.CONTROL).sendKeys('v').keyUp(Keys.CONTROL).perform(),
    isFocused: async (role, name) => {
      const focused = session.switchTo().activeElement();
      return (await focused.getAriaRole()) === role && (await focused.getAccessibleName()) === name;
    },
    picture: async (path) => writeFileSync(path, await session.takeScreenshot(), 'base64'),
    choose: async (finder, path) => {
      const element = await run<WebElement | null>(finder, []);
      if (!element) throw new Error('There is no input for a file.');
      await element.sendKeys(path);
    },
    close: async () => {
      await session.quit();
      await end();
    },
  };
}
