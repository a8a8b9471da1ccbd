import { z } from 'zod';
import { parseAmount } from '../../../contract/money.js';
import { LEAST_ORDER } from '../../../contract/rules/listing.rules.js';

const SCALE = 18;

/** How a new coin is listed, as two operators agree on it. Without instruments its price is played, and marked so. */
export const listingDetail = z
  .object({
    coin: z.string(),
    priceScale: z.number().int().min(0).max(12),
    quantityScale: z.number().int().min(0).max(8),
    // Proposals from before it was agreed on have none.
    leastOrder: z
      .string()
      .refine((text) => parseAmount(text, SCALE).problem === null)
      .default(LEAST_ORDER),
    instruments: z.array(z.string().regex(/^(bybit|binance|okx):spot:[A-Z0-9-]{4,24}$/)).max(3),
  })
  .strict();
export type ListingTerms = z.infer<typeof listingDetail>;
