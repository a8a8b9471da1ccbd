import { z } from 'zod';
import type { EventNotice } from './event-notice.js';
import { moneyNotices } from './money-notice.rules.js';
import { tradingNotices } from './trading-notice.rules.js';

/** Of what happens with money to practise with nobody is told. */
const practice = z.looseObject({
  demo: z.boolean().optional(),
  position: z.looseObject({ demo: z.boolean() }).optional(),
});

/**
 * What a user is to be told of an event: what somebody else, the market or the clock did, never what the user has just
 * asked for and was answered. Nothing of most events.
 * @param payload the JSON of the event's row.
 * @throws ZodError where the payload is not what events of its kind say.
 */
export function noticesOf(kind: string, payload: unknown): EventNotice[] {
  const noticesOfPayload = NOTICES_OF.get(kind);
  if (!noticesOfPayload) return [];
  const { demo, position } = practice.parse(payload);
  return demo === true || position?.demo === true ? [] : noticesOfPayload(payload);
}

const NOTICES_OF: ReadonlyMap<string, (payload: unknown) => EventNotice[]> = new Map(
  Object.entries({ ...moneyNotices, ...tradingNotices }),
);
