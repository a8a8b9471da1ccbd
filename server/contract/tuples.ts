import type { ApiPropertyOptions } from '@nestjs/swagger';

/** Lists of tuples as the description has them: what makes it of the classes takes a tuple for an object. */

/** Levels of a book: price and quantity. */
export const LEVELS: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
};

/** Constituents of an index: venue, price, age and whether it was used, of which price and age may be null. */
export const CONSTITUENTS: ApiPropertyOptions = {
  type: 'array',
  items: {
    type: 'array',
    items: { oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }] },
    minItems: 4,
    maxItems: 4,
  },
};
