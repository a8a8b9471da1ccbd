import { ID_KINDS, type IdKind } from '../../../../server/contract/account/verification.dto';

/** The words of a kind of ID; of one that we do not know, those of an identity card. */
export function idKindWord(kind: string): `verification.idKinds.${IdKind}` {
  return `verification.idKinds.${ID_KINDS.find((known) => known === kind) ?? 'id-card'}`;
}
