import { jest } from '@jest/globals';
import { assert, double, integer, property } from 'fast-check';
import { DESK_PARTS_MAX, JSON_PARTS_MAX, readJson, readJsonAsForm } from './read-body.js';

const read = (text: string) => readJsonAsForm(Buffer.from(text));
const readReport = (body: Buffer) => readJson(body, JSON_PARTS_MAX);
const readDesk = (body: Buffer) => readJson(body, DESK_PARTS_MAX);

describe('JSON of a client of the contract', () => {
  it.each([
    ['{"page":1}', { page: '1' }],
    ['{"amount":0.001}', { amount: '0.001' }],
    ['{"amount":1.500}', { amount: '1.500' }],
    ['{"amount":-0.5}', { amount: '-0.5' }],
    // What JavaScript writes for 0.0000001 and for 10 ** 21.
    ['{"amount":1e-7}', { amount: '0.0000001' }],
    ['{"amount":1e21}', { amount: '1000000000000000000000' }],
    ['{"amount":1.5E+3}', { amount: '1500' }],
    // Sixteen digits and more are lost in a floating-point number.
    ['{"amount":9007199254740993}', { amount: '9007199254740993' }],
    ['{"amount":0.1234567890123456789}', { amount: '0.1234567890123456789' }],
    ['{"agree":true,"share":false}', { agree: '1', share: '0' }],
    ['{"target_price":null,"id":7}', { id: '7' }],
    ['{"name":"1e5 \\" 12, -3 \\\\","n":2}', { name: '1e5 " 12, -3 \\', n: '2' }],
    ['{"2":3}', { 2: '3' }],
    ['{"ids":[1,"2"],"more":{"a":1}}', { ids: ['1', '2'], more: { a: '1' } }],
    ['{"constructor":1,"a":1}', { a: '1' }],
    [' ', {}],
    ['{}', {}],
  ])('%s is read as a form would be', (text, fields) => {
    expect(read(text)).toEqual(fields);
  });

  it.each(['1e999', '1e-41', '1e41', `1${'0'.repeat(90)}e1`])(
    '%s is no number of the wire and stays a text',
    (number) => {
      expect(read(`{"amount":${number}}`)).toEqual({ amount: number });
    },
  );

  it.each(['null', '[]', '1', '"a"', '{"a":01}', '{"a":NaN}', '{"a":1', '{"a":.5}', '['.repeat(100_000)])(
    '%# is no request',
    (text) => {
      expect(() => read(text)).toThrow(expect.objectContaining({ code: 'request.malformed' }));
    },
  );

  it('has every finite number that JavaScript writes', () => {
    const sent = (value: number) => read(JSON.stringify({ value })).value;
    assert(property(integer(), (value) => sent(value) === String(value)));
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) => {
        const text = String(sent(value));
        return Number(text) === value && (Math.abs(value) < 1e-40 || !text.includes('e'));
      }),
    );
  });
});

describe.each([
  ['a client of the contract', readJsonAsForm, 1000],
  ["a browser's report", readReport, 1000],
  ['the desk', readDesk, 3000],
])('JSON of %s', (_whose, reader, parts) => {
  it.each([
    ['numbers in a list', `{"a":[${'1,'.repeat(parts)}1]}`],
    ['texts in a list', `{"a":[${'"",'.repeat(parts)}""]}`],
    ['names', `{${Array.from({ length: parts / 2 + 1 }, (_, place) => `"${place}":0`).join(',')}}`],
    ['lists in lists', `{"a":${'['.repeat(parts)}${']'.repeat(parts)}}`],
    ['objects', `{"a":[${'{},'.repeat(parts)}{}]}`],
    ['flags', `{"a":[${'true,'.repeat(parts)}null]}`],
  ])('with more %s than any call reads is refused before anything is made of it', (_what, text) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(() => reader(Buffer.from(text))).toThrow('request.malformed');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});

it('the desk hands in a thousand addresses at once', () => {
  const addresses = Array.from({ length: 1000 }, (_, place) => `0x${place}`);
  expect(readDesk(Buffer.from(JSON.stringify({ addresses, reason: 'More' })))).toEqual({ addresses, reason: 'More' });
});

it('JSON of a client may have as many parts as its fields need', () => {
  const fields = Object.fromEntries(Array.from({ length: 400 }, (_, place) => [`f${place}`, place]));
  expect(Object.keys(read(JSON.stringify(fields)))).toHaveLength(400);
  expect(read(`{"a":"${'[1,'.repeat(2000)}"}`)).toEqual({ a: '[1,'.repeat(2000) });
  expect(read(`{"a":"${'\\\\\\",'.repeat(2000)}"}`)).toEqual({ a: '\\",'.repeat(2000) });
});

describe.each([
  ['of a client of the contract', readJsonAsForm],
  ['of the desk', readDesk],
])('JSON %s', (_whose, reader) => {
  const readAs = (text: string) => reader(Buffer.from(text));

  it.each([
    '{"a":"1","a":"2"}',
    '{"a":1,"b":2,"a":1}',
    '{"a" : 1 , "a"\n:2}',
    '{"\\u0061":1,"a":2}',
    '{"b":{"a":1,"a":2}}',
    '{"b":[{"a":1},{"c":{},"c":[]}]}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"a":"\\":","a":1}',
  ])('%j, in which a name comes twice, is no request', (text) => {
    expect(() => readAs(text)).toThrow(expect.objectContaining({ code: 'request.malformed' }));
  });

  it.each([
    '{"a":{"a":{"a":"a"}},"b":[{"a":"1"},{"a":"1"}]}',
    '{"a":"b","b":"a","c":["a","a",":"]}',
    '{"a":"{\\"b\\":1,\\"b\\":2}","b":"\\\\"}',
    '{"a":"\\":","b":"}{"}',
  ])('%j has no name twice', (text) => expect(readAs(text)).toEqual(JSON.parse(text)));

  it('has objects without a prototype, and no name that reaches one', () => {
    const fields = readAs('{"a":{"b":[{"constructor":1,"c":"2"}]},"__proto__":{"d":"3"}}') as {
      a: { b: [object] };
    };
    for (const object of [fields, fields.a, fields.a.b[0]]) expect(Object.getPrototypeOf(object)).toBeNull();
    expect(fields).toEqual({ a: { b: [{ c: '2' }] } });
    expect('toString' in fields || 'd' in fields).toBe(false);
  });
});

it('of the desk keeps the types of its forms', () => {
  expect(readDesk(Buffer.from('{"open":true,"most":5}'))).toEqual({ open: true, most: 5 });
});
