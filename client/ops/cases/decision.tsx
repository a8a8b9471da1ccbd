import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClaimView, DecisionView } from '../../../server/contract/operations';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { Panel } from '../parts/panel';
import { Problem } from '../parts/desk-form';
import { ReasonForm } from '../parts/reason-form';
import { useAct } from '../parts/use-act';
import { ClaimBar, useLiveClaim } from './claim-bar';
import type { CasePost } from './seen-post';

interface Props {
  path: string;
  /** How it is claimed, where more is said with it than that. */
  post?: CasePost;
  claim: ClaimView | null;
  onClaim: (claim: ClaimView | null) => void;
  /** Whether there is anything left to decide, and by this operator. */
  isOpen: boolean;
  children: ReactNode;
}

/** The claim on top, and below it what may be decided. Forms stay as they are typed while a claim comes and goes. */
export function DecisionPanel({ path, post, claim, onClaim, isOpen, children }: Props) {
  const { t } = useTranslation('desk');
  const live = useLiveClaim(claim);
  if (!isOpen) return null;
  const isMine = live?.mine === true;
  return (
    <Panel title={t('decide.title')}>
      <ClaimBar path={path} post={post} claim={claim} onChange={onClaim} />
      {claim?.mine === true && !isMine && <p className="desk-note">{t('claim.lost')}</p>}
      <div className="desk-decide" inert={!isMine} data-off={!isMine || undefined}>
        {children}
      </div>
    </Panel>
  );
}

const OUTCOMES = {
  done: 'decide.done',
  'second-person': 'decide.second',
  announced: 'decide.announced',
} as const satisfies Record<DecisionView['outcome'], string>;

/** Says what came of it: done, a second person is needed, or it takes effect later. */
export function useOutcome(onDecided: () => void): (decision: Promise<DecisionView>) => Promise<void> {
  const { t } = useTranslation('desk');
  return async (decision) => {
    const { outcome } = await decision;
    toast(t(OUTCOMES[outcome]));
    onDecided();
  };
}

interface ApproveProps {
  path: string;
  post?: CasePost;
  words: string;
  onDecided: () => void;
}

/** A yes that needs nothing typed. */
export function ApproveButton({ path, post = deskPost, words, onDecided }: ApproveProps) {
  const { busy, problem, run } = useAct();
  const settle = useOutcome(onDecided);
  return (
    <div className="desk-form">
      <div className="desk-actions">
        <Button size="sm" loading={busy} onClick={() => run(() => settle(post<DecisionView>(`${path}/approve`)))}>
          {words}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}

interface RejectProps {
  path: string;
  /** What the reason is for, in words. */
  help: string;
  /** What the button that opens it and the one that sends it say, where it is more than a no. */
  words?: { open: string; act: string };
  onDecided: () => void;
}

/** A no, behind a button of its own, with its reason. */
export function Reject({ path, help, words, onDecided }: RejectProps) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  const settle = useOutcome(onDecided);
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {words?.open ?? t('decide.rejectTitle')}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      danger
      action={words?.act ?? t('decide.reject')}
      help={help}
      send={(reason) => settle(deskPost<DecisionView>(`${path}/reject`, { reason }))}
      onCancel={() => setOpened(false)}
    />
  );
}

/** Who approved first, where two people are needed. */
export function SecondPersonNote({ needed, first, mine }: { needed: boolean; first: string | null; mine?: boolean }) {
  const { t } = useTranslation('desk');
  if (!needed && first === null) return null;
  const said = () => (mine ? t('decide.firstMine') : t('decide.first', { login: first ?? '' }));
  return (
    <p className="desk-strip" data-tone="wait">
      {first === null ? t('decide.needsSecond') : said()}
    </p>
  );
}
