import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OperatorInvitationView } from '../../../server/contract/operations';
import { CodeText } from '../parts/code-text';
import { Facts } from '../parts/facts';
import { Panel } from '../parts/panel';

interface Props {
  invitation: OperatorInvitationView;
  onDone: () => void;
}

/** What the server tells once: it stays until it is handed over, and is nowhere to be found again. */
export function Invitation({ invitation: { login, oneTimePassword }, onDone }: Props) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('operator.invitation', { login })}>
      <p className="desk-strip" data-tone="wait" role="status">
        {t('operator.invitationText')}
      </p>
      <div className="desk-invitation">
        <Facts
          facts={[
            { label: t('operator.login'), value: login },
            {
              label: t('operator.oneTime'),
              value: <CodeText text={oneTimePassword} label={t('operator.oneTime')} />,
            },
          ]}
        />
      </div>
      <div className="desk-actions">
        <Button size="sm" onClick={onDone}>
          {t('operator.handedOver')}
        </Button>
      </div>
    </Panel>
  );
}
