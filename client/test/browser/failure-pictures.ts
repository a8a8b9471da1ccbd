import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';

/** A page as it stood when a test failed. */
export interface FailurePicture {
  address: string;
  /** Path of the screenshot; null where the page could not be drawn any more. */
  picture: string | null;
  /** The last errors that the page reported. */
  errors: string[];
}

/** What the test environment calls when a test has failed, before anything of it is closed. */
export type TakePictures = (folder: string, stem: string) => Promise<FailurePicture[]>;

const LAST_ERRORS = 5;
const PICTURE_MS = 10_000;
const browsers = new Set<Browser>();
const errors = new WeakMap<Page, string[]>();

/** Writes down what the browser's pages complain of, and lets them be pictured when a test fails. */
export function pictureFailuresOf(browser: Browser): Browser {
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
  browser.on('context', (context) => {
    const note = (page: Page | null, text: string) => {
      if (page) errors.set(page, [...(errors.get(page) ?? []), text].slice(-LAST_ERRORS));
    };
    context.on('weberror', (failure) => note(failure.page(), failure.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') note(message.page(), message.text());
    });
  });
  return browser;
}

async function picture(page: Page, path: string): Promise<FailurePicture> {
  const taken = await page.screenshot({ path, timeout: PICTURE_MS }).then(
    () => path,
    () => null,
  );
  return { address: page.url(), picture: taken, errors: errors.get(page) ?? [] };
}

const takePictures: TakePictures = async (folder, stem) => {
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  const pictures: FailurePicture[] = [];
  for (const [at, page] of pages.entries()) pictures.push(await picture(page, join(folder, `${stem}-${at + 1}.png`)));
  return pictures;
};

Object.assign(globalThis, { takePictures });
