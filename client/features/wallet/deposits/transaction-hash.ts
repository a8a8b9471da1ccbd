import { canonicalHash } from '../../../../server/contract/rules/chain-address.rules';

/** What is wrong with the hash of a transaction; null where there is nothing to say against it. */
export type HashVerdict = 'required' | 'hash' | null;

/** A pasted link of a block explorer counts as the hash in it. */
export function hashIn(text: string): string {
  const plain = text.normalize('NFKC').trim();
  return plain.match(/(?:^|[/#])(0x)?[0-9a-fA-F]{64}(?=$|[/?#&])/)?.[0].replace(/^[/#]/, '') ?? plain;
}

export function judgeHash(text: string): HashVerdict {
  const hash = hashIn(text);
  if (hash === '') return 'required';
  return canonicalHash(hash) === null ? 'hash' : null;
}
