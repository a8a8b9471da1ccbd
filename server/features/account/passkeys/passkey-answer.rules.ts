import { z } from 'zod';

/** Base 64 for addresses, without padding. */
const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
/** 1023 bytes at most. Source: WebAuthn Level 3, 4 (credential ID). */
const credentialId = base64url.max(1364);
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** What a browser answers when somebody uses a passkey. Source: WebAuthn Level 3, `AuthenticationResponseJSON`. */
const USED = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** What a browser answers when a passkey was made. Source: WebAuthn Level 3, `RegistrationResponseJSON`. */
const MADE = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional().catch([]),
  }),
});

/** What is signed on a page within another site's page is no answer: nobody sees there what it is for. */
const CLIENT_DATA = z.object({
  challenge: base64url.max(100),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
});

export type UsedPasskey = z.infer<typeof USED>;
export type MadePasskey = z.infer<typeof MADE>;

/** Null for what no browser answers. */
export function readUsedPasskey(text: string): UsedPasskey | null {
  return read(USED, text);
}

/** Null for what no browser answers. */
export function readMadePasskey(text: string): MadePasskey | null {
  return read(MADE, text);
}

/**
 * Which challenge was signed, as the browser says it; what it says is checked with the signature. Null: none, or on a
 * page within another site's.
 */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | null {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8');
  return read(CLIENT_DATA, text)?.challenge ?? null;
}

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
