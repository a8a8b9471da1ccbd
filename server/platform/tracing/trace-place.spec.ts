import { newPlace, readPlace, writePlace } from './trace-place.js';

const PLACE = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

it('reads what it has written, and what others have, whatever they say of recording', () => {
  expect(readPlace(writePlace(PLACE))).toEqual(PLACE);
  expect(readPlace(`00-${PLACE.traceId}-${PLACE.spanId}-00`)).toEqual(PLACE);
});

it.each([
  undefined,
  null,
  17,
  ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  '',
  'canary',
  `00-${PLACE.traceId}-${PLACE.spanId}`,
  `00-${PLACE.traceId}-${PLACE.spanId}-01-more`,
  ` 00-${PLACE.traceId}-${PLACE.spanId}-01`,
  `01-${PLACE.traceId}-${PLACE.spanId}-01`,
  `00-${'0'.repeat(32)}-${PLACE.spanId}-01`,
  `00-${PLACE.traceId}-${'0'.repeat(16)}-01`,
  `00-${PLACE.traceId.toUpperCase()}-${PLACE.spanId}-01`,
  `00-${PLACE.traceId}-${PLACE.spanId}-0g`,
])('takes %j for none', (given) => {
  expect(readPlace(given)).toBeNull();
});

it('makes places that are read again, and no two of them alike, however many', () => {
  const places = Array.from({ length: 1000 }, () => newPlace());
  for (const place of places) expect(readPlace(writePlace(place))).toEqual(place);
  expect(new Set(places.map(({ traceId }) => traceId)).size).toBe(1000);
  expect(new Set(places.map(({ spanId }) => spanId)).size).toBe(1000);
  expect(newPlace(PLACE.traceId).traceId).toBe(PLACE.traceId);
});
