/** What passkeys may sign with, the best known first: EdDSA, ES256, RS256. Source: the COSE registry of IANA. */
export const SIGNATURES = [-8, -7, -257];
