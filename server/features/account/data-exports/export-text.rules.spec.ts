import { numbersAsText, partsOf } from './export-text.rules.js';

describe('numbers of a file', () => {
  it.each([
    ['{"amount": 0.100000000000000001}', '{"amount": "0.100000000000000001"}'],
    ['{"id": 9007199254740993, "n": -1.5e-7}', '{"id": "9007199254740993", "n": "-1.5e-7"}'],
    ['{"text": "12 and \\"13\\" and \\\\", "n": [1, 2]}', '{"text": "12 and \\"13\\" and \\\\", "n": ["1", "2"]}'],
    ['{"1": true, "none": null}', '{"1": true, "none": null}'],
    ['{"text": "\\u00e9 1", "n": 0}', '{"text": "\\u00e9 1", "n": "0"}'],
  ])('are text, and text stays: %s', (json, expected) => {
    expect(numbersAsText(json)).toBe(expected);
    expect(() => JSON.parse(expected) as unknown).not.toThrow();
  });
});

describe('parts of a file', () => {
  async function* pieces(texts: string[]): AsyncGenerator<string> {
    yield* texts;
  }

  it.each([
    [[], []],
    [['a'], ['a']],
    [
      ['aa', 'bb', 'c'],
      ['aabb', 'c'],
    ],
    [
      ['你好', 'b'],
      ['你好', 'b'],
    ],
    [['', 'abcdefgh', ''], ['abcdefgh']],
  ])('are of about so many bytes: %j', async (texts: string[], expected: string[]) => {
    const found: string[] = [];
    for await (const part of partsOf(pieces(texts), 4)) found.push(part.toString());
    expect(found).toEqual(expected);
  });
});
