import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClaimView } from '../../../server/contract/operations';
import { useFromNow } from '../../platform/use-now';
import { deskPost } from '../frame/desk-call';
import { useShortcuts } from '../frame/use-shortcuts';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';
import type { CasePost } from './seen-post';

/** Minutes and seconds, "14:05". */
export function countDown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A claim that still holds; null for one that has run out. */
export function useLiveClaim(claim: ClaimView | null): ClaimView | null {
  const isLive = useFromNow((now) => claim !== null && claim.until > now);
  return isLive ? claim : null;
}

interface Props {
  /** `deposits/7` */
  path: string;
  post?: CasePost;
  claim: ClaimView | null;
  onChange: (claim: ClaimView | null) => void;
}

/** Who works on the case and for how long, and the button that takes it or gives it back. */
export function ClaimBar({ path, post = deskPost, claim: known, onChange }: Props) {
  const { t } = useTranslation('desk');
  const claim = useLiveClaim(known);
  const left = useFromNow((now) => (known === null ? '' : countDown(known.until - now)));
  const { busy, problem, run } = useAct();
  const isMine = claim?.mine === true;
  const isOthers = claim !== null && !isMine;
  const take = () => run(async () => onChange(await post<ClaimView>(`${path}/claim`)));
  const give = () =>
    run(async () => {
      await deskPost(`${path}/release`);
      onChange(null);
    });
  const change = isMine ? give : take;
  useShortcuts({ c: () => !isOthers && change() });
  const words = () => {
    if (claim === null) return t('claim.freeText');
    return claim.mine ? t('claim.mine', { left }) : t('claim.other', { login: claim.login, left });
  };
  return (
    <div className="desk-claim" data-mine={isMine || undefined}>
      <span className="numbers-wrap">{words()}</span>
      {!isOthers && (
        <Button size="sm" variant={isMine ? 'default' : 'filled'} loading={busy} onClick={change} aria-keyshortcuts="c">
          {t(isMine ? 'claim.release' : 'claim.claim')}
        </Button>
      )}
      <Problem text={problem} />
    </div>
  );
}

/** In a list: who has it, in words. */
export function ClaimNote({ claim: known }: { claim: ClaimView | null }) {
  const { t } = useTranslation('desk');
  const claim = useLiveClaim(known);
  const left = useFromNow((now) => (known === null ? '' : countDown(known.until - now)));
  if (claim === null) return <span className="desk-dim">{t('claim.free')}</span>;
  return (
    <span className="desk-claimed" data-mine={claim.mine || undefined}>
      {claim.mine ? t('claim.mineShort') : claim.login} <span className="numbers">{left}</span>
    </span>
  );
}
