import type { Locator, Page } from 'playwright-core';

/** The boxes of a code, one for each digit; each field of them is a group of its own. */
export const codeBoxes = (page: Page, label = 'Verification code'): Locator =>
  page.getByRole('group', { name: label, exact: true }).getByRole('textbox');

/** As the phone fills in a code of a message: what comes into the first box at once goes on into the others. */
export const fillCode = (page: Page, code: string, label?: string): Promise<void> =>
  codeBoxes(page, label).first().fill(code);

/** Text that was copied somewhere. */
export const pasteCode = (page: Page, text: string, label?: string): Promise<void> =>
  codeBoxes(page, label)
    .first()
    .evaluate((box, copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);

export const filledCode = (page: Page, label?: string): Promise<string> =>
  codeBoxes(page, label).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''));
