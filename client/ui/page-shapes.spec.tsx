import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../languages';
import { PageLoading } from './page-loading';
import { asMarkup, shapeOf } from './page-shapes';

const opened = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <PageLoading />
    </MemoryRouter>,
  ).container.querySelector('.shape');

describe('the shape of a page', () => {
  beforeAll(() => speak('en'));

  it('is drawn by the page as the document had it, but for the tabs, which the frame has', () => {
    for (const path of ['/pages/index/index', '/pages/trade/index', '/pages/transfer/index', '/pages/notice/index']) {
      expect(opened(path)?.outerHTML).toBe(asMarkup(shapeOf(path, 'page')));
    }
  });

  it('has tabs where the page has them, and no header where one stands already', () => {
    const has = (path: string, extent?: 'body') => {
      const markup = asMarkup(shapeOf(path, extent));
      return [markup.includes('<header'), markup.includes('<footer')];
    };
    expect(has('/pages/account/index')).toEqual([true, true]);
    expect(has('/pages/contract/index')).toEqual([true, true]);
    expect(has('/pages/user/login/login')).toEqual([true, false]);
    expect(has('/pages/trade/index', 'body')).toEqual([false, false]);
  });

  it('has them at the side alone where there is no room below the page', () => {
    const isAside = (path: string) => asMarkup(shapeOf(path)).includes('<footer class="shape-aside"');
    expect(['/pages/transfer/index', '/pages/otc/index'].every(isAside)).toBe(true);
    expect(['/pages/account/index', '/', '/pages/user/login/register'].some(isAside)).toBe(false);
  });

  it('keeps the place of the two buttons where something is traded with a ticket, and nowhere else', () => {
    const hasButtons = (path: string) => asMarkup(shapeOf(path)).includes('shape-go');
    expect(['/pages/trade/index', '/pages/contract/index'].every(hasButtons)).toBe(true);
    expect(['/pages/option/index', '/', '/pages/transfer/index'].some(hasButtons)).toBe(false);
  });

  it('carries no style of its own, which the page would not be allowed', () => {
    expect(asMarkup(shapeOf('/'))).not.toContain('style');
  });
});
