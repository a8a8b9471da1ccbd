import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppealCaseView, DecisionView } from '../../../server/contract/operations';
import type { OtcAward } from '../../../server/contract/operations/words';
import { toast } from '../../ui/toast';
import { useOutcome } from '../cases/decision';
import { deskPost } from '../frame/desk-call';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { refreshDesk } from '../parts/use-desk-query';

interface Props {
  id: string;
  appeal: AppealCaseView;
  onDecided: () => void;
}

/** Words to both, and the decision for one of them. */
export function AppealDecision({ id, appeal, onDecided }: Props) {
  const { t } = useTranslation('desk');
  const [award, setAward] = useState<OtcAward>('buyer');
  const settle = useOutcome(onDecided);
  const say = async (text: string) => {
    await deskPost(`appeals/${id}/say`, { text });
    toast(t('otc.said'));
    refreshDesk(`appeals/${id}/lines`);
  };
  const { firstDecidedBy, firstAward } = appeal;
  return (
    <>
      <ReasonForm action={t('otc.say')} label={t('otc.say')} help={t('otc.sayHelp')} send={say} />
      {firstDecidedBy !== null && (
        <p className="desk-note">
          {t('otc.sameAs', {
            login: firstDecidedBy,
            award: t(firstAward === 'award-buyer' ? 'otc.awardBuyer' : 'otc.awardSeller'),
          })}
        </p>
      )}
      <ReasonForm
        action={t('otc.decide')}
        help={t('otc.decideHelp')}
        content={award}
        danger
        send={(reason) => settle(deskPost<DecisionView>(`appeals/${id}/decide`, { award, reason }))}
      >
        <SelectField
          label={t('otc.award')}
          value={award}
          onChange={(value) => setAward(value === 'seller' ? 'seller' : 'buyer')}
          choices={[
            { value: 'buyer', label: t('otc.awardBuyer') },
            { value: 'seller', label: t('otc.awardSeller') },
          ]}
        />
      </ReasonForm>
    </>
  );
}
