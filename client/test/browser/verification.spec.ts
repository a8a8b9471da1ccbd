import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { button, field, link, MoneyWorld, type Person, photoFile } from './money-world.js';
import { soon } from './product.js';

const LIN: Person = {
  email: 'lin.berg@example.com',
  name: 'Lin Berg',
  country: ['swed', 'Sweden'],
  idNumber: 'AA1234567',
  address: 'Storgatan 1, Stockholm',
};
/** As an iPhone writes photos: HEVC in HEIF, from a picture of our own. Chromium cannot draw it. */
const HEIC = join(__dirname, 'card.heic');

/** Both levels, decided by a reviewer in the desk's own pages. */
describe('a verification, in the browser', () => {
  let world: MoneyWorld;

  beforeAll(async () => {
    world = await MoneyWorld.open();
  }, 120_000);

  afterAll(() => world?.close());

  async function openCase(desk: Page, level: RegExp): Promise<void> {
    await world.go(desk, '/ops/verification');
    await desk.locator('.desk-row').filter({ hasText: level }).click();
    await button(desk, 'Claim').click();
    await desk.getByText(/^Yours for another/).waitFor();
  }

  /** The picture that the desk shows has loaded and is one. */
  const isDrawn = (desk: Page, name: string) =>
    desk
      .getByRole('img', { name })
      .first()
      .evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth));

  /** What was typed at the basic level stands beside the photos of the advanced one, in one look. */
  async function expectTypedBeside(desk: Page): Promise<void> {
    const typed = desk.locator('.desk-typed');
    const fact = (word: string) =>
      typed.locator('dl > div').filter({ has: desk.locator('dt').and(desk.getByText(word, { exact: true })) });
    const facts = [
      ['Full name', LIN.name],
      ['Number of the ID', LIN.idNumber],
      ['Country', 'Sweden'],
      ['Address', LIN.address],
    ] as const;
    for (const [word, text] of facts) await fact(word).getByText(text).waitFor();
    // Whichever of the photos is looked at, name and number are in sight to the left of it.
    for (const name of ['Front of the ID', 'Person with the ID']) {
      const photo = desk.getByRole('img', { name }).first();
      const isBeside = () =>
        photo.evaluate((picture) => {
          picture.scrollIntoView({ block: 'center', behavior: 'instant' });
          const shown = picture.getBoundingClientRect();
          return [...document.querySelectorAll('.desk-typed strong, .desk-typed code')].map((text) => {
            const own = text.getBoundingClientRect();
            return own.right <= shown.left && own.top >= 0 && own.bottom <= window.innerHeight;
          });
        });
      await soon(async () => expect(await isBeside()).toEqual([true, true]));
    }
  }

  it('goes from a HEIC photo over one that is sent back to verified', async () => {
    const { page, context, complaints } = await world.phone();
    await world.register(page, LIN);
    await world.handInBasics(page, LIN);
    const { page: desk, context: deskContext, complaints: deskComplaints, login } = await world.desk('', 'reviewer');
    await openCase(desk, /Lin Berg/);
    await button(desk, 'Approve the person').click();
    await desk.locator('.desk-detail').getByText('To check → Verified').waitFor();

    await world.go(page, '/pages/verification/advanced');
    const inputs = page.locator('input[type=file]');
    await inputs.nth(0).setInputFiles(HEIC);
    await page.getByText('This browser cannot show the photo. It is uploaded all the same.').waitFor();
    await page.getByText('Replace').first().waitFor();
    await inputs.nth(1).setInputFiles(await photoFile('#552244'));
    await page.getByText('Replace').nth(1).waitFor();
    await inputs.nth(2).setInputFiles(await photoFile('#335522'));
    await page.getByText('Replace').nth(2).waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await page.getByText('Under review').waitFor();

    await openCase(desk, /Advanced/);
    // The HEIC photo is a JPEG by now, as large as it was.
    expect(await isDrawn(desk, 'Front of the ID')).toBe(640);
    expect(await isDrawn(desk, 'Person with the ID')).toBe(1800);
    await expectTypedBeside(desk);
    await button(desk, 'Reject with a reason').click();
    await field(desk, 'Reason').fill('One photo is not usable');
    await button(desk, 'Reject').click();
    await desk.getByText('Say of one photo at least why it is to be taken again').waitFor();
    await soon(async () => expect(await field(desk, 'Reason').inputValue()).toBe('One photo is not usable'));
    await field(desk, 'Why take it again: Person with the ID').fill('Your face is covered');
    await button(desk, 'Reject').click();
    const detail = desk.locator('.desk-detail');
    await detail.getByText('Rejected', { exact: true }).first().waitFor();
    await detail.getByText('Accepted', { exact: true }).nth(1).waitFor();
    await detail.getByText(`by ${login}`).first().waitFor();

    await link(page, 'Retake the rejected photos').click();
    await page.getByText('Please take it again: Your face is covered').waitFor();
    await soon(async () => expect(await inputs.count()).toBe(1));
    await inputs.nth(0).setInputFiles(await photoFile('#113355'));
    await page.getByText('Replace').waitFor();
    await button(page, 'Submit for review').click();
    await page.waitForURL('**/pages/verification/index');
    await openCase(desk, /Advanced/);
    await expectTypedBeside(desk);
    await button(desk, 'Approve the person').click();
    await page.getByText('Verified', { exact: true }).nth(1).waitFor();
    expect(complaints).toEqual([]);
    expect(deskComplaints).toEqual([]);
    await context.close();
    await deskContext.close();
  }, 240_000);
});
