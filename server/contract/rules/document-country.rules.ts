/**
 * What stands for the country of a document where the form had no such field (ISO 3166 keeps it for users; CLDR calls
 * it the unknown region). Nobody is verified with it: the reviewer says which country it is.
 */
export const UNKNOWN_COUNTRY = 'ZZ';

export function isUnknownCountry(country: string | null): boolean {
  return country === UNKNOWN_COUNTRY;
}
