import { listedMarket } from '../../../test/samples/markets';
import { search } from './search';

/** One that the desk has listed since the names were written: it has its code and the one name that the server says. */
const NEW = listedMarket('ZYX', { name: 'Zypher 西风币' });
const found = (text: string) => search([NEW, listedMarket('BTC')], text, ({ name }) => name).map(({ base }) => base);

it.each(['zyx', 'ZYX/USDT', 'zyp', 'Zýpher', '西风', 'usdt zyx'])(
  'a coin that is not among the names is found by %s',
  (text) => {
    expect(found(text)).toEqual(['ZYX']);
  },
);

it('has no syllables before they are written down', () => {
  expect(found('xifeng')).toEqual([]);
});
