import { z } from 'zod';

/** How a new coin is listed, as two operators agree on it. Without instruments its price is played, and marked so. */
export const listingDetail = z
  .object({
    coin: z.string(),
    priceScale: z.number().int().min(0).max(12),
    quantityScale: z.number().int().min(0).max(8),
    instruments: z.array(z.string().regex(/^(bybit|binance|okx):spot:[A-Z0-9-]{4,24}$/)).max(3),
  })
  .strict();
export type ListingTerms = z.infer<typeof listingDetail>;
