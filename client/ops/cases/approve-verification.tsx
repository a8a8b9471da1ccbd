import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecisionView, VerificationDetailView } from '../../../server/contract/operations';
import { isUnknownCountry } from '../../../server/contract/rules/document-country.rules';
import { Problem } from '../parts/desk-form';
import { TypedField } from '../parts/typed-field';
import { useAct } from '../parts/use-act';
import { ApproveButton, useOutcome } from './decision';
import type { CasePost } from './seen-post';

interface Props {
  detail: VerificationDetailView;
  post: CasePost;
  onDecided: () => void;
}

/** A yes; where the user's form had no field for the country, with the country that the document shows. */
export function ApproveVerification({ detail, post, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const path = `verification/${detail.case.id}`;
  if (!isUnknownCountry(detail.case.country))
    return <ApproveButton path={path} post={post} words={t('verification.approve')} onDecided={onDecided} />;
  return <WithCountry path={path} post={post} onDecided={onDecided} />;
}

function WithCountry({ path, post, onDecided }: Omit<Props, 'detail'> & { path: string }) {
  const { t } = useTranslation('desk');
  const [country, setCountry] = useState('');
  const { busy, problem, run } = useAct();
  const settle = useOutcome(onDecided);
  const approve = () => settle(post<DecisionView>(`${path}/approve`, { country: country.trim() }));
  return (
    <div className="desk-form">
      <TypedField
        label={t('verification.documentCountry')}
        help={t('verification.documentCountryHelp')}
        value={country}
        maxLength={100}
        onType={setCountry}
      />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={country.trim() === ''} onClick={() => run(approve)}>
          {t('verification.approve')}
        </Button>
      </div>
      <Problem text={problem} />
    </div>
  );
}
