import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CaseUserView } from '../../../server/contract/operations';
import { Facts } from '../parts/facts';
import { Panel } from '../parts/panel';
import { When } from '../parts/when';

export function levelKey(level: number): 'level0' | 'level1' | 'level2' {
  return level >= 2 ? 'level2' : level === 1 ? 'level1' : 'level0';
}

/** Whose case it is. */
export function PersonPanel({ user }: { user: CaseUserView }) {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('person.title')} actions={<Link to={`/ops/users/${user.id}`}>{t('person.open')}</Link>}>
      {user.disabled && (
        <p className="desk-strip" data-tone="bad">
          {t('person.disabled')}
        </p>
      )}
      <Facts
        facts={[
          { label: t('common.account'), value: user.account },
          { label: t('common.userNumber'), value: <span className="numbers">{user.id}</span> },
          { label: t('person.level'), value: t(`person.${levelKey(user.verifiedLevel)}`) },
          { label: t('person.since'), value: <When at={user.createdAt} /> },
        ]}
      />
    </Panel>
  );
}
