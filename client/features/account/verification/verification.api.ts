import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type {
  IdKind,
  PhotoKind,
  VerificationLevelView,
  VerificationView,
} from '../../../../server/contract/account/verification.dto';
import { get, post } from '../../../platform/api';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { OWN, user } from '../profile';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };

export const verification = queryOptions({
  queryKey: [OWN, 'verification'],
  queryFn: ({ signal }) => get<VerificationView>('user/verification', {}, { ...QUIET, signal }),
});

export interface Person {
  /** Two letters. */
  country: string;
  name: string;
  idKind: IdKind;
  idNumber: string;
  address: string;
}

export function submitPerson({ country, name, idKind, idNumber, address }: Person, key: string): Promise<string> {
  const fields = { country, name, certificate_type: idKind, card_id: idNumber, address };
  return post('user/real_name', fields, { ...QUIET, idempotencyKey: key });
}

/** References of photos that were uploaded; of those that a reviewer has accepted, none. */
export type PhotoReferences = Record<PhotoKind, string>;

const WIRE_NAMES: Record<PhotoKind, string> = { front: 'front_pic', back: 'reverse_pic', hand: 'hand_pic' };

export function submitPhotos(photos: PhotoReferences, key: string): Promise<string> {
  const kinds = Object.keys(WIRE_NAMES) as PhotoKind[];
  const fields = kinds.flatMap((kind) => (photos[kind] === '' ? [] : [[WIRE_NAMES[kind], photos[kind]] as const]));
  return post('user/real_name2', Object.fromEntries(fields), { ...QUIET, idempotencyKey: key });
}

/** Reads everything that says how far the verification is again, when it has changed or may have. */
export function useVerificationEvents(): void {
  const queries = useQueryClient();
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: verification.queryKey });
    void queries.invalidateQueries({ queryKey: user.queryKey });
  };
  useAccountEvents('kyc', readAgain);
  useAccountEventsStart(readAgain);
}

/** Whether the user can hand it in, or hand it in again. */
export function isOpen({ status }: VerificationLevelView): boolean {
  return status === 'none' || status === 'rejected';
}
