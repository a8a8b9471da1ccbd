import { z } from 'zod';
import { storedJson, storedJsonText } from './stored-json.js';

const destination = z.object({ address: z.string().min(1), network: z.string() });

describe('a stored value of JSON', () => {
  it('is what the schema says, without fields that it does not know', () => {
    const value = { address: '0xa', network: 'ERC20', more: true };
    expect(storedJson(destination, value, 'withdrawal.destination')).toEqual({ address: '0xa', network: 'ERC20' });
  });

  it.each([
    ['a field that is missing', { address: '0xsecret' }, 'network (invalid_type)'],
    ['a field of another kind', { address: 7, network: 'ERC20' }, 'address (invalid_type)'],
    ['nothing', null, 'the whole (invalid_type)'],
    ['text', '{"address":"0xsecret"}', 'the whole (invalid_type)'],
  ])('is refused by the name of its column: %s', (_what, value, place) => {
    const read = () => storedJson(destination, value, 'withdrawal.destination');
    expect(read).toThrow(`withdrawal.destination is not what it has to be: ${place}`);
    expect(read).not.toThrow('0xsecret');
  });
});

describe('a stored text of JSON', () => {
  const read = (text: string) => storedJsonText(destination, text, 'withdrawal.destination');

  it('is what the schema says', () => {
    expect(read('{"address":"0xa","network":"ERC20","more":true}')).toEqual({ address: '0xa', network: 'ERC20' });
  });

  it.each([
    ['a field of another kind', '{"address":"0xsecret","network":7}', 'network (invalid_type)'],
    ['no JSON', '0xsecret', 'it is no JSON'],
    ['the beginning of one', '{"address":"0xsecret"', 'it is no JSON'],
    ['nothing', '', 'it is no JSON'],
  ])('is refused by the name of its column: %s', (_what, text, place) => {
    expect(() => read(text)).toThrow(`withdrawal.destination is not what it has to be: ${place}`);
    expect(() => read(text)).not.toThrow('0xsecret');
  });
});
