import { askedCoin, askedNetwork } from './asked-coin';

const COINS = [
  { id: 3, name: 'USDT' },
  { id: 1, name: 'BTC' },
];

it.each([
  ['', 'USDT', null],
  ['coin=BTC', 'BTC', null],
  ['coin=btc', 'BTC', null],
  ['currency=1', 'BTC', null],
  ['currency=BTC', 'BTC', null],
  ['coin=BTC&currency=3', 'BTC', null],
  ['coin=&currency=1', 'BTC', null],
  ['coin=ABC', null, 'ABC'],
  ['currency=99', null, '99'],
  ['coin=USDT%20', 'USDT', null],
  ['coin=MUCHLONGERTHANANYCOIN', null, 'MUCHLONGERTH'],
])('the address ?%s asks for %s', (search, name, unknown) => {
  const asked = askedCoin(new URLSearchParams(search), COINS);
  expect({ name: asked.coin?.name ?? null, unknown: asked.unknown }).toEqual({ name, unknown });
});

it('asks for nothing where there is nothing', () => {
  expect(askedCoin(new URLSearchParams(), [])).toEqual({ coin: null, unknown: null });
});

it.each([
  ['', 'TRC20', null],
  ['  ', 'TRC20', null],
  ['ERC20', 'ERC20', null],
  ['erc20', 'ERC20', null],
  ['ERC20 ', 'ERC20', null],
  ['BEP20', null, 'BEP20'],
  ['MUCHLONGERTHANANYNETWORK', null, 'MUCHLONGERTH'],
])('"%s" asks for the network %s', (name, network, unknown) => {
  const asked = askedNetwork(name, [{ network: 'TRC20' }, { network: 'ERC20' }]);
  expect({ network: asked.network?.network ?? null, unknown: asked.unknown }).toEqual({ network, unknown });
});
